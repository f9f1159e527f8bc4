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
      promise = finding.promise?.pointer ?? ""
      detail = Self.detail(of: finding)
    }

    /// Where several faults can break one promise, what tells them apart.
    private static func detail(of finding: Finding) -> String {
      switch finding.rule {
      case "schema.required", "schema.additionalProperties", "poll.transition", "poll.unknownState",
        "stream.unknownEvent":
        finding.expected + "\u{0}" + finding.actual
      case "response.status": finding.actual
      default: finding.promise == nil ? finding.location : ""
      }
    }
  }

  private(set) var findings: [Finding] = []
  private var places: [Fault: Int] = [:]

  var isEmpty: Bool { findings.isEmpty }

  /// Adds a finding; one for a fault already known only counts. Returns the finding's place.
  @discardableResult
  mutating func add(_ finding: Finding) -> Int {
    let fault = Fault(finding)
    if let place = places[fault] {
      findings[place].occurrences += finding.occurrences
      findings[place].level = max(findings[place].level, finding.level)
      if !finding.check.isEmpty, finding.check != findings[place].check, !findings[place].alsoIn.contains(finding.check)
      {
        findings[place].alsoIn.append(finding.check)
      }
      return place
    }
    places[fault] = findings.count
    findings.append(finding)
    return findings.count - 1
  }

  mutating func add(_ found: [Finding]) {
    for finding in found { add(finding) }
  }

  /// Rewrites the finding at `place`, when later events show what the fault really was.
  mutating func amend(_ place: Int, _ change: (inout Finding) -> Void) {
    change(&findings[place])
  }
}
