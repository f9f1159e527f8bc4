/// A place in a text a person can go to.
package struct JSONLocation: Hashable, Sendable {
  /// The line, from 1. LF, CR and CRLF end a line.
  package var line: Int
  /// The column, from 1, in Unicode scalars.
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place of the byte at `offset` in `bytes`; an offset past the end is the end.
  package init(ofByte offset: Int, in bytes: [UInt8]) {
    var line = 1
    var column = 1
    var cursor = 0
    let end = min(offset, bytes.count)
    while cursor < end {
      let byte = bytes[cursor]
      if byte == 0x0A || (byte == 0x0D && !(cursor + 1 < bytes.count && bytes[cursor + 1] == 0x0A)) {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      cursor += 1
    }
    self.init(line: line, column: column)
  }
}

extension JSONDocument {
  /// The line and column of the byte at `offset`.
  package func location(ofByte offset: Int) -> JSONLocation { JSONLocation(ofByte: offset, in: bytes) }
}

extension JSONValue {
  /// Where the value starts in its document.
  package var location: JSONLocation { document.location(ofByte: byteRange.lowerBound) }
}
