/// One answer of a poll as the mock plays it.
struct PollFrame: PlayItem {
  /// The place among the poll's examples.
  var example: Int
  private(set) var changes: [Change] = []

  /// What a fault does to one answer.
  struct Change: Sendable {
    var edits: [JSONEdit] = []
    var answer = AnswerChange()
  }

  init(example: Int) {
    self.example = example
  }

  mutating func apply(_ change: Change) { changes.append(change) }

  /// Makes the changes to the body in `content`; each as a whole, or not at all where its place is not there.
  func apply(to content: inout AnswerContent) {
    guard var json = content.json, !changes.isEmpty else { return }
    for change in changes { json = change.edits.applied(to: json) ?? json }
    content.replace(json: json)
  }

  func apply(to reply: inout Reply) {
    for change in changes { change.answer.apply(to: &reply) }
  }
}
