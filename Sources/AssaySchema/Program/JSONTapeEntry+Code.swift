import AssayJSON

// Nothing of another module is inlined into the interpreter's loop, so what it asks of every entry is said here again.
extension JSONTapeEntry {
  /// 0 to 7: the kind, integers apart.
  @inline(__always) var code: Int { Int(word & 7) }
  /// Whether a string's bytes differ from its characters.
  @inline(__always) var isEscaped: Bool { word & (1 << 8) != 0 }
  /// Whether a string has as many characters as bytes.
  @inline(__always) var isPlain: Bool { word & (3 << 8) == 0 }
  /// The number of items or members, or the value of an integer; where it is saturated, the text has to tell.
  @inline(__always) var count: Int { Int(word >> 9) }
  @inline(__always) static var saturatedCount: Int { 0x7F_FFFF }
}
