/// The results of steps, by the steps' ids.
///
/// The record written last is kept apart from the others, so that the copy of each step adds its own without copying
/// those before it.
package struct StepRecords: Sendable {
  /// The records but the one written last, of which an older state may be here.
  private var others: [String: StepRecord] = [:]
  private var lastID: String?
  /// The record of ``lastID``, where there is one: in an array, because scopes are copied often.
  private var last: [StepRecord] = []
  /// True if, now or earlier, a step was not run or not all of its answers were requested.
  package private(set) var lacksAnswers = false

  package init() {}

  /// Puts the record written last next to the others, while they are held once: a copy that is made now adds its own record
  /// without copying any.
  package mutating func file() {
    if let lastID { others[lastID] = last.first }
    lastID = nil
    last = []
  }

  package subscript(id: String) -> StepRecord? {
    get { id == lastID ? last.first : others[id] }
    _modify {
      turn(to: id)
      // Removed while it changes, so that it has one owner and is not copied.
      var record = last.popLast()
      defer { if let record { keep(record) } }
      yield &record
    }
  }

  package subscript(id: String, default new: @autoclosure () -> StepRecord) -> StepRecord {
    get { self[id] ?? new() }
    _modify {
      turn(to: id)
      var record = last.popLast() ?? new()
      defer { keep(record) }
      yield &record
    }
  }

  /// The records, in no order.
  package var values: [StepRecord] { others.filter { $0.key != lastID }.map(\.value) + last }

  private mutating func turn(to id: String) {
    if id == lastID { return }
    file()
    lastID = id
    last = others[id].map { [$0] } ?? []
  }

  private mutating func keep(_ record: StepRecord) {
    lacksAnswers = lacksAnswers || record.obstacle != nil || record.cutShort != nil
    last.append(record)
  }
}
