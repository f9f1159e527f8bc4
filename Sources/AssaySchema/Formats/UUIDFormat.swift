/// `uuid`: RFC 4122 section 3.
enum UUIDFormat {
  static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == 36 else { return false }
    for (position, byte) in bytes.enumerated() {
      switch position {
      case 8, 13, 18, 23: if byte != 0x2D { return false }
      default: if !ASCII.isHexDigit(byte) { return false }
      }
    }
    return true
  }
}
