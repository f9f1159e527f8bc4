import AssayContract
import AssayFindings
import AssayText

/// The requests that clients sent to a mock, in the form of a run's result: a contract test of the app.
struct RequestLedger: Sendable {
  private let contract: Contract
  private var calls: [Int]
  /// The number of clients' requests that matched no operation.
  private var strays = 0
  private var findings = OrderedDictionary<String, Finding>()
  /// The most different findings kept; after that, only repetitions of these are counted.
  private static let limit = 1_000
  /// The name of the check for requests that matched no operation.
  private static let routes = "routes"

  init(contract: Contract) {
    self.contract = contract
    calls = Array(repeating: 0, count: contract.operations.count)
  }

  mutating func note(_ response: Response) {
    if let operation = response.operation { calls[operation] += 1 } else { strays += 1 }
    note(response.findings)
  }

  /// Records findings about a call that has already been counted.
  mutating func note(_ found: [Finding]) {
    for finding in found {
      // Without a promise of the contract the message says what it is about.
      let promise = finding.promise?.pointer ?? finding.message
      let key = "\(finding.rule) \(finding.operation) \(finding.location) \(promise)"
      if findings[key] == nil, findings.count == Self.limit { continue }
      var finding = finding
      if finding.check.isEmpty { finding.check = Self.routes }
      findings.add(finding, for: key) { $0.occurrences += 1 }
    }
  }

  /// Returns the result so far: one check for each operation, skipped if it was never called.
  func result(version: String, servers: [String: String], duration: Duration) -> RunResult {
    var checks = zip(contract.operations, calls).map { operation, count in
      CheckResult(
        id: operation.name,
        operation: operation.name,
        scenario: "requests",
        status: count == 0 ? .skipped : status(of: operation.name),
        reason: count == 0 ? "it was not called" : "",
        place: contract.place(of: operation.promise)
      )
    }
    if strays > 0 { checks.append(CheckResult(id: Self.routes, scenario: "requests", status: status(of: Self.routes))) }
    return RunResult(
      assay: version,
      contract: contract.service,
      title: contract.title,
      file: contract.file,
      servers: contract.servers.map { RunResult.Server(name: $0.name, url: servers[$0.name] ?? $0.url) },
      outcome: checks.contains { $0.status == .failed } ? .failed : .passed,
      checks: checks,
      findings: findings.values,
      documents: contract.documents.map { RunResult.Document(name: $0.name, title: $0.title, file: $0.file) },
      duration: duration
    )
  }

  private func status(of check: String) -> CheckResult.Status {
    switch findings.elements.lazy.filter({ $0.value.check == check }).map(\.value.level).max() {
    case .must: .failed
    case .should: .warned
    case .may, nil: .passed
    }
  }
}
