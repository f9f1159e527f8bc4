/// What makes two findings the same fault: the promise they break, not the value that broke it.
package struct FindingIdentity: Hashable, Sendable {
  package var rule: String
  package var operation: String
  package var promise: String
  package var detail: String

  /// The same without what tells faults of one promise apart.
  package var kind: FindingIdentity {
    var kind = self
    kind.detail = ""
    return kind
  }

  package init(rule: String, operation: String, promise: String = "", detail: String = "") {
    self.rule = rule
    self.operation = operation
    self.promise = promise
    self.detail = detail
  }

  package init(_ finding: Finding) {
    rule = finding.rule
    operation = finding.operation
    (promise, detail) = Self.identity(of: finding)
  }

  /// The promise, and where several faults can break one promise, what tells them apart.
  private static func identity(of finding: Finding) -> (promise: String, detail: String) {
    let promise = finding.promise?.pointer ?? ""
    switch finding.rule {
    // The member that is missing, whatever else its object has.
    case "schema.required": return (promise, finding.expected)
    case "schema.additionalProperties", "poll.transition", "poll.unknownState",
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

extension Finding {
  /// Whether it tells of a server that cannot be reached rather than of an answer.
  package var isAboutServer: Bool { location.hasPrefix("server ") }
}
