import AssayKit

/// The exit status of the process, for the pipeline that started it.
enum ExitStatus: Int32 {
  /// The backend keeps the contract.
  case success = 0
  /// The backend breaks the contract.
  case failure = 1
  /// The arguments or the contract are invalid.
  case usage = 2
  /// Nothing could be verified, or a report could not be written.
  case unverified = 3
  /// The run was interrupted; the results so far were reported.
  case interrupted = 130

  /// Returns the most severe exit status for the results of several contracts.
  init(_ results: [RunResult]) {
    let outcomes = results.map(\.outcome)
    if outcomes.contains(.interrupted) {
      self = .interrupted
    } else if outcomes.contains(.failed) {
      self = .failure
    } else if outcomes.contains(.error) {
      self = outcomes.contains(.passed) ? .failure : .unverified
    } else {
      self = .success
    }
  }
}
