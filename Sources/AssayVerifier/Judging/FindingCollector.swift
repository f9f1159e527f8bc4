import AssayFindings

/// Gathers findings so that one fault stays one finding, however often it shows.
struct FindingCollector: Sendable {
  /// What makes two findings the same fault: the promise they break, not the value that broke it.
  struct Fault: Hashable, Sendable {
    var rule: String
    var operation: String
    var promise: String
    var detail: String

    init(_ finding: Finding) {
      rule = finding.rule
      operation = finding.operation
      (promise, detail) = Self.identity(of: finding)
    }

    /// The promise, and where several faults can break one promise, what tells them apart.
    private static func identity(of finding: Finding) -> (promise: String, detail: String) {
      let promise = finding.promise?.pointer ?? ""
      switch finding.rule {
      case "schema.required", "schema.additionalProperties", "poll.transition", "poll.unknownState",
        "stream.unknownEvent", "stream.missing":
        return (promise, finding.expected + "\u{0}" + finding.actual)
      // The event that is out of place, whatever it came after.
      case "stream.order", "stream.repeated": return (promise, finding.actual)
      // An answer that is none at all is the same fault, whatever each step wanted of it.
      case "response.status": return ("", finding.actual)
      case "response.json", "response.empty": return ("", "")
      case let rule where rule.hasPrefix("transport."): return ("", finding.isAboutServer ? finding.location : "")
      // Steps and scenarios may state the same rule, each in its own place.
      case "invariant": return ("", finding.expected)
      default: return (promise, finding.promise == nil ? finding.location : "")
      }
    }
  }

  private(set) var findings: [Finding] = []
  private var places: [Fault: Int] = [:]
  /// The first finding of a rule over each place of a body.
  private var ruled: [[String]: Int] = [:]

  var isEmpty: Bool { findings.isEmpty }

  /// Adds a finding; one for a fault already known only counts. Returns the finding's place.
  @discardableResult
  mutating func add(_ finding: Finding) -> Int {
    let fault = Fault(finding)
    if let place = places[fault] ?? placeElsewhere(of: finding) {
      findings[place].occurrences += finding.occurrences
      findings[place].level = max(findings[place].level, finding.level)
      if !finding.check.isEmpty, finding.check != findings[place].check, !findings[place].alsoIn.contains(finding.check)
      {
        findings[place].alsoIn.append(finding.check)
      }
      return place
    }
    places[fault] = findings.count
    if finding.isRuleOverBody, ruled[finding.faultyPlace] == nil { ruled[finding.faultyPlace] = findings.count }
    findings.append(finding)
    return findings.count - 1
  }

  /// The finding another check made of the same place of the same operation's answer: each step has rules of its own
  /// for it, and a value that is wrong breaks them all.
  private func placeElsewhere(of finding: Finding) -> Int? {
    guard finding.isRuleOverBody, let place = ruled[finding.faultyPlace], findings[place].check != finding.check else {
      return nil
    }
    return place
  }

  mutating func add(_ found: [Finding]) {
    for finding in found { add(finding) }
  }

  /// Rewrites the finding at `place`, when later events show what the fault really was.
  mutating func amend(_ place: Int, _ change: (inout Finding) -> Void) {
    change(&findings[place])
    let fault = Fault(findings[place])
    if places[fault] == nil { places[fault] = place }
  }
}

extension Finding {
  fileprivate var isRuleOverBody: Bool { rule == "invariant" && location.hasPrefix("/") }
  fileprivate var faultyPlace: [String] { [operation, location, level.rawValue] }
}
