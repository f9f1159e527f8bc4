import AssayContract
import AssayFindings
import AssayReport

/// Makes one row of what has one cause: a server that is down, a stream or a poll that broke off.
struct DriftCauses {
  private let observed: ObservedBackend
  /// The rows of the findings, in which the causes are.
  private(set) var rows: [DriftRow] = []
  /// The row of each server nothing of which answers, by the server's name.
  private var servers: [String: Int] = [:]

  /// The operations each fault of a server was found at; the same fault at two is one of their server.
  private var befallen: [Fingerprint: Set<String>] = [:]
  /// The operations the run was to call.
  private let called: Set<String>

  init(_ observed: ObservedBackend, in run: RunResult) {
    self.observed = observed
    called = Set(run.checks.map(\.operation))
    for finding in run.findings.map(\.shortened) {
      guard let fault = fault(of: finding) else { continue }
      befallen[fault, default: []].insert(finding.operation)
    }
  }

  /// The fault as one of the operation's server; `nil` where it is of another kind.
  private func fault(of finding: Finding) -> Fingerprint? {
    guard finding.isOfDeadServer, let operation = observed.contract.operation(named: finding.operation) else {
      return nil
    }
    var fault = Fingerprint(finding)
    fault.operation = operation.server
    return fault
  }

  /// Takes the row of `finding`; into the one of its server, where the same befalls all of the server's operations.
  mutating func add(_ row: DriftRow, of finding: Finding) {
    if case .server(let name) = finding.place.part {
      servers[name] = servers[name] ?? rows.count
      rows.append(row)
      return
    }
    guard let server = deadServer(of: finding) else { return rows.append(row) }
    if let known = servers[server] {
      rows[known].seen.occurrences += row.seen.occurrences
      rows[known].add(row.standing.faults)
      rows[known].verdict = min(rows[known].verdict, row.verdict)
      rows[known].concern(row.operation)
      return
    }
    var whole = row
    whole.key = " | \(finding.rule.id) | server \(server)"
    (whole.operation, whole.subject, whole.place) = ("", .whole, "server \(server)")
    whole.concern(row.operation)
    servers[server] = rows.count
    rows.append(whole)
  }

  /// The server a finding is about, where each of its operations that was called fares as the finding says.
  private func deadServer(of finding: Finding) -> String? {
    guard let fault = fault(of: finding), let befallen = befallen[fault], befallen.count > 1 else { return nil }
    let own = observed.contract.operations.filter { $0.server == fault.operation }
    return own.allSatisfy(isSilent) ? fault.operation : nil
  }

  /// Returns true if only a gateway ever answered for the operation.
  private func isSilent(_ operation: Operation) -> Bool {
    observed.operations[operation.name]?.statuses.keys.allSatisfy(Finding.gatewayCodes.contains) ?? true
  }

  /// The rows of an operation that are not consequences of one of its findings.
  mutating func remaining(_ others: [DriftRow], of operation: Operation) -> [DriftRow] {
    if let server = servers[operation.server], called.contains(operation.name), isSilent(operation) {
      rows[server].concern(operation.name)
      return []
    }
    guard !isOver(operation),
      let cause = rows.firstIndex(where: { $0.operation == operation.name && $0.isDrift && $0.rule?.breaksOff == true })
    else { return others }
    return others.filter { row in
      guard row.kind == .neverSeen, row.isBehindTheBreak else { return true }
      rows[cause].concern(row.location)
      return false
    }
  }

  /// Returns true if a stream or a poll of the operation was seen to end.
  private func isOver(_ operation: Operation) -> Bool {
    let seen = observed.operations[operation.name] ?? ObservedOperation()
    switch operation.interaction {
    case .exchange: return true
    case .stream(let stream): return stream.events.contains { $0.isFinal && seen.events[$0.name] != nil }
    case .poll(let poll): return poll.states.contains { $0.isFinal && seen.states[$0.name] != nil }
    }
  }
}

extension DriftRow {
  fileprivate mutating func concern(_ name: String) {
    if !name.isEmpty, !concerns.contains(name) { concerns.append(name) }
  }

  /// True if the row is about an event, a state, or a value in one.
  fileprivate var isBehindTheBreak: Bool {
    switch subject {
    case .event, .state, .transition: true
    default: false
    }
  }
}

extension Finding {
  /// The codes with which a gateway says that its upstream server is down (RFC 9110 sections 15.6.3 to 15.6.5).
  fileprivate static let gatewayCodes: Set<Int> = [502, 503, 504]

  /// True if the finding is one that a server that is down causes in every call.
  fileprivate var isOfDeadServer: Bool { rule.family == .transport || status.map(Self.gatewayCodes.contains) == true }
}
