import Testing

/// What passed and what failed of an official suite, against a list of failures known beforehand.
struct Tally {
  let name: String
  private(set) var passed = 0
  private(set) var failed: [String] = []
  private var knownCount = 0
  private let known: [String: String]

  /// `known` holds the names of cases known to fail, each with the reason.
  init(name: String, known: [String: String] = [:]) {
    self.name = name
    self.known = known
  }

  mutating func count(_ holds: Bool, _ test: String) {
    if holds != (known[test] == nil) {
      failed.append(known[test].map { "\(test) passes, but is known to fail: \($0)" } ?? test)
    }
    if holds { passed += 1 } else if known[test] != nil { knownCount += 1 }
  }

  /// Prints the sum, as `make conformance` shows it, and fails the test where something is not as known.
  func report() {
    print("CONFORMANCE \(name): \(passed) passed, \(failed.count) failed, \(knownCount) known")
    #expect(failed == [])
  }
}
