import AssayRegex

/// Host names as IDNA 2008 defines them (RFC 5890 to 5893).
enum InternationalHostname {
  static func accepts(_ name: String) -> Bool {
    let separators: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
    let labels = name.unicodeScalars.split(omittingEmptySubsequences: false) { separators.contains($0) }
    var decoded: [[Unicode.Scalar]] = []
    var length = labels.count - 1
    for label in labels {
      guard let (scalars, encodedLength) = decode(Array(label)), encodedLength <= 63 else { return false }
      decoded.append(scalars)
      length += encodedLength
    }
    return length <= 253 && BidiRule.accepts(decoded)
  }

  /// A label in Unicode, and how long it is in ASCII; `nil` where it is no valid label.
  private static func decode(_ label: [Unicode.Scalar]) -> ([Unicode.Scalar], Int)? {
    guard !label.isEmpty else { return nil }
    guard label.allSatisfy(\.isASCII) else {
      guard isUnicodeLabel(label), let encoded = Punycode.encode(label) else { return nil }
      return (label, encoded.count + 4)
    }
    let lower = label.map { Unicode.Scalar($0.properties.lowercaseMapping) ?? $0 }
    guard lower.allSatisfy({ ScalarSet.word.contains($0.value) && $0 != "_" || $0 == "-" }), lower.first != "-",
      lower.last != "-"
    else { return nil }
    guard lower.count > 3, lower[2] == "-", lower[3] == "-" else { return (label, label.count) }
    guard lower[0] == "x", lower[1] == "n", let inner = Punycode.decode(Array(lower.dropFirst(4))),
      inner.contains(where: { !$0.isASCII }), isUnicodeLabel(inner), Punycode.encode(inner) == Array(lower.dropFirst(4))
    else { return nil }
    return (inner, label.count)
  }

  /// RFC 5891 section 4.2.3.
  private static func isUnicodeLabel(_ label: [Unicode.Scalar]) -> Bool {
    guard let first = label.first, first != "-", label.last != "-" else { return false }
    if label.count > 3, label[2] == "-", label[3] == "-" { return false }
    switch first.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return false
    default: break
    }
    return label.indices.allSatisfy { position in
      switch IDNACodePoint.status(of: label[position]) {
      case .valid: true
      case .disallowed: false
      case .contextual: IDNAContext.accepts(label, at: position)
      }
    }
  }
}
