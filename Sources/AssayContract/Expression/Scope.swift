package import AssayFindings
package import AssayJSON
package import AssayObservation

/// The values that a rule can read: the current exchange and event, the results of earlier steps, and the mock's
/// variables.
package struct Scope: Sendable {
  /// The current exchange, read by `$request…`, `$response…`, `$statusCode`.
  package var exchange: Exchange?
  /// The current event, read by `$event…`.
  package var event: ObservedEvent?
  /// The time from the start of the call to the current event, read by `now()`; `nil` if that is the time at which the
  /// answer was complete.
  package var arrived: Duration?
  /// The data of the previous event, or the body of the previous answer, read by `$previous`.
  package var previous: JSONValue?
  /// The data of all events by their name, read by `$events.NAME`.
  package var events: [ExactText: [JSONValue]]
  /// The number of events left out of ``events``, because there were too many to keep.
  package var droppedEvents = 0
  /// The results of earlier steps, read by `$steps.ID…`.
  package var steps: StepRecords
  /// The most recently captured outputs by name, read by `$last.outputs.NAME`.
  package var last = LastOutputs()
  /// The findings about what the most recent outputs were captured from, by their names.
  package var lastFaults: [String: [OutputFault]] = [:]
  /// Variables of the mock by the name after the dollar sign: `mock`, `data`, `resources`, and each kind of resource.
  package var variables: [String: JSONValue]
  /// The value of `$item` outside a quantifier, in a template's `$forEach`.
  package var item: JSONValue?
  /// The value of `$index` outside a quantifier.
  package var index: Int?
  /// The value of `$response.body` instead of the exchange's body: the part of an answer that a template has rendered
  /// so far.
  package var responseBody: JSONValue?
  let templates: ParsedTemplates

  /// Makes a scope without values.
  package init(templates: ParsedTemplates = ParsedTemplates()) {
    self.templates = templates
    events = [:]
    steps = StepRecords()
    variables = [:]
  }
}

/// The results of a scenario's step, for the steps and rules after it.
package struct StepRecord: Sendable {
  /// The outputs that the step captured most recently, by name.
  package var outputs: [String: JSONValue]
  /// The answers in order: a single one, or that of each repetition or poll.
  package var exchanges: [Exchange]
  /// The events of a stream.
  package var events: [ObservedEvent]
  /// The values captured from each answer, read by `$steps.ID.all#/outputs/…`; empty if the step makes one call.
  package var allOutputs: [[String: JSONValue]]
  /// The number of events left out of ``events``, because there were too many to keep.
  package var droppedEvents = 0
  /// The number of answers before the last one that are not in ``exchanges``, because there were too many to keep.
  package var droppedExchanges = 0
  /// The number of answers, including those that are not kept.
  package var count = 0
  /// The findings of the step. A rule that reads a place with a finding fails because of that finding, and is not a
  /// fault by itself.
  package var faults: [Finding] = []
  /// The findings about the values from which outputs were captured, by the output's name; the severest first.
  package var outputFaults: [String: [OutputFault]] = [:]
  /// The reasons why outputs have no value, by output name.
  package var outputGaps: [String: String] = [:]
  /// The reason why further available answers were not requested, as a clause.
  package var cutShort: BlockReason?
  /// The reason why the step has no results, if it was not run.
  package var obstacle: BlockReason?
  /// The id of its check; empty while the step is under way.
  package var check = ""

  package init(
    outputs: [String: JSONValue] = [:],
    exchanges: [Exchange] = [],
    events: [ObservedEvent] = [],
    allOutputs: [[String: JSONValue]] = []
  ) {
    self.outputs = outputs
    self.exchanges = exchanges
    self.events = events
    self.allOutputs = allOutputs
  }

  /// The fate that explains why a value of the step is missing; `nil` if nothing in it is broken or was left out.
  package var cause: UnjudgedPromise.Cause? {
    if let fault = faults.first(where: { $0.level == .must }) { return UnjudgedPromise.Cause(fault) }
    return (obstacle ?? cutShort).map { $0.cause ?? UnjudgedPromise.Cause(check: check) }
  }
}

/// A finding about a value that an output consists of, or is computed from.
package struct OutputFault: Sendable {
  package var finding: Finding
  /// The way from the output to the wrong value; `*` is any item. `nil` if the output is computed from the wrong value,
  /// and so is wrong as a whole.
  package var path: [String]?

  package init(_ finding: Finding, at path: [String]?) { (self.finding, self.path) = (finding, path) }
}
