package import AssayFindings
package import AssayJSON
package import AssayObservation

/// The values that a rule can read: the current exchange and event, the results of earlier steps, and the mock's
/// variables.
package struct Scope: Sendable {
  /// Read by `$request…`, `$response…`, `$statusCode`.
  package var exchange: Exchange?
  /// Read by `$event…`.
  package var event: ObservedEvent?
  /// When what is at hand came, since the call began, where that is not when the answer was whole: an event. Read by `now()`.
  package var arrived: Duration?
  /// Read by `$previous`: the data of the event before, or the body of the answer before.
  package var previous: JSONValue?
  /// The data of all events by their name, read by `$events.NAME`.
  package var events: [ExactText: [JSONValue]]
  /// The number of events left out of ``events``, because there were too many to keep.
  package var droppedEvents = 0
  /// Read by `$steps.ID…`.
  package var steps: StepRecords
  /// The most recently captured outputs by name, read by `$last.outputs.NAME`.
  package var last = LastOutputs()
  /// The findings about what the most recent outputs were captured from, by their names.
  package var lastFaults: [String: Finding] = [:]
  /// Variables of the mock by the name after the dollar sign: `mock`, `data`, `resources`, and each kind of resource.
  package var variables: [String: JSONValue]
  /// Read by `$item` outside a quantifier, in a template's `$forEach`.
  package var item: JSONValue?
  /// Read by `$index` outside a quantifier.
  package var index: Int?
  /// Read by `$response.body` in place of the exchange's: the part of an answer a template has made so far.
  package var responseBody: JSONValue?
  let templates: ParsedTemplates

  /// Makes a scope that sees nothing.
  package init(templates: ParsedTemplates = ParsedTemplates()) {
    self.templates = templates
    events = [:]
    steps = StepRecords()
    variables = [:]
  }
}

/// The results of a scenario's step, for the steps and rules after it.
package struct StepRecord: Sendable {
  /// The values captured last, by name.
  package var outputs: [String: JSONValue]
  /// Every answer, in order: one, each repetition's, or each poll's.
  package var exchanges: [Exchange]
  /// The events of a stream.
  package var events: [ObservedEvent]
  /// The values captured from each answer, read by `$steps.ID.all#/outputs/…`; empty where nothing repeats.
  package var allOutputs: [[String: JSONValue]]
  /// The number of events left out of ``events``, because there were too many to keep.
  package var droppedEvents = 0
  /// The number of answers before the last one that are not in ``exchanges``, because there were too many to keep.
  package var droppedExchanges = 0
  /// The number of answers, including those that are not kept.
  package var count = 0
  /// The findings of the step: a rule that reads a place one tells of fails for no fault of its own.
  package var faults: [Finding] = []
  /// The findings about what outputs were captured from, by the output's name.
  package var outputFaults: [String: Finding] = [:]
  /// Why outputs have no value, by their names.
  package var outputGaps: [String: String] = [:]
  /// Why further answers that there are were not asked for, in a clause.
  package var cutShort: BlockReason?
  /// Why the step brought nothing, where it was not made.
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
