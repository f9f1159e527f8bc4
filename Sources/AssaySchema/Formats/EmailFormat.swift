/// `email` (RFC 5321 section 4.1.2) and `idn-email` (RFC 6531 section 3.3).
enum EmailFormat {
  static func acceptsASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { accepts(bytes, isInternational: false) }
  static func acceptsUnicode(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { accepts(bytes, isInternational: true) }

  private static func accepts(_ bytes: UnsafeBufferPointer<UInt8>, isInternational: Bool) -> Bool {
    guard let at = bytes.lastIndex(of: 0x40) else { return false }
    return isLocalPart(bytes[..<at], isInternational)
      && isDomain(UnsafeBufferPointer(rebasing: bytes[(at + 1)...]), isInternational)
  }

  private static func isLocalPart(_ local: Slice<UnsafeBufferPointer<UInt8>>, _ isInternational: Bool) -> Bool {
    guard let first = local.first, local.count <= 64 else { return false }
    if first == 0x22 { return isQuoted(local, isInternational) }
    var isAfterDot = true
    for byte in local {
      if byte == 0x2E {
        if isAfterDot { return false }
        isAfterDot = true
      } else {
        guard isAtomText(byte) || (isInternational && byte >= 0x80) else { return false }
        isAfterDot = false
      }
    }
    return !isAfterDot
  }

  private static func isQuoted(_ local: Slice<UnsafeBufferPointer<UInt8>>, _ isInternational: Bool) -> Bool {
    guard local.count >= 2, local.last == 0x22 else { return false }
    var isEscaped = false
    for byte in local.dropFirst().dropLast() {
      guard byte >= 0x20, byte < 0x7F || (isInternational && byte >= 0x80) else { return false }
      if isEscaped {
        isEscaped = false
      } else if byte == 0x5C {
        isEscaped = true
      } else if byte == 0x22 {
        return false
      }
    }
    return !isEscaped
  }

  private static func isAtomText(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2F, 0x3D, 0x3F, 0x5E...0x60, 0x7B...0x7E: true
    default: ASCII.isAlphanumeric(byte)
    }
  }

  private static func isDomain(_ domain: UnsafeBufferPointer<UInt8>, _ isInternational: Bool) -> Bool {
    guard domain.first == 0x5B else {
      return isInternational ? HostnameFormat.acceptsUnicode(domain) : HostnameFormat.acceptsASCII(domain)
    }
    guard domain.count > 2, domain.last == 0x5D else { return false }
    let literal = UnsafeBufferPointer(rebasing: domain[1..<(domain.count - 1)])
    let tag = Array("ipv6:".utf8)
    if literal.count > tag.count, literal.prefix(tag.count).map({ $0 | 0x20 }).elementsEqual(tag.map { $0 | 0x20 }) {
      return IPAddressFormat.acceptsVersion6(UnsafeBufferPointer(rebasing: literal[tag.count...]))
    }
    return IPAddressFormat.acceptsVersion4(literal)
  }
}
