import AssayKit

/// The result of the process, for the pipeline that started it.
enum ExitStatus: Int32 {
  /// The backend keeps the contract.
  case success = 0
  /// It breaks it.
  case failure = 1
  /// Bad arguments, or a bad contract.
  case usage = 2
  /// Nothing could be verified, or a report could not be written.
  case unverified = 3
  /// Interrupted; what was known was reported.
  case interrupted = 130

  /// The status over several contracts: the gravest one.
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
