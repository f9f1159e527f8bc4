package import AssayJSON

/// One call of a scenario, or several of one kind.
package struct Step: Sendable {
  /// Its name, unique in the scenario.
  package var id: String
  /// The name of its operation.
  package var operation: String
  package var call = Call()
  package var loop = Loop.once
  package var expects = Expectations()
  /// The list of the `parallel` that starts it; the steps of one list are adjacent.
  package var parallel: JSONPointer?
  package var promise = Promise()
  /// The change to the request, in a step that is derived from one of the contract.
  @Rare package var probe: Probe?
  /// The step a probe is derived from, where both are made.
  package var probedStep: String?

  package init(id: String, operation: String) {
    self.id = id
    self.operation = operation
  }

  /// True if the step deliberately sends an invalid request, to check the refusal.
  package var isErrorProbe: Bool { expects.responses != nil }

  /// The request of a step, as far as it differs from its operation's.
  package struct Call: Sendable {
    /// Path parameters by name; query parameters and header fields where no path parameter has that name; templates.
    package var parameters: [NamedTemplate] = []
    package var query: [NamedTemplate] = []
    package var headers: [NamedTemplate] = []
    /// Parts that replace those of the operation; `null` removes one.
    package var multipart: [NamedTemplate] = []
    /// A merge patch (RFC 7396) over the operation's body example; a template.
    package var body: JSONValue?
    /// The body as it is sent, well-formed or not.
    package var rawBody: String?
    /// The coding of the body; `nil` for the operation's.
    package var contentCoding: ContentCoding?
    /// The URL that replaces the operation's, as an earlier answer gave it; a template.
    package var url: JSONValue?
    /// True if ``url`` is read from the previous answer, from any step.
    package var readsAnswerBefore = false
    /// The messages sent over a WebSocket; `nil` for the operation's.
    package var messages: [ClientMessage]?
    /// The credentials; `nil` for the operation's, empty for none.
    package var security: [SecurityUse]?
    /// True if inputs are omitted that are neither required nor named by the step.
    package var omitsOptional = false
  }

  /// The expectations of a step beyond its operation's, and what it keeps of the answers.
  package struct Expectations: Sendable {
    /// The answers that an error probe expects instead of the operation's.
    package var responses: [ResponsePromise]?
    package var invariants: [Invariant] = []
    package var outputs: [Output] = []
    /// The final states this scenario needs; empty where any will do.
    package var finalStates: [String] = []
    /// The events this scenario needs a stream to end with; empty where any success will do.
    package var finalEvents: [String] = []
    /// The states, none of them final, in which the polling ends; empty where it ends in a final one.
    package var until: [String] = []
    /// True if a job is polled; otherwise it is requested once.
    package var polls = true
    /// The number of the event after which the step closes its stream and resumes it; `nil` where it does not.
    package var reconnectAfter: Int?
  }
}

/// A value to be filled in, under its name.
package struct NamedTemplate: Sendable {
  package var name: String
  package var template: JSONValue
}

/// A value kept from an answer for later steps.
package struct Output: Sendable {
  package var name: String
  package var expression: Expression
  /// The value is replaced by a token in everything that is shown.
  package var isSecret: Bool = false
}
