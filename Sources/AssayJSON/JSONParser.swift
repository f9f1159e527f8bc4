/// The bounds a JSON text must keep to be read at all.
package struct JSONLimits: Sendable {
  /// The deepest nesting of arrays and objects, in levels.
  package var depth: Int
  /// The longest text, in bytes. Never above 4 GiB: offsets on the tape are 32 bits wide.
  package var size: Int

  /// The most values, including keys; each takes 16 bytes of memory, however short it is.
  package var values: Int

  /// Makes limits; the defaults suit files (512 levels, 256 MiB, 16 million values).
  package init(depth: Int = 512, size: Int = 256 << 20, values: Int = 1 << 24) {
    self.depth = depth
    self.size = min(size, Int(UInt32.max) - 1)
    self.values = values
  }

  /// The limits for reading a backend's response.
  package static let answer = JSONLimits(values: 1 << 21)
}

/// A parser from RFC 8259 text to a tape, in one pass and without recursion: nesting uses heap, never stack.
///
/// It uses pointers rather than arrays, since a run spends most of its time in this loop.
struct JSONParser {
  private let base: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  private let limits: JSONLimits

  /// The tape of `bytes`, whose memory belongs to the caller.
  static func parse(_ bytes: [UInt8], limits: JSONLimits) throws(JSONError) -> JSONTapeBuilder {
    guard bytes.count <= limits.size else { throw JSONError(.tooLarge(limit: limits.size), at: limits.size) }
    let result: Result<JSONTapeBuilder, JSONError> = bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress, !buffer.isEmpty else { return .failure(JSONError(.empty, at: 0)) }
      var tape = JSONTapeBuilder(capacity: buffer.count / 8 + 8)
      do throws(JSONError) {
        try JSONParser(base: base, end: base + buffer.count, limits: limits).run(&tape)
        return .success(tape)
      } catch {
        tape.entries.deallocate()
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The error for an encoding that JSON is not exchanged in, recognised by the first bytes (RFC 8259 section 8.1).
  private var otherEncoding: JSONError.Reason? {
    guard end - base >= 4 else { return nil }
    switch (base[0], base[1], base[2], base[3]) {
    case (0xFF, 0xFE, _, _), (0xFE, 0xFF, _, _), (0, _, 0, _), (_, 0, _, 0): return .utf16
    case (0xEF, 0xBB, 0xBF, _): return .byteOrderMark
    default: return nil
    }
  }

  private func run(_ output: inout JSONTapeBuilder) throws(JSONError) {
    // Copies in local variables stay in registers.
    var tape = output
    defer { output = tape }
    let base = base
    let end = end
    var cursor = skipWhiteSpace(base)
    guard cursor < end else { throw error(.empty, cursor) }
    if let reason = otherEncoding { throw error(reason, base) }
    // The innermost open container: its tape index, and its entry's word. An open container's `next` is its parent.
    var container = JSONParser.none
    var word: UInt32 = 0
    var depth = 0

    reading: while true {
      if UInt8(truncatingIfNeeded: word) == JSONKind.object.rawValue { try key(&cursor, &tape) }
      guard tape.count < limits.values else { throw error(.tooManyValues(limit: limits.values), cursor) }
      let start = offset(cursor)
      switch cursor.pointee {
      case 0x22:
        var flags = UInt32(JSONKind.string.rawValue)
        guard let quote = JSONStringScanner.closingQuote(cursor + 1, end, &flags) else { throw stringError(cursor) }
        cursor = quote + 1
        tape.append(flags, start, offset(cursor), next: UInt32(truncatingIfNeeded: tape.count &+ 1))

      case 0x7B, 0x5B:
        guard depth < limits.depth else { throw error(.tooDeep(limit: limits.depth), cursor) }
        depth &+= 1
        if container != JSONParser.none { tape.entries[Int(container)].word = word }
        let isObject = cursor.pointee == 0x7B
        word = UInt32(isObject ? JSONKind.object.rawValue : JSONKind.array.rawValue)
        tape.append(word, start, 0, next: container)
        container = UInt32(truncatingIfNeeded: tape.count &- 1)
        cursor = skipWhiteSpace(cursor + 1)
        guard cursor < end else { throw error(.unexpectedEnd, end) }
        if cursor.pointee != (isObject ? 0x7D : 0x5D) {
          word &+= 1 << JSONTapeEntry.countShift
          continue reading
        }

      case 0x2D, 0x30...0x39:
        var code: UInt32 = 0
        guard let after = JSONNumberScanner.end(of: cursor, end, &code) else {
          throw error(JSONNumberScanner.error(at: cursor, end), cursor)
        }
        cursor = after
        tape.append(code, start, offset(cursor), next: UInt32(truncatingIfNeeded: tape.count &+ 1))

      case 0x74: try literal("true", .true, &cursor, &tape)
      case 0x66: try literal("false", .false, &cursor, &tape)
      case 0x6E: try literal("null", .null, &cursor, &tape)
      default: throw error(.unexpectedByte(cursor.pointee), cursor)
      }

      // After a value: the end of containers, or a comma and one more.
      while container != JSONParser.none {
        if cursor < end, cursor.pointee <= 0x20 { cursor = skipWhiteSpace(cursor) }
        guard cursor < end else { throw error(.unexpectedEnd, end) }
        let isObject = UInt8(truncatingIfNeeded: word) == JSONKind.object.rawValue
        let byte = cursor.pointee
        if byte == 0x2C {
          let comma = cursor
          cursor += 1
          if cursor < end, cursor.pointee <= 0x20 { cursor = skipWhiteSpace(cursor) }
          guard cursor < end else { throw error(.unexpectedEnd, end) }
          let (counted, overflow) = word.addingReportingOverflow(1 << JSONTapeEntry.countShift)
          if !overflow { word = counted }
          if cursor.pointee == (isObject ? 0x7D : 0x5D) { throw error(.trailingComma, comma) }
          continue reading
        }
        guard byte == (isObject ? 0x7D : 0x5D) else {
          throw error(Self.startsValue(byte) ? .missingComma : .unexpectedByte(byte), cursor)
        }
        cursor += 1
        depth &-= 1
        let closed = tape.entries + Int(container)
        container = closed.pointee.next
        closed.pointee.word = word
        closed.pointee.end = offset(cursor)
        closed.pointee.next = UInt32(truncatingIfNeeded: tape.count)
        if container != JSONParser.none { word = tape.entries[Int(container)].word }
      }
      break
    }
    cursor = skipWhiteSpace(cursor)
    if cursor < end { throw error(.trailingContent, cursor) }
  }

  /// The marker for no container: an index that no entry can have, as texts are shorter than 4 GiB.
  private static let none = UInt32.max

  @inline(__always)
  private func offset(_ cursor: UnsafePointer<UInt8>) -> UInt32 { UInt32(truncatingIfNeeded: cursor - base) }

  /// Parses a key and its colon; the cursor is at the value afterwards.
  private func key(_ cursor: inout UnsafePointer<UInt8>, _ tape: inout JSONTapeBuilder) throws(JSONError) {
    guard cursor.pointee == 0x22 else { throw error(.keyNotString, cursor) }
    let start = offset(cursor)
    var flags = UInt32(JSONKind.string.rawValue)
    guard let quote = JSONStringScanner.closingQuote(cursor + 1, end, &flags) else { throw stringError(cursor) }
    cursor = quote + 1
    tape.append(flags, start, offset(cursor), next: UInt32(truncatingIfNeeded: tape.count &+ 1))
    if cursor < end, cursor.pointee <= 0x20 { cursor = skipWhiteSpace(cursor) }
    guard cursor < end else { throw error(.unexpectedEnd, end) }
    guard cursor.pointee == 0x3A else { throw error(.missingColon, cursor) }
    cursor += 1
    if cursor < end, cursor.pointee <= 0x20 { cursor = skipWhiteSpace(cursor) }
    guard cursor < end else { throw error(.unexpectedEnd, end) }
  }

  @inline(__always)
  private func literal(
    _ text: StaticString,
    _ kind: JSONKind,
    _ cursor: inout UnsafePointer<UInt8>,
    _ tape: inout JSONTapeBuilder
  ) throws(JSONError) {
    let length = text.utf8CodeUnitCount
    guard end - cursor >= length else { throw error(.invalidLiteral, cursor) }
    for position in 0..<length where cursor[position] != text.utf8Start[position] {
      throw error(.invalidLiteral, cursor)
    }
    let start = offset(cursor)
    cursor += length
    tape.append(UInt32(kind.rawValue), start, offset(cursor), next: UInt32(truncatingIfNeeded: tape.count &+ 1))
  }

  @inline(__always)
  private func skipWhiteSpace(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var cursor = start
    while cursor < end, Self.isWhiteSpace(cursor.pointee) {
      cursor += 1
      // Indentation comes in runs.
      while end - cursor >= 8, UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self) == 0x2020_2020_2020_2020 {
        cursor += 8
      }
    }
    return cursor
  }

  @inline(__always)
  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte <= 0x20 && (1 << UInt64(byte)) & (1 << 0x20 | 1 << 0x0A | 1 << 0x0D | 1 << 0x09 as UInt64) != 0
  }

  // MARK: Errors

  @inline(never)
  private func error(_ reason: JSONError.Reason, _ cursor: UnsafePointer<UInt8>) -> JSONError {
    JSONError(reason, at: cursor - base)
  }

  /// Returns the error in the string that starts at `quote`, by parsing it again in detail.
  @inline(never)
  private func stringError(_ quote: UnsafePointer<UInt8>) -> JSONError {
    JSONStringScanner.fault(quote + 1, end) { JSONError($0, at: $1 - base) }
  }

  private static func startsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x7B, 0x5B, 0x2D, 0x30...0x39, 0x74, 0x66, 0x6E: true
    default: false
    }
  }
}
