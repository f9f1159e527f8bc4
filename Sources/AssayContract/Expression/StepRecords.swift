/// What steps brought, by their ids.
///
/// The record written last is held beside the others, so that a copy of all of them, as each step works on, adds its own
/// without copying those before it.
package struct StepRecords: Sendable {
  /// The records but the one written last, of which an older state may be here.
  private var others: [String: StepRecord] = [:]
  private var lastID: String?
  /// The record of ``lastID``, where there is one: in an array, because scopes are copied often.
  private var last: [StepRecord] = []

  package init() {}

  package subscript(id: String) -> StepRecord? {
    get { id == lastID ? last.first : others[id] }
    _modify {
      turn(to: id)
      // Taken out, so that what is changed in its place is held once.
      var record = last.popLast()
      defer { if let record { last.append(record) } }
      yield &record
    }
  }

  package subscript(id: String, default new: @autoclosure () -> StepRecord) -> StepRecord {
    get { self[id] ?? new() }
    _modify {
      turn(to: id)
      var record = last.popLast() ?? new()
      defer { last.append(record) }
      yield &record
    }
  }

  /// The records, in no order.
  package var values: [StepRecord] { others.filter { $0.key != lastID }.map(\.value) + last }

  private mutating func turn(to id: String) {
    if id == lastID { return }
    if let lastID { others[lastID] = last.first }
    lastID = id
    last = others[id].map { [$0] } ?? []
  }
}
