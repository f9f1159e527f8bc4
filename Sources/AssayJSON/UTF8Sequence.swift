/// Well-formed UTF-8 (Unicode table 3-7, RFC 3629): no overlong forms, no surrogates, nothing above U+10FFFF.
package enum UTF8Sequence {
  /// The length of the well-formed sequence that starts at `offset`, or `nil` without one.
  package static func length(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int? {
    guard let base = bytes.baseAddress, offset < bytes.count else { return nil }
    return length(at: base + offset, base + bytes.count)
  }

  /// Returns the length of the well-formed sequence at `cursor`, which must be before `end`, or `nil` without one.
  static func length(at cursor: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int? {
    func continuation(_ distance: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      distance < end - cursor && range.contains(cursor[distance])
    }
    switch cursor.pointee {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: return continuation(1) ? 2 : nil
    case 0xE0: return continuation(1, 0xA0...0xBF) && continuation(2) ? 3 : nil
    case 0xE1...0xEC, 0xEE...0xEF: return continuation(1) && continuation(2) ? 3 : nil
    case 0xED: return continuation(1, 0x80...0x9F) && continuation(2) ? 3 : nil
    case 0xF0: return continuation(1, 0x90...0xBF) && continuation(2) && continuation(3) ? 4 : nil
    case 0xF1...0xF3: return continuation(1) && continuation(2) && continuation(3) ? 4 : nil
    case 0xF4: return continuation(1, 0x80...0x8F) && continuation(2) && continuation(3) ? 4 : nil
    default: return nil
    }
  }
}
