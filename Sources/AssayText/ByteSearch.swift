extension UnsafeRawBufferPointer {
  /// Returns true if `byte` occurs in this text.
  package func contains(byte: UInt8) -> Bool {
    for index in 0..<count where self[index] == byte { return true }
    return false
  }

  /// Returns true if the bytes of `part`, which must not be empty, occur in this text. Takes linear time if the first
  /// byte of `part` is rare.
  package func contains(_ part: StaticString) -> Bool {
    let (wanted, length) = (part.utf8Start, part.utf8CodeUnitCount)
    guard count >= length else { return false }
    for start in 0...count - length where self[start] == wanted[0] {
      if (1..<length).allSatisfy({ self[start + $0] == wanted[$0] }) { return true }
    }
    return false
  }
}
