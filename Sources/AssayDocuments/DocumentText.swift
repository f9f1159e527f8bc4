/// A document's text as lines, counted as in editors: only LF, CRLF and CR end a line.
package struct DocumentText: Sendable {
  /// The lines without their ends; the first is line 1.
  package let lines: [String]
  /// The end of each line: a line feed, a carriage return, or both; empty for the last line if the text ends without
  /// one.
  package let lineEnds: [String]
  /// The first line, from 1, that is not UTF-8 and was read as Latin-1 instead; `nil` if all lines are UTF-8.
  package let firstForeignLine: Int?

  /// Reads bytes in UTF-8, or in UTF-16 if they begin with its byte order mark.
  package init(_ bytes: [UInt8]) {
    let plain = Self.utf8(fromUTF16: bytes) ?? bytes
    var lines: [String] = []
    var foreign: Int?
    let hasMark = plain.starts(with: [0xEF, 0xBB, 0xBF])
    let (pieces, ends) = Self.split(plain[(hasMark ? 3 : 0)...])
    lineEnds = ends
    for line in pieces {
      if let text = String(validating: line, as: UTF8.self) {
        lines.append(text)
      } else {
        lines.append(String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) })))
        if foreign == nil { foreign = lines.count }
      }
    }
    self.lines = lines
    firstForeignLine = foreign
  }

  /// The whole text, with a line feed after each line.
  package var text: String { lines.joined(separator: "\n") + "\n" }

  private static func split(_ bytes: ArraySlice<UInt8>) -> (lines: [ArraySlice<UInt8>], ends: [String]) {
    var lines: [ArraySlice<UInt8>] = []
    var ends: [String] = []
    var start = bytes.startIndex
    var cursor = start
    while cursor < bytes.endIndex {
      let byte = bytes[cursor]
      guard byte == 0x0A || byte == 0x0D else {
        cursor += 1
        continue
      }
      lines.append(bytes[start..<cursor])
      let isPair = byte == 0x0D && cursor + 1 < bytes.endIndex && bytes[cursor + 1] == 0x0A
      ends.append(isPair ? "\r\n" : byte == 0x0D ? "\r" : "\n")
      cursor += isPair ? 2 : 1
      start = cursor
    }
    guard start < bytes.endIndex else { return (lines, ends) }
    return (lines + [bytes[start...]], ends + [""])
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
