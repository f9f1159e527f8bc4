import AssayJSON

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
  /// Made before its steps and after them, and not judged: the contract's own, then the scenario's; after them the other way
  /// around.
  package var before: [Step] = []
  package var after: [Step] = []
  /// True if the cookies that answers set are sent with later requests.
  package var keepsCookies = false
  /// The rows it is run with, once for each; if the list is empty, it is run once without a row.
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
