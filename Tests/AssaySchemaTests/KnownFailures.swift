/// Cases of the official suites that are known to fail, each with the reason. A case that passes after all fails the run.
enum KnownFailures {
  static let table: [String: String] = [:]
}
