import AssayFindings
import AssayReport

extension ClientVerdict {
  /// The verdict on a broken promise.
  init(on finding: Finding) {
    let facts = finding.rule.facts
    // A client that takes a promise for no more than a suggestion was written to do without it.
    if finding.level < .must, !facts.isLostAnyway {
      self = .ignores
      return
    }
    switch facts.fate {
    case .ignores: self = .ignores
    case .throws: self = .throws
    case .losesData: self = .losesData
    case .byFormat:
      guard case .schema(let reason) = finding.reason.core, case .format(let name) = reason.fact else {
        self = .losesData
        return
      }
      self = Self.decoded.contains(name) ? .throws : .losesData
    }
  }

  /// Formats a client has types for: a value that does not parse stops it.
  private static let decoded: Set<String> = ["date-time", "date", "uuid", "uri"]
}
