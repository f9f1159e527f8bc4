import AssayContract
import AssayFindings
import AssayReport

/// The merging of report rows that have a common cause: a server that is down, or a stream or poll that ended early.
struct DriftCauses {
  private let observed: ObservedBackend
  /// The rows of the findings, after merging.
  private(set) var rows: [DriftRow] = []
  /// The position in ``rows`` of the row about each server that does not respond, by the server's name.
  private var servers: [String: Int] = [:]

  /// For each fault that may be a server's, the names of the operations that have it.
  private var befallen: [Fingerprint: Set<String>] = [:]
  /// The operations that the run was supposed to call.
  private let called: Set<String>

  init(_ observed: ObservedBackend, in run: RunResult) {
    self.observed = observed
    called = Set(run.checks.map(\.operation))
    for finding in run.findings.map(\.shortened) {
      guard let fault = fault(of: finding) else { continue }
      befallen[fault, default: []].insert(finding.operation)
    }
  }

  /// Returns the fingerprint of `finding` with the server in place of the operation, if the fault is typical of a
  /// server that is down; otherwise `nil`.
  private func fault(of finding: Finding) -> Fingerprint? {
    guard finding.isOfDeadServer, let operation = observed.contract.operation(named: finding.operation) else {
      return nil
    }
    var fault = Fingerprint(finding)
    fault.operation = operation.server
    return fault
  }

  /// Adds the row of `finding`, or merges it into the row of its server if all of the server's operations have the same
  /// fault.
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

  /// Returns the name of the finding's server if several operations have the same fault and none of the server's
  /// operations was answered; otherwise `nil`.
  private func deadServer(of finding: Finding) -> String? {
    guard let fault = fault(of: finding), let befallen = befallen[fault], befallen.count > 1 else { return nil }
    let own = observed.contract.operations.filter { $0.server == fault.operation }
    return own.allSatisfy(isSilent) ? fault.operation : nil
  }

  /// Returns true if no response of the operation was received, except errors of a gateway.
  private func isSilent(_ operation: Operation) -> Bool {
    observed.operations[operation.name]?.statuses.keys.allSatisfy(Finding.gatewayCodes.contains) ?? true
  }

  /// Returns those of `others`, rows of `operation`, that are not consequences of a server that is down or of a stream
  /// or poll that ended early.
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

  /// Returns true if the final event or state of the operation's stream or poll was observed, or the operation has
  /// none.
  private func isOver(_ operation: Operation) -> Bool {
    let seen = observed.operations[operation.name] ?? ObservedOperation()
    switch operation.interaction {
    case .exchange: return true
    case .stream(let stream): return stream.events.contains { $0.isFinal && seen.events[$0.name] != nil }
    case .poll(let poll): return poll.states.contains { $0.isFinal && seen.job.states[$0.name] != nil }
    }
  }
}

extension DriftRow {
  fileprivate mutating func concern(_ name: String) {
    if !name.isEmpty, !concerns.contains(name) { concerns.append(name) }
  }

  /// True if the row is about an event, a state or a transition, which may be missing because a stream or poll ended
  /// early.
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

  /// True if a server that is down would cause the finding in every call: a failed transfer, or an error status of a
  /// gateway.
  fileprivate var isOfDeadServer: Bool { rule.family == .transport || status.map(Self.gatewayCodes.contains) == true }
}
