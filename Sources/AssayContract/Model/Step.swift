package import AssayJSON
package import AssayText

/// One call of a scenario, or several of one kind.
package struct Step: Sendable {
  /// The name of the step, unique in the scenario.
  package var id: String
  /// The name of the step's operation.
  package var operation: String
  @Boxed package var call = Call()
  package var loop = Loop.once
  @Boxed package var expects = Expectations()
  /// The place of the `parallel` list to which the step belongs; the steps of one list are adjacent.
  package var parallel: JSONPointer?
  package var promise = Promise()
  /// The probe, in a step that is derived from a step of the contract.
  @Rare package var probe: Probe?
  /// The id of the step from which a probe is derived, if both are run.
  package var probedStep: String?

  package init(id: String, operation: String) {
    self.id = id
    self.operation = operation
  }

  /// True if the step deliberately sends an invalid request, to check the refusal.
  package var isErrorProbe: Bool { expects.responses != nil }

  /// The changes that a step makes to the request of its operation.
  package struct Call: Sendable {
    /// The parameters by name, as templates: path parameters, or query parameters and header fields if no path
    /// parameter has the name.
    package var parameters: [NamedTemplate] = []
    package var query: [NamedTemplate] = []
    package var headers: [NamedTemplate] = []
    /// The parts that replace those of the operation; `null` removes a part.
    package var multipart: [NamedTemplate] = []
    /// A merge patch (RFC 7396) over the operation's body example; a template.
    package var body: JSONValue?
    /// The exact text of the body, well-formed or not.
    package var rawBody: String?
    /// The content coding of the body; `nil` if the operation's is used.
    package var contentCoding: ContentCoding?
    /// The URL from an earlier answer that replaces the operation's; a template.
    package var url: JSONValue?
    /// True if ``url`` or the items of the step's loop are read from the previous answer, of any step.
    package var readsAnswerBefore = false
    /// The messages sent over a WebSocket; `nil` if the operation's are used.
    package var messages: [ClientMessage]?
    /// The security schemes whose credentials are sent; `nil` if the operation's are used, empty if none are.
    package var security: [SecurityUse]?
    /// True if inputs are omitted that are neither required nor named by the step.
    package var omitsOptional = false

    package init() {}
  }

  /// The expectations of a step beyond its operation's, and what it keeps of the answers.
  package struct Expectations: Sendable {
    /// The answers that an error probe expects instead of the operation's.
    package var responses: [ResponsePromise]?
    package var invariants: [Invariant] = []
    package var outputs: [Output] = []
    /// The final states that this scenario needs; empty if any is accepted.
    package var finalStates: [String] = []
    /// The final events that this scenario needs; empty if any success is accepted.
    package var finalEvents: [String] = []
    /// The intermediate states in which the polling ends; empty if it ends in a final state.
    package var until: [String] = []
    /// True if a job is polled to its end; otherwise it is requested once.
    package var polls = true
    /// The number of the event after which the step closes its stream and resumes it; `nil` if it does not.
    package var reconnectAfter: Int?
  }
}

/// A template with the name of the value it fills in.
package struct NamedTemplate: Sendable {
  package var name: String
  package var template: JSONValue
}

/// A value kept from an answer for later steps.
package struct Output: Sendable {
  package var name: String
  package var expression: Expression
  /// True if a token replaces the value in everything that is shown.
  package var isSecret: Bool = false
}
