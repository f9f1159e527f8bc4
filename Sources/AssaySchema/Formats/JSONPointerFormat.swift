/// `json-pointer` (RFC 6901 section 5) and `relative-json-pointer`.
enum JSONPointerFormat {
  static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    guard first == 0x2F else { return false }
    for (position, byte) in bytes.enumerated() where byte == 0x7E {
      guard position + 1 < bytes.count, bytes[position + 1] == 0x30 || bytes[position + 1] == 0x31 else { return false }
    }
    return true
  }

  static func acceptsRelative(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var cursor = ByteCursor(bytes)
    let startsWithZero = cursor.peek == 0x30
    guard let digits = cursor.digits(), digits == 1 || !startsWithZero else { return false }
    if cursor.skip(0x23) { return cursor.isAtEnd }
    return accepts(UnsafeBufferPointer(rebasing: bytes[cursor.position...]))
  }
}
