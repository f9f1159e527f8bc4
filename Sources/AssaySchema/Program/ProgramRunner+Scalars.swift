import AssayJSON
import AssayRegex

extension ProgramRunner {
  /// Returns the text of a number.
  @inline(__always)
  func digits(_ number: TapePlace) -> UnsafeBufferPointer<UInt8> {
    let entry = number.pointee
    return UnsafeBufferPointer(start: text + Int(entry.start), count: Int(entry.end &- entry.start))
  }

  /// Returns the bytes between the quotes of a string.
  @inline(__always)
  func characters(_ string: TapePlace) -> UnsafeBufferPointer<UInt8> {
    let entry = string.pointee
    return UnsafeBufferPointer(start: text + Int(entry.start &+ 1), count: Int(entry.end &- entry.start &- 2))
  }

  // MARK: Strings

  @inline(__always)
  func isLong(_ string: TapePlace, _ limit: UInt64) -> Bool {
    if UInt64(characters(string).count) < limit { return false }
    return string.pointee.isPlain ? true : isLongWhenCounted(string, limit)
  }

  @inline(__always)
  func isShort(_ string: TapePlace, _ limit: UInt64) -> Bool {
    if UInt64(characters(string).count) <= limit { return true }
    return string.pointee.isPlain ? false : isShortWhenCounted(string, limit)
  }

  @inline(never)
  private func isLongWhenCounted(_ string: TapePlace, _ limit: UInt64) -> Bool { length(string) >= limit }

  @inline(never)
  private func isShortWhenCounted(_ string: TapePlace, _ limit: UInt64) -> Bool { length(string) <= limit }

  /// Returns the number of characters, by counting them.
  @inline(never)
  private func length(_ string: TapePlace) -> UInt64 {
    value(string).withStringBytes { bytes in bytes.reduce(0) { $1 & 0xC0 != 0x80 ? $0 + 1 : $0 } }
  }

  @inline(never)
  func isOneOf(_ string: TapePlace, _ names: Int) -> Bool { isOneOf(string, tables.names + names) }

  @inline(__always)
  func isOneOf(_ string: TapePlace, _ names: UnsafePointer<NameTable>) -> Bool { slot(of: string, in: names) != nil }

  /// Returns true if a string, or a key, matches a regular expression.
  @inline(never)
  func matches(_ string: TapePlace, _ regex: Int) -> Bool {
    tables.matchers[regex]._withUnsafeGuaranteedRef { matcher in
      string.pointee.isEscaped
        ? value(string).withStringBytes(matcher.contains) : matcher.contains(characters(string))
    }
  }

  @inline(never)
  func isOfFormat(_ string: TapePlace, _ format: Int) -> Bool {
    guard let format = StringFormat(rawValue: UInt8(truncatingIfNeeded: format)) else { return true }
    return string.pointee.isEscaped
      ? value(string).withStringBytes(format.accepts) : format.accepts(characters(string))
  }

  @inline(never)
  func isConstant(_ place: TapePlace, _ constants: Int) -> Bool {
    program.takeUnretainedValue().constants[constants].contains(value(place))
  }

  // MARK: Numbers

  @inline(never)
  func isMultiple(_ number: TapePlace, _ divisor: Int) -> Bool {
    let bound = tables.bounds[divisor]
    if bound.isSmall, let value = SmallDecimal(digits(number)),
      let isMultiple = value.isMultiple(of: bound.mantissa, bound.scale)
    {
      return isMultiple
    }
    return value(number).number?.isMultiple(of: program.takeUnretainedValue().exactNumbers[divisor]) == true
  }

  @inline(never)
  func isInteger(_ number: TapePlace) -> Bool { value(number).number?.isInteger == true }

  @inline(__always)
  func isWithin(_ number: TapePlace, _ range: Int) -> Bool {
    let value = number.pointee.count
    if value == JSONTapeEntry.saturatedCount { return isLargeWithin(number, range) }
    return tables.integerRanges[range].contains(Int64(value))
  }

  /// Returns true if an integer that is too large to be stored in its entry of the parsed document is within a range.
  @inline(never)
  private func isLargeWithin(_ number: TapePlace, _ range: Int) -> Bool {
    tables.integerRanges[range].contains(IntegerRange.saturated(digits(number)))
  }

  @inline(never)
  func keepsBound(_ number: TapePlace, _ bound: Int) -> Bool {
    tables.bounds[bound].accepts(digits(number)) ?? keepsExactBound(number, bound)
  }

  @inline(never)
  private func keepsExactBound(_ number: TapePlace, _ bound: Int) -> Bool {
    guard let number = value(number).number else { return true }
    return tables.bounds[bound].accepts(number, exact: program.takeUnretainedValue().exactNumbers[bound])
  }
}
