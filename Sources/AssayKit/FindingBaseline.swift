public import AssayFindings
import AssayJSON
import AssayReport
import AssayText

/// The known faults of a backend, so that a gate fails only on new ones: `assay verify --baseline FILE`.
public struct FindingBaseline: Sendable, Hashable {
  /// A known fault.
  public struct Entry: Sendable, Hashable {
    /// The `service` of the contract to which the fault belongs.
    public var contract: String
    /// The key that identifies the fault, the same in each run and release.
    public var key: String
    /// The level of the broken promise, for readers of the file.
    public var level: Level
    /// The id of the rule that was broken.
    public var rule: String
    /// The id of the check that found the fault.
    public var check: String
    /// The message of the finding, for readers of the file.
    public var message: String
    /// The reason why the fault was accepted, and the last day of the acceptance.
    public var acceptance: Acceptance

    /// The check and the key, which identify the fault within its contract.
    fileprivate var identity: FindingIdentity { FindingIdentity(check: check, key: key) }
  }

  /// The key of a fault: its contract, and its identity there.
  private struct Fault: Hashable, Sendable {
    var contract: String
    var identity: FindingIdentity
  }

  /// The accepted faults, in the order of the baseline's file.
  public var entries: [Entry] { didSet { known = Self.known(by: entries) } }
  /// The known drift of `assay drift` in the same file, as JSON; empty if absent.
  private var drift = ""
  /// The acceptances by fault, for fast look-up; derived from ``entries``.
  private var known: [Fault: Acceptance]

  /// Makes a baseline; without entries, every fault is new.
  public init(entries: [Entry] = []) {
    self.entries = entries
    known = Self.known(by: entries)
  }

  private static func known(by entries: [Entry]) -> [Fault: Acceptance] {
    let faults = entries.map { (Fault(contract: $0.contract, identity: $0.identity), $0.acceptance) }
    return Dictionary(faults) { first, _ in first }
  }

  /// The members of an entry that are strings, in the order in which they are written.
  private static let texts = ["contract", "key", "level", "rule", "check", "message", "reason", "until"]

