package import AssayJSON

/// Calls made in order, each with what the ones before it brought.
package struct Scenario: Sendable {
  package var name: String
  package var summary: String
  package var steps: [Step]
  /// Rules over the answers of all steps.
  package var invariants: [Invariant]
  package var promise: Promise
  /// The words it can be chosen by.
  package var tags: [String] = []
  /// Made before its steps and behind them, and not judged: the contract's own, then the scenario's; behind them the other way
  /// around.
  package var before: [Step] = []
  package var after: [Step] = []
  /// Whether the cookies that answers set go with the requests behind them.
  package var keepsCookies = false
  /// What it is run with, once for each; once and with nothing where empty.
  package var rows: [ExampleRow] = []

  package init(
    name: String,
    summary: String = "",
    steps: [Step],
    invariants: [Invariant] = [],
    promise: Promise = Promise()
  ) {
    self.name = name
    self.summary = summary
    self.steps = steps
    self.invariants = invariants
    self.promise = promise
  }
}

/// One call of a scenario.
package struct Step: Sendable {
  /// Its name, unique in the scenario.
  package var id: String
  /// The name of its operation.
  package var operation: String
  /// Path parameters by name, and what of query and header has no path parameter of its name; templates.
  package var parameters: [NamedTemplate]
  package var query: [NamedTemplate]
  package var headers: [NamedTemplate]
  /// Parts that replace those of the operation; `null` removes one.
  package var multipart: [NamedTemplate]
  /// A merge patch (RFC 7396) over the operation's body example; a template.
  package var body: JSONValue?
  /// The body as it is sent, right or wrong.
  package var rawBody: String?
  /// How the body is coded on its way, where the step says so in place of its operation.
  package var contentCoding: ContentCoding?
  /// The URL that is called in place of the operation's own, as an earlier answer gave it; a template.
  package var url: JSONValue?
  /// The events this scenario needs a stream to end with; empty where any success will do.
  package var finalEvents: [String] = []
  /// The number of the event after which the step closes its stream and asks for the rest; `nil` where it does not.
  package var reconnectAfter: Int?
  /// What is said over a WebSocket in place of what its operation says.
  package var messages: [ClientMessage]?
  /// The states, none of them final, in which the step looks no further; empty where it looks until a final one.
  package var until: [String] = []
  /// How the pages behind the first are asked for.
  @Rare package var pagination: Pagination?
  /// What a second call of the same kind is held to.
  @Rare package var again: Again?
  /// Whether a job is polled; one that is not is looked at once.
  package var polls: Bool = true
  /// What lets this call in, in place of what its operation says; empty where it is made without.
  package var security: [SecurityUse]?
  /// What the step is made once for each item of.
  @Rare package var iteration: Iteration?
  /// Leaves out what is not required and not named by the step.
  package var omitsOptional: Bool
  /// What an error probe expects in place of the operation's answers.
  package var responses: [ResponsePromise]?
  package var invariants: [Invariant]
  package var outputs: [Output]
  /// The final states this scenario needs; empty where any will do.
  package var finalStates: [String]
  @Rare package var repetition: Repetition?
  /// How many calls the step is, where it is several of a number known before.
  @Rare package var load: Load?
  /// The `parallel` it is begun in, by the place of its list; the steps of one stand side by side.
  package var parallel: JSONPointer?
  package var promise: Promise
  /// What is sent otherwise, where the step is no call of the contract's own but derived from one.
  @Rare package var probe: Probe?
  /// The step a probe is derived from, where it is made beside that one and not in its place.
  package var probedStep: String?

  package init(
    id: String,
    operation: String,
    parameters: [NamedTemplate] = [],
    query: [NamedTemplate] = [],
    headers: [NamedTemplate] = [],
    multipart: [NamedTemplate] = [],
    body: JSONValue? = nil,
    rawBody: String? = nil,
    omitsOptional: Bool = false,
    responses: [ResponsePromise]? = nil,
    invariants: [Invariant] = [],
    outputs: [Output] = [],
    finalStates: [String] = [],
    repetition: Repetition? = nil,
    promise: Promise = Promise()
  ) {
    self.id = id
    self.operation = operation
    self.parameters = parameters
    self.query = query
    self.headers = headers
    self.multipart = multipart
    self.body = body
    self.rawBody = rawBody
    self.omitsOptional = omitsOptional
    self.responses = responses
    self.invariants = invariants
    self.outputs = outputs
    self.finalStates = finalStates
    self.repetition = repetition
    self.promise = promise
  }

  /// Whether the step calls wrongly on purpose, to see what a broken request gets.
  package var isErrorProbe: Bool { responses != nil }
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
  /// The value is replaced by a token wherever it would be shown.
  package var isSecret: Bool = false
}

/// What a step is made for, item by item.
package struct Iteration: Sendable {
  /// An array of what earlier steps brought.
  package var items: Expression
  /// The name behind the dollar sign an item is read by, beside `$item`.
  package var name: String?
  /// The most items the step is made for.
  package static let limit = 1_000
}

extension Step {
  /// Whether its request is made from the answer before, whatever step that was.
  package var readsAnswerBefore: Bool {
    url.map { Template.references(in: $0) }?.contains { if case .exchange = $0.subject { true } else { false } }
      ?? false
  }
}

/// How a step is made until something holds.
package struct Repetition: Sendable {
  /// Ends the repetition once it holds.
  package var until: Expression
  /// The most times, at least 1.
  package var atMost: Int
  /// The pause between an answer and the next call.
  package var every: Duration = .zero
  package var promise: Promise
}
