import AssayJSON

/// A sequence of calls, each of which can use the results of earlier ones.
package struct Scenario: Sendable {
  package var name: String
  package var summary: String
  package var steps: [Step]
  /// The rules over the answers of all steps.
  package var invariants: [Invariant]
  package var promise: Promise
  /// The tags by which the scenario can be selected.
  package var tags: [String] = []
  /// The steps run before and after the scenario's own, and not judged. In `before`, the contract's steps precede the
  /// scenario's; in `after`, they follow.
  package var before: [Step] = []
  package var after: [Step] = []
  /// True if the cookies that answers set are sent with later requests.
  package var keepsCookies = false
  /// The rows with which the scenario is run, once for each. If the list is empty, it is run once without a row.
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
