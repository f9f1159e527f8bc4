/// A position in a text, for people.
package struct JSONLocation: Hashable, Sendable {
  /// The line, from 1. LF, CR and CRLF end a line.
  package var line: Int
  /// The column, from 1, in Unicode scalars.
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place of the byte at `offset` in `bytes`; an offset past the end is the end. Reads all of `bytes`.
  package init(ofByte offset: Int, in bytes: [UInt8]) {
    self = JSONLineIndex(bytes).location(ofByte: offset, in: bytes)
  }
}

/// The offsets at which the lines of a text begin, so that a position is found in logarithmic time.
package final class JSONLineIndex: Sendable {
  /// The offset of each line's first byte. LF, CR and CRLF end a line.
  package let lineStarts: [Int]
  /// The number of UTF-8 continuation bytes (RFC 3629 section 3) before each block of bytes. They take up no column.
  private let continuations: [Int]
  private static let blockLength = 256

  /// Makes the index of `bytes`, which the methods take again.
  package init(_ bytes: [UInt8]) {
    var lineStarts = [0]
    var continuations: [Int] = []
    var count = 0
    for (offset, byte) in bytes.enumerated() {
      if offset % Self.blockLength == 0 { continuations.append(count) }
      if byte & 0xC0 == 0x80 { count += 1 }
      let isCRLF = byte == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
      if byte == 0x0A || (byte == 0x0D && !isCRLF) { lineStarts.append(offset + 1) }
    }
    self.lineStarts = lineStarts
    self.continuations = continuations + [count]
  }

  /// Returns the line, from 1, of the byte at `offset`.
  package func line(ofByte offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Returns the place of the byte at `offset`; an offset past the end is the end.
  package func location(ofByte offset: Int, in bytes: [UInt8]) -> JSONLocation {
    let end = min(max(offset, 0), bytes.count)
    let line = line(ofByte: end)
    return JSONLocation(line: line, column: scalars(in: lineStarts[line - 1]..<end, of: bytes) + 1)
  }

  /// Returns the number of Unicode scalars in `range`.
  package func scalars(in range: Range<Int>, of bytes: [UInt8]) -> Int {
    range.count - continuations(before: range.upperBound, in: bytes)
      + continuations(before: range.lowerBound, in: bytes)
  }

  private func continuations(before offset: Int, in bytes: [UInt8]) -> Int {
    let block = offset / Self.blockLength
    return bytes[block * Self.blockLength..<offset].reduce(continuations[block]) { $1 & 0xC0 == 0x80 ? $0 + 1 : $0 }
  }
}

extension JSONDocument {
  /// Returns the line and column of the byte at `offset`; after the first call this takes logarithmic time.
  package func location(ofByte offset: Int) -> JSONLocation {
    origin?.location(ofByte: offset) ?? lineIndex.location(ofByte: offset, in: bytes)
  }
}

extension JSONValue {
  /// The position in its document at which the value starts.
  package var location: JSONLocation { document.location(ofByte: byteRange.lowerBound) }
}
