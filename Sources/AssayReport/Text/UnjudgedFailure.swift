import AssayFindings
import AssayText

/// A failure of steps that are not judged, such as those that clean up after scenarios.
struct UnjudgedFailure {
  /// The check ids of the steps, in the order they were made.
  var steps: [String]
  var message: String

  /// The first step, and the number of the others: `orders/after/remove and 3 more`.
  var subject: String { steps.count == 1 ? steps[0] : "\(steps[0]) and \(steps.count - 1) more" }
}

extension RunResult {
  /// The failures of steps that are not judged; the same failure of several steps is listed once.
  var unjudgedFailures: [UnjudgedFailure] {
    var failures = OrderedDictionary<String, UnjudgedFailure>()
    for step in supporting {
      guard let message = step.failure else { continue }
      failures[message, default: UnjudgedFailure(steps: [], message: message)].steps.append(step.check)
    }
    return failures.values
  }
}
