import AssayJSON

/// One answer of a poll as the mock plays it.
struct PollFrame: Sendable {
  /// The place among the poll's examples.
  var example: Int
  var edits: [JSONEdit] = []
  /// The edits of other faults.
  var furtherEdits: [[JSONEdit]] = []
  var change = AnswerChange()

  /// The answer with what each fault changes in it, where it can.
  func edited(_ json: JSONValue) -> JSONValue {
    ([edits] + furtherEdits).reduce(json) { json, edits in edits.applied(to: json) ?? json }
  }

  func apply(to reply: inout Reply) { change.apply(to: &reply) }
}
