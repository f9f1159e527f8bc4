import AssayJSON

extension ProgramRunner {
  /// The bytes of a value, without the quotes where it is a string.
  @inline(__always)
  func bytes(_ entry: JSONTapeEntry, inset: UInt32) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: text + Int(entry.start &+ inset),
      count: Int(entry.end &- entry.start &- inset &- inset)
    )
  }

  // MARK: Strings

  @inline(__always)
  func isLong(_ index: Int, _ limit: UInt64) -> Bool {
    let entry = tape[index]
    let length = UInt64(entry.end &- entry.start &- 2)
    if length < limit { return false }
    if entry.isPlain { return true }
    return characters(index) >= limit
  }

  @inline(__always)
  func isShort(_ index: Int, _ limit: UInt64) -> Bool {
    let entry = tape[index]
    if UInt64(entry.end &- entry.start &- 2) <= limit { return true }
    if entry.isPlain { return false }
    return characters(index) <= limit
  }

  @inline(never)
  private func characters(_ index: Int) -> UInt64 {
    value(index).withStringBytes { bytes in bytes.reduce(0) { $1 & 0xC0 != 0x80 ? $0 + 1 : $0 } }
  }

  @inline(never)
  func isOneOf(_ index: Int, _ names: UnsafePointer<NameTable>) -> Bool {
    let entry = tape[index]
    if entry.isEscaped { return isEscapedOneOf(index, names) }
    let bytes = bytes(entry, inset: 1)
    guard let start = bytes.baseAddress else { return false }
    let key = NameTable.Key(start, bytes.count, end: textEnd)
    return names.pointee.position(of: key, start, guess: 0, names: tables.text) >= 0
  }

  @inline(never)
  private func isEscapedOneOf(_ index: Int, _ names: UnsafePointer<NameTable>) -> Bool {
    value(index).withStringBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      let key = NameTable.Key(start, bytes.count, end: start + bytes.count)
      return names.pointee.position(of: key, start, guess: 0, names: tables.text) >= 0
    }
  }

  /// Whether a string, or a key, matches a regular expression.
  @inline(never)
  func matches(_ index: Int, _ regex: Int) -> Bool {
    let entry = tape[index]
    return tables.matchers[regex]._withUnsafeGuaranteedRef { matcher in
      entry.isEscaped ? value(index).withStringBytes(matcher.contains) : matcher.contains(bytes(entry, inset: 1))
    }
  }

  @inline(never)
  func isOfFormat(_ index: Int, _ format: UInt8) -> Bool {
    guard let format = StringFormat(rawValue: format) else { return true }
    let entry = tape[index]
    return entry.isEscaped ? value(index).withStringBytes(format.accepts) : format.accepts(bytes(entry, inset: 1))
  }

  @inline(never)
  func isConstant(_ index: Int, _ constants: Int) -> Bool {
    program.takeUnretainedValue().constants[constants].contains(value(index))
  }

  // MARK: Numbers

  @inline(never)
  func isMultiple(_ index: Int, _ divisor: Int) -> Bool? {
    let divisor = tables.bounds[divisor]
    guard divisor.isSmall, let value = SmallDecimal(bytes(tape[index], inset: 0)) else { return nil }
    return value.isMultiple(of: divisor.mantissa, divisor.scale)
  }

  @inline(never)
  func isInteger(_ index: Int) -> Bool { value(index).number?.isInteger == true }

  @inline(never)
  func keepsBound(_ index: Int, _ bound: Int) -> Bool {
    let entry = tape[index]
    return tables.bounds[bound].accepts(bytes(entry, inset: 0)) ?? keepsExactBound(index, bound)
  }

  @inline(never)
  private func keepsExactBound(_ index: Int, _ bound: Int) -> Bool {
    guard let number = value(index).number else { return true }
    return program.takeUnretainedValue().exactBounds[tables.bounds[bound].exact].accepts(number)
  }
}
