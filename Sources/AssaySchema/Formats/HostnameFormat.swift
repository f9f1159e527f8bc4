/// `hostname` (RFC 1123 section 2.1, RFC 5890 for labels that start with `xn--`) and `idn-hostname` (RFC 5890).
enum HostnameFormat {
  static func acceptsASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !bytes.isEmpty, bytes.count <= 253 else { return false }
    return bytes.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { isLabel($0) }
  }

  static func acceptsUnicode(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return acceptsASCII(bytes) }
    return InternationalHostname.accepts(String(decoding: bytes, as: UTF8.self))
  }

  /// Letters, digits and hyphens, no hyphen at either end, at most 63.
  static func isLabel(_ label: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = label.first, let last = label.last, label.count <= 63, first != 0x2D, last != 0x2D else {
      return false
    }
    guard label.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == 0x2D }) else { return false }
    return InternationalHostname.acceptsReserved(String(decoding: label, as: UTF8.self))
  }
}
