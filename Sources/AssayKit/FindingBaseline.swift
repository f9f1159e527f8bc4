public import AssayFindings
import AssayJSON
import AssayReport

/// The faults a team knows of: a gate fails on what is new alone. `assay verify --baseline FILE`.
public struct FindingBaseline: Sendable, Hashable {
  /// A fault that is known.
  public struct Entry: Sendable, Hashable {
    /// The contract's `service`.
    public var contract: String
    /// What the fault is known again by, the same in each run and release.
    public var key: String
    /// The level of the broken promise, its rule, the check that found it and what it said, for people.
    public var level: Level
    /// The rule, by its id.
    public var rule: String
    /// The check that found it.
    public var check: String
    /// What it said.
    public var message: String
    /// Why it was accepted and until when.
    public var acceptance: Acceptance
  }

  /// The faults, in the order of the file.
  public var entries: [Entry]

  /// Makes a baseline; without entries, every fault is new.
  public init(entries: [Entry] = []) { self.entries = entries }

  /// Reads the file at `path`, described by `contracts/baseline.schema.json`.
  ///
  /// Throws ``ConformanceError/baseline(path:reason:)`` where it cannot be read or is none.
  public init(contentsOf path: String) throws(ConformanceError) {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: try FileAccess.read(path))
    } catch let error as FileAccess.Failure {
      throw .baseline(path: path, reason: "cannot be read: \(error.reason)")
    } catch {
      throw .baseline(path: path, reason: "is not JSON: \(error)")
    }
    guard document.root["baseline"]?.string == "1", let items = document.root["findings"], items.kind == .array else {
      throw .baseline(path: path, reason: "is no baseline of assay verify; --update-baseline writes one")
    }
    entries = []
    for item in items.items {
      func text(_ name: String) -> String { item[name]?.string ?? "" }
      func mistake(_ words: String) -> ConformanceError {
        let place = document.location(ofByte: item.byteRange.lowerBound)
        return .baseline(path: path, reason: "has a mistake at \(place.line):\(place.column): \(words)")
      }
      guard item["contract"]?.string != nil, item["key"]?.string != nil else {
        throw mistake("an entry needs `contract` and `key`")
      }
      let until = text("until")
      guard until.isEmpty || until.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil else {
        throw mistake("`until` is a day such as 2026-12-31, not \(until)")
      }
      entries.append(
        Entry(
          contract: text("contract"),
          key: text("key"),
          level: Level(rawValue: text("level")) ?? .must,
          rule: text("rule"),
          check: text("check"),
          message: text("message"),
          acceptance: Acceptance(reason: text("reason"), until: until)
        )
      )
    }
  }

  /// The baseline as its file has it; ends with a line's end.
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
        }
      }
    }
    return writer.text + "\n"
  }

  /// Why the fault is accepted today; `nil` where it is not, or no longer.
  func acceptance(of finding: Finding, in contract: String) -> Acceptance? {
    let key = Fingerprint.key(of: finding)
    let known = entries.first { $0.contract == contract && $0.key == key }?.acceptance
    return known.flatMap { $0.until.isEmpty || $0.until >= SystemClock.today ? $0 : nil }
  }

  /// The entries whose last day has passed.
  public func expired() -> [Entry] {
    let today = SystemClock.today
    return entries.filter { !$0.acceptance.until.isEmpty && $0.acceptance.until < today }
  }

  /// The entries `results` show to be gone: the check was made, and does not find them.
  public func healed(in results: [RunResult]) -> [Entry] {
    entries.filter { entry in
      results.contains { result in
        result.contract == entry.contract && !result.findings.contains { Fingerprint.key(of: $0) == entry.key }
          && result.checks.contains {
            $0.id == entry.check && ($0.status == .passed || $0.status == .warned || $0.status == .failed)
          }
      }
    }
  }

  /// The baseline that accepts all that `results` found, without what has healed; why and until when stays, where the day
  /// has not passed.
  public func updated(by results: [RunResult]) -> FindingBaseline {
    let healed = Set(healed(in: results))
    let expired = Set(expired())
    var updated = entries.filter { !healed.contains($0) }
    for index in updated.indices where expired.contains(updated[index]) { updated[index].acceptance.until = "" }
    for result in results {
      for finding in result.findings where finding.level > .may {
        let key = Fingerprint.key(of: finding)
        guard !updated.contains(where: { $0.contract == result.contract && $0.key == key }) else { continue }
        updated.append(
          Entry(
            contract: result.contract,
            key: key,
            level: finding.level,
            rule: finding.rule.id,
            check: finding.check,
            message: VisibleText.line(finding.message, limit: 400),
            acceptance: Acceptance()
          )
        )
      }
    }
    return FindingBaseline(entries: updated)
  }
}

extension Finding {
  func accepted(by baseline: FindingBaseline?, in contract: String) -> Finding {
    var finding = self
    finding.accepted = baseline?.acceptance(of: self, in: contract)
    return finding
  }
}

extension CheckResult {
  /// The result with its status read off `findings` once more, some of which are known.
  func accepting(_ findings: [Finding], strict: Bool) -> CheckResult {
    guard status == .failed || status == .warned, findings.contains(where: { $0.accepted != nil }) else { return self }
    var check = self
    let fails = findings.contains { $0.accepted == nil && ($0.level == .must || strict && $0.level == .should) }
    check.status = fails ? .failed : .warned
    return check
  }
}

extension RunResult {
  /// The result with the faults of `baseline` taken for known.
  package func accepting(_ baseline: FindingBaseline?, strict: Bool) -> RunResult {
    guard let baseline else { return self }
    var result = self
    result.findings = findings.map { $0.accepted(by: baseline, in: contract) }
    let positions = result.findingsByCheck
    for index in checks.indices {
      let own = (positions[checks[index].id] ?? []).map { result.findings[$0] }
      result.checks[index] = checks[index].accepting(own, strict: strict)
    }
    let isBroken = result.checks.contains { $0.status == .failed || $0.status == .error }
    if outcome == .failed, !isBroken { result.outcome = .passed }
    return result
  }
}
