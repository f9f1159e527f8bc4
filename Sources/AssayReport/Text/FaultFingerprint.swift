import AssayFindings
import AssayText

/// The identity of a fault for a service that tracks faults over many runs. It excludes the message, which may contain
/// received values.
struct FaultFingerprint {
  /// The contract, the operation, the rule and the place, without the numbers of events, polls and items, which vary.
  let text: String

  init(_ finding: Finding, of contract: String) {
    text = [contract, finding.operation, finding.rule.id, Self.place(of: finding)].joined(separator: "|")
  }

  /// The fingerprint as sixteen hexadecimal digits of the text's SHA-256.
  var digest: String { Self.digest(of: [text]) }

  /// Returns the hexadecimal digits of `bytes` bytes of a hash over all parts.
  static func digest(of parts: [String], bytes: Int = 8) -> String {
    let hash = SHA256.digest(of: Array(parts.joined(separator: "\u{0}").utf8))
    return hash.prefix(bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func place(of finding: Finding) -> String {
    let moment =
      switch finding.place.moment {
      case .event: ["event"]
      case .poll: ["poll"]
      case .answer: ["answer"]
      case .afterEvent: ["after", "event"]
      case nil: [String]()
      }
    var general = Place(nil, finding.place.part)
    if case .value(let path) = general.part {
      general.part = .value(ValuePath(path.steps.filter { if case .item = $0 { false } else { true } }))
    }
    let part = general.description.split { $0 == " " || $0 == "/" }.map(String.init)
    return (moment + part).joined(separator: "/")
  }
}
