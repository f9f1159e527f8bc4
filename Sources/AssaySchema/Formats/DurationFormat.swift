/// `duration`: RFC 3339 appendix A.
enum DurationFormat {
  static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var cursor = ByteCursor(bytes)
    guard cursor.skip(0x50), !cursor.isAtEnd else { return false }
    guard let date = units(&cursor, "YMWD") else { return false }
    guard !cursor.isAtEnd else { return isConsecutive(date, in: "YMD") || date == "W" }
    guard cursor.skip(0x54), let time = units(&cursor, "HMS"), cursor.isAtEnd, !date.contains("W") else { return false }
    return isConsecutive(time, in: "HMS") && (date.isEmpty || isConsecutive(date, in: "YMD"))
  }

  /// The units of the numbers that stand here, in the order they come.
  private static func units(_ cursor: inout ByteCursor, _ known: String) -> String? {
    var found = ""
    while cursor.digits() != nil {
      guard let byte = cursor.next() else { return nil }
      let unit = Character(Unicode.Scalar(byte))
      guard known.contains(unit) else { return nil }
      found.append(unit)
    }
    return found
  }

  /// Whether units follow each other without a gap, as `P1Y2D` does not.
  private static func isConsecutive(_ units: String, in order: String) -> Bool {
    !units.isEmpty && order.contains(units)
  }
}
