/// One answer of a poll as the mock plays it.
struct PollFrame: Sendable {
  /// The place among the poll's examples.
  var example: Int
  var edits: [JSONEdit] = []
  var change = AnswerChange()

  func apply(to reply: inout Reply) { change.apply(to: &reply) }
}
