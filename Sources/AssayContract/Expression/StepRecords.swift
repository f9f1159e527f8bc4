/// The results of steps, by the steps' ids.
///
/// The record written last is kept apart, so that each step's copy adds its own record without copying the earlier
/// ones.
package struct StepRecords: Sendable {
  /// All records except the one written last; an older state of that one may be included.
  private var others: [String: StepRecord] = [:]
  private var lastID: String?
  /// The record of ``lastID``, if there is one. It is in an array, because scopes are copied often.
  private var last: [StepRecord] = []
  /// True if, now or earlier, a step was not run or not all of its answers were requested.
  package private(set) var lacksAnswers = false

  package init() {}

  /// Merges the record written last into the others, while no copy shares them. A copy made afterwards adds its own
  /// record without copying any.
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

  /// All records, in no particular order.
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