  /// Reads the file at `path`, described by `contracts/baseline.schema.json`.
  ///
  /// Throws ``ConformanceError/baseline(path:reason:)`` if it cannot be read or is invalid.
  public init(contentsOf path: String) throws(ConformanceError) {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: try FileAccess.read(path, isPlain: false))
    } catch let error as FileAccess.Failure {
      throw .baseline(path: path, reason: "cannot be read: \(error.reason)")
    } catch {
      throw .baseline(path: path, reason: "is not JSON: \(error)")
    }
    guard document.root["baseline"]?.string == "1", let items = document.root["findings"], items.kind == .array else {
      throw .baseline(path: path, reason: "is not a baseline of assay verify; --update-baseline writes one")
    }
    var entries: [Entry] = []
    for item in items.items {
      func text(_ name: String) -> String { item[name]?.string ?? "" }
      func mistake(_ words: String) -> ConformanceError {
        let place = document.location(ofByte: item.byteRange.lowerBound)
        return .baseline(path: path, reason: "has a mistake at \(place.line):\(place.column): \(words)")
      }
      guard item["contract"]?.string != nil, item["check"]?.string != nil, item["key"]?.string != nil else {
        throw mistake("an entry needs `contract`, `check` and `key`")
      }
      if let stranger = item.members.first(where: { !(Self.texts + ["blocks"]).contains($0.key) }) {
        throw mistake("an entry has no member `\(stranger.key)`")
      }
      if let name = Self.texts.first(where: { item[$0].map { $0.string == nil } ?? false }) {
        throw mistake("`\(name)` is not a string")
      }
      guard item["level"] == nil || Level(rawValue: text("level")) != nil else {
        throw mistake("`level` is \"\(text("level"))\", expected must, should or may")
      }
      let until = text("until")
      guard item["until"] == nil || until.utf8.count == 10 && DateTime("\(until)T00:00:00Z") != nil else {
        throw mistake("`until` is \"\(until)\", expected a day that exists, such as 2026-12-31")
      }
      if let blocks = item["blocks"], blocks.bool == nil { throw mistake("`blocks` is not true or false") }
      entries.append(
        Entry(
          contract: text("contract"),
          key: text("key"),
          level: Level(rawValue: text("level")) ?? .must,
          rule: text("rule"),
          check: text("check"),
          message: text("message"),
          acceptance: Acceptance(reason: text("reason"), until: until, blocks: item["blocks"]?.bool ?? false)
        )
      )
    }
    self.init(entries: entries)
    drift = document.root["drift"]?.text ?? ""
  }

  /// The text of the baseline's file; ends with a line feed.
  public var text: String {
    var writer = JSONWriter(indent: "  ")
    writer.object { writer in
      writer.member("baseline", "1")
      writer.array("findings", entries) { entry, writer in
        writer.object { writer in
          let members = [
            ("contract", entry.contract), ("key", entry.key), ("level", entry.level.rawValue), ("rule", entry.rule),
            ("check", entry.check), ("message", entry.message), ("reason", entry.acceptance.reason),
            ("until", entry.acceptance.until),
          ]
          for (name, value) in members where !value.isEmpty { writer.member(name, value) }
          if entry.acceptance.blocks { writer.member("blocks", true) }
        }
      }
      if !drift.isEmpty { writer.member("drift", raw: drift) }
    }
    return writer.text + "\n"
  }

  /// Returns the acceptance of a finding, into which several faults may be merged; `nil` if any of them is not
  /// accepted, or only until a day that has passed.
  func acceptance(of finding: Finding, in contract: String) -> Acceptance? {
    var first: Acceptance?
    for identity in finding.identities {
      guard let acceptance = acceptance(of: identity, in: contract) else { return nil }
      let blocks = first?.blocks ?? true && acceptance.blocks
      first = first ?? acceptance
      first?.blocks = blocks
    }
    return first
  }

  /// Returns the acceptance of one fault; `nil` if it is not accepted, or only until a day that has passed.
  func acceptance(of identity: FindingIdentity, in contract: String) -> Acceptance? {
    known[Fault(contract: contract, identity: identity)].flatMap { acceptance in
      acceptance.until.isEmpty || acceptance.until >= SystemClock.today ? acceptance : nil
    }
  }

  /// Returns the entries whose last day has passed.
  public func expired() -> [Entry] {
    let today = SystemClock.today
    return entries.filter { !$0.acceptance.until.isEmpty && $0.acceptance.until < today }
  }

  /// Returns the entries that are fixed according to `results`: the check was run and did not find the fault.
  public func healed(in results: [RunResult]) -> [Entry] {
    let found = results.map { result in (result, Set(result.findings.flatMap(\.identities))) }
    return entries.filter { entry in
      found.contains { result, identities in
        result.contract == entry.contract && !identities.contains(entry.identity)
          && result.checks.contains {
            $0.id == entry.check && ($0.status == .passed || $0.status == .warned || $0.status == .failed)
          }
      }
    }
  }

  /// Returns a baseline that accepts all faults of responses in `results`, without those that are fixed and without the
  /// entries of `suites` that are ``unmatched(in:_:)``. Reasons are kept, and last days if they have not passed.
  public func updated(by results: [RunResult], of suites: [ConformanceSuite] = []) -> FindingBaseline {
    let gone = Set(healed(in: results) + unmatched(in: suites, results))
    let expired = Set(expired())
    var updated = entries.filter { !gone.contains($0) }
    for index in updated.indices where expired.contains(updated[index]) { updated[index].acceptance.until = "" }
    var known = Set(updated.map { Fault(contract: $0.contract, identity: $0.identity) })
    for result in results {
      let blocked = Set(result.checks.filter { $0.obstacle != nil }.map(\.id))
        .union(result.checks.flatMap { $0.causes ?? [] }.map(\.check))
      // A finding of several checks is accepted as a whole, and with what it blocks in one of them.
      let blocking = Set(
        result.findings.map(\.identities).filter { $0.contains { blocked.contains($0.check) } }.joined()
      )
      for index in updated.indices
      where updated[index].contract == result.contract
        && (blocked.contains(updated[index].check) || blocking.contains(updated[index].identity))
      {
        updated[index].acceptance.blocks = true
      }
      // A server that does not respond is not a fault of its responses, and is never accepted.
      for finding in result.findings where finding.level > .may && !finding.isAboutServer {
        for identity in finding.identities
        where known.insert(Fault(contract: result.contract, identity: identity)).inserted {
          let blocks = blocking.contains(identity)
          updated.append(
            Entry(
              contract: result.contract,
              key: identity.key,
              level: finding.level,
              rule: finding.rule.id,
              check: identity.check,
              message: VisibleText.line(finding.message, limit: 400),
              acceptance: Acceptance(blocks: blocks)
            )
          )
        }
      }
    }
    var baseline = FindingBaseline(entries: updated)
    baseline.drift = drift
    return baseline
  }
}

