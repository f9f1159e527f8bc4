/// What the wire showed of one step, inert: judged now or later, it comes to the same findings.
package struct Observation: Sendable {
  /// The check it belongs to.
  package var check: String
  package var operation: String
  package var server: String
  package var content: Content

  /// The three shapes an observation can have.
  package enum Content: Sendable {
    case exchange(Exchange)
    case stream(StreamObservation)
    case poll(PollObservation)
  }

  package init(check: String, operation: String, server: String, content: Content) {
    self.check = check
    self.operation = operation
    self.server = server
    self.content = content
  }
}
