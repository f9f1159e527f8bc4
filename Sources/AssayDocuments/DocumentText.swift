/// The lines of a document, counted as in editors: only LF, CRLF and CR end a line. Each is made when it is asked for.
package struct DocumentLines: RandomAccessCollection, Sendable {
  /// The text in UTF-8.
  private let bytes: [UInt8]
  /// The place of the first byte of each line, and the end of the text.
  private let starts: [Int32]

  package var startIndex: Int { 0 }
  package var endIndex: Int { starts.count - 1 }

  /// Reads bytes in UTF-8, or in UTF-16 if they begin with its byte order mark; at most 2 GB.
  package init(_ bytes: [UInt8]) {
    let plain = Self.utf8(fromUTF16: bytes) ?? bytes
    let first = plain.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var starts = [Int32(first)]
    for index in first..<plain.count {
      let isPair = plain[index] == 0x0D && index + 1 < plain.count && plain[index + 1] == 0x0A
      if plain[index] == 0x0A || plain[index] == 0x0D && !isPair { starts.append(Int32(index + 1)) }
    }
    if Int(starts[starts.count - 1]) < plain.count { starts.append(Int32(plain.count)) }
    (self.bytes, self.starts) = (plain, starts)
  }

  /// The line at an index, from 0, without its end. One that is not UTF-8 is read as Latin-1.
  package subscript(index: Int) -> String { utf8(at: index) ?? latin1(at: index) }

  /// Returns the number of bytes of a line without its end, in UTF-8. The line is not made: a whole document may be one.
  package func length(at index: Int) -> Int { content(at: index).count }

  /// Returns a line that is UTF-8; `nil` for any other.
  func utf8(at index: Int) -> String? { String(validating: content(at: index), as: UTF8.self) }

  /// Returns a line read as Latin-1.
  func latin1(at index: Int) -> String {
    String(String.UnicodeScalarView(content(at: index).map { Unicode.Scalar($0) }))
  }

  /// Returns the line feed, the carriage return or both after a line; empty for the last if the text ends without one.
  func end(at index: Int) -> String {
    String(decoding: bytes[content(at: index).endIndex..<Int(starts[index + 1])], as: UTF8.self)
  }

  private func content(at index: Int) -> ArraySlice<UInt8> {
    var content = bytes[Int(starts[index])..<Int(starts[index + 1])]
    if content.last == 0x0A { content.removeLast() }
    if content.last == 0x0D { content.removeLast() }
    return content
  }

  private static func utf8(fromUTF16 bytes: [UInt8]) -> [UInt8]? {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return nil }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { offset in
      let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

/// A document's text as lines, all of them made.
package struct DocumentText: Sendable {
  /// The lines without their ends; the first is line 1.
  package let lines: [String]
  /// The end of each line: a line feed, a carriage return, or both; empty for the last line if the text ends without
  /// one.
  package let lineEnds: [String]
  /// The first line, from 1, that is not UTF-8 and was read as Latin-1 instead; `nil` if all lines are UTF-8.
  package let firstForeignLine: Int?

  package init(_ bytes: [UInt8]) {
    let all = DocumentLines(bytes)
    let valid = all.indices.map { all.utf8(at: $0) }
    lines = valid.enumerated().map { $1 ?? all.latin1(at: $0) }
    lineEnds = all.indices.map { all.end(at: $0) }
    firstForeignLine = valid.firstIndex(of: nil).map { $0 + 1 }
  }

  /// The whole text, with a line feed after each line.
  package var text: String { lines.joined(separator: "\n") + "\n" }
}

/// The error for a document that cannot be read.
package struct DocumentError: Error, Hashable, Sendable {
  /// The error, in a clause without a full stop.
  package var message: String
  /// The line of the error, from 1.
  package var line: Int
  /// The column of the error, from 1, in Unicode scalars.
  package var column: Int
  /// The fix, in a clause without a full stop; empty if the message is enough.
  package var help: String

  package init(_ message: String, line: Int, column: Int = 1, help: String = "") {
    self.message = message
    self.line = line
    self.column = column
    self.help = help
  }

  /// Makes an error whose line and column are those of the byte at `offset` in `bytes`.
  init(_ message: String, at offset: Int, in bytes: some Collection<UInt8>, help: String = "") {
    let before = bytes.prefix(offset)
    var (line, column) = (1, 1)
    var previous: UInt8 = 0
    for byte in before {
      switch byte {
      case 0x0A where previous == 0x0D: break
      case 0x0A, 0x0D: (line, column) = (line + 1, 1)
      default: if byte & 0xC0 != 0x80 { column += 1 }
      }
      previous = byte
    }
    self.init(message, line: line, column: column, help: help)
  }
}