extension Finding {
  func accepted(by baseline: FindingBaseline?, in contract: String) -> Finding {
    var finding = self
    finding.accepted = baseline?.acceptance(of: self, in: contract)
    return finding
  }
}

/// A finding that is known together with what it keeps from being judged, by its check, rule and place.
struct BlockingFault: Hashable, Sendable {
  private var check: String
  private var rule: Rule?
  private var place: Place

  private init(_ check: String, _ rule: Rule?, _ place: Place) {
    (self.check, self.rule, self.place) = (check, rule, place.general)
  }

  fileprivate init(_ cause: UnjudgedPromise.Cause) { self.init(cause.check, cause.rule, cause.place) }

  /// The faults of `findings` that are known with what they block. A server that does not respond is not one.
  static func all(in findings: [Finding]) -> Set<BlockingFault> {
    let known = findings.filter { $0.accepted?.blocks == true && !$0.isAboutServer }
    return Set(
      known.flatMap { finding in finding.traces.map { BlockingFault($0.check, finding.rule, $0.place) } }
    )
  }
}

extension CheckResult {
  /// The result with its status read off `findings` once more, some of which are known; what the `known` faults of other checks
  /// keep from being judged is known with them.
  func accepting(_ findings: [Finding], strict: Bool, known: Set<BlockingFault>) -> CheckResult {
    if status == .error, let causes, !causes.isEmpty, causes.allSatisfy({ known.contains(BlockingFault($0)) }) {
      var check = self
      check.status = .skipped
      return check
    }
    guard status == .failed || status == .warned, findings.contains(where: { $0.accepted != nil }) else { return self }
    var check = self
    let fails = findings.contains { $0.accepted == nil && ($0.level == .must || strict && $0.level == .should) }
    check.status = fails ? .failed : .warned
    // What a known fault keeps from being judged is not known with it, unless its entry says so; each of them may be the cause.
    if !fails, let obstacle, findings.contains(where: { $0.level > .may && $0.accepted?.blocks != true }) {
      (check.status, check.reason) = (.error, obstacle)
    }
    return check
  }
}

extension RunResult {
  /// Returns the result with the faults of `baseline` accepted.
  package func accepting(_ baseline: FindingBaseline?, strict: Bool) -> RunResult {
    guard let baseline else { return self }
    var result = self
    result.findings = findings.map { $0.accepted(by: baseline, in: contract) }
    let (positions, known) = (result.findingsByCheck, BlockingFault.all(in: result.findings))
    for index in checks.indices {
      let own = (positions[checks[index].id] ?? []).map { result.findings[$0] }
      result.checks[index] = checks[index].accepting(own, strict: strict, known: known)
    }
    let isBroken = result.checks.contains {
      $0.status == .failed || $0.status == .error || strict && $0.status == .unjudged
    }
    if outcome == .failed, !isBroken { result.outcome = .passed }
    return result
  }
}
