/// The formats `hostname` (RFC 1123 section 2.1) and `idn-hostname` (RFC 5890); labels of both are checked by the rules
/// of IDNA 2008.
enum HostnameFormat {
  static func acceptsASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !bytes.isEmpty, bytes.count <= 253 else { return false }
    var hasEncodedLabel = false
    var start = 0
    while start <= bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x2E { end &+= 1 }
      let label = UnsafeBufferPointer(rebasing: bytes[start..<end])
      guard isLabel(label) else { return false }
      hasEncodedLabel = hasEncodedLabel || isEncoded(label)
      start = end &+ 1
    }
    return !hasEncodedLabel || InternationalHostname.accepts(String(decoding: bytes, as: UTF8.self))
  }

  static func acceptsUnicode(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Each character of four bytes takes at least one of the 253 that a name may have in ASCII.
    bytes.count <= 4 * 253 && InternationalHostname.accepts(String(decoding: bytes, as: UTF8.self))
  }

  /// Returns true for 1 to 63 letters, digits and hyphens, without a hyphen at either end.
  private static func isLabel(_ label: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = label.first, let last = label.last, label.count <= 63, first != 0x2D, last != 0x2D else {
      return false
    }
    return label.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2D }
  }

  /// Returns true if a label starts with `xn--`, in any case.
  private static func isEncoded(_ label: UnsafeBufferPointer<UInt8>) -> Bool {
    label.count >= 4 && label[2] == 0x2D && label[3] == 0x2D && label[0] | 0x20 == 0x78 && label[1] | 0x20 == 0x6E
  }
}

/// `ipv4` (RFC 2673 section 3.2) and `ipv6` (RFC 4291 section 2.2).
enum IPAddressFormat {
  static func acceptsVersion4(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var cursor = ByteCursor(bytes)
    for part in 0..<4 {
      if part > 0, !cursor.skip(0x2E) { return false }
      var value = 0
      var count = 0
      while let byte = cursor.peek, ASCII.isDigit(byte), count < 4 {
        value = value * 10 + Int(byte - 0x30)
        count += 1
        _ = cursor.next()
      }
      guard count > 0, count < 4, value < 256, count == 1 || value >= (count == 2 ? 10 : 100) else { return false }
    }
    return cursor.isAtEnd
  }

  static func acceptsVersion6(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var groups = 0
    var isCompressed = false
    var position = 0
    func isColon(_ index: Int) -> Bool { index < bytes.count && bytes[index] == 0x3A }
    if isColon(0) {
      guard isColon(1) else { return false }
      (isCompressed, position) = (true, 2)
    }
    while position < bytes.count {
      let start = position
      while position < bytes.count, ASCII.isHexDigit(bytes[position]) { position += 1 }
      if position < bytes.count, bytes[position] == 0x2E {
        guard acceptsVersion4(UnsafeBufferPointer(rebasing: bytes[start...])) else { return false }
        groups += 2
        break
      }
      guard (1...4).contains(position - start) else { return false }
      groups += 1
      guard position < bytes.count else { break }
      guard isColon(position) else { return false }
      position += 1
      if isColon(position) {
        guard !isCompressed else { return false }
        isCompressed = true
        position += 1
      } else if position == bytes.count {
        return false
      }
    }
    return isCompressed ? groups < 8 : groups == 8
  }
}
