/// `hostname` (RFC 1123 section 2.1) and `idn-hostname` (RFC 5890), both with labels checked as IDNA 2008 wants them.
enum HostnameFormat {
  static func acceptsASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !bytes.isEmpty, bytes.count <= 253 else { return false }
    var hasEncodedLabel = false
    for label in bytes.split(separator: 0x2E, omittingEmptySubsequences: false) {
      guard isLabel(label) else { return false }
      hasEncodedLabel = hasEncodedLabel || isEncoded(label)
    }
    return !hasEncodedLabel || InternationalHostname.accepts(String(decoding: bytes, as: UTF8.self))
  }

  static func acceptsUnicode(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    InternationalHostname.accepts(String(decoding: bytes, as: UTF8.self))
  }

  /// Letters, digits and hyphens, no hyphen at either end, at most 63.
  private static func isLabel(_ label: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = label.first, let last = label.last, label.count <= 63, first != 0x2D, last != 0x2D else {
      return false
    }
    return label.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2D }
  }

  /// Whether a label starts with `xn--`, in any case.
  private static func isEncoded(_ label: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    label.count >= 4 && label.prefix(4).map { ASCII.isLetter($0) ? $0 | 0x20 : $0 } == Array("xn--".utf8)
  }
}
