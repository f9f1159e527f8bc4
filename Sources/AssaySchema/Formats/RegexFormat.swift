import AssayRegex

/// `regex`: the syntax of ECMA-262, look-around and back-references included.
enum RegexFormat {
  static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    ECMARegex.isSyntacticallyValid(String(decoding: bytes, as: UTF8.self))
  }
}
