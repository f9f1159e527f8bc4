/// Where bytes stop being UTF-8 (RFC 3629 section 4, Unicode table 3-7).
enum UTF8Validation {
  /// What a look at a run of bytes found.
  enum Outcome: Equatable {
    case valid
    /// The index of the first byte that no sequence can hold at its place.
    case invalid(Int)
    /// All is well but for a sequence that begins here and is not finished.
    case unfinished(Int)
  }

  /// Judges `bytes` as a whole.
  static func check(_ bytes: UnsafeBufferPointer<UInt8>) -> Outcome {
    var index = ByteScan.nonASCII(in: bytes, from: 0)
    while index < bytes.count {
      guard let (length, second) = form(bytes[index]) else { return .invalid(index) }
      for offset in 1..<length {
        guard index + offset < bytes.count else { return .unfinished(index) }
        let allowed = offset == 1 ? second : 0x80...0xBF
        guard allowed.contains(bytes[index + offset]) else { return .invalid(index) }
      }
      index = ByteScan.nonASCII(in: bytes, from: index + length)
    }
    return .valid
  }

  /// The length of the sequence `lead` begins, and which bytes may stand second in it.
  private static func form(_ lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
    switch lead {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: nil
    }
  }
}
