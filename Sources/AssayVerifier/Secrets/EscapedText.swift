import AssayJSON

/// Text with the escapes of JSON strings in it read (RFC 8259 section 7), and where each byte of it was spelled.
struct EscapedText {
  private let source: [UInt8]
  private var bytes: [UInt8] = []
  /// Where the spelling of each byte begins; one more for the end.
  private var starts: [Int] = []

  /// Reads `source`; `nil` where nothing in it is escaped.
  init?(_ source: [UInt8]) {
    guard source.contains(0x5C) else { return nil }
    self.source = source
    bytes.reserveCapacity(source.count)
    starts.reserveCapacity(source.count + 1)
    var cursor = 0
    while cursor < source.count {
      let start = cursor
      if source[cursor] == 0x5C {
        for byte in readEscape(at: &cursor) { append(byte, from: start) }
      } else {
        append(source[cursor], from: start)
        cursor += 1
      }
    }
    starts.append(source.count)
  }

  /// The source with tokens in place of the texts they stand for, those of `spellings`, the longest first.
  func replacing(_ spellings: [(text: [UInt8], token: [UInt8])]) -> [UInt8] {
    var found: [(place: Range<Int>, token: [UInt8])] = []
    for (text, token) in spellings {
      var rest = bytes[...]
      while let range = rest.firstRange(of: text) {
        if !found.contains(where: { $0.place.overlaps(range) }) { found.append((range, token)) }
        rest = rest[range.upperBound...]
      }
    }
    var result: [UInt8] = []
    var cursor = 0
    for (place, token) in found.sorted(by: { $0.place.lowerBound < $1.place.lowerBound }) {
      result += source[cursor..<starts[place.lowerBound]] + token
      cursor = starts[place.upperBound]
    }
    return result + source[cursor...]
  }

  private mutating func append(_ byte: UInt8, from start: Int) {
    bytes.append(byte)
    starts.append(start)
  }

  /// What the escape at `cursor` spells; the backslash itself where it begins none.
  private func readEscape(at cursor: inout Int) -> [UInt8] {
    if cursor + 1 < source.count, let byte = Self.plain(source[cursor + 1]) {
      cursor += 2
      return [byte]
    }
    guard let first = unit(at: cursor) else {
      cursor += 1
      return [0x5C]
    }
    cursor += 6
    var units = [first]
    if UTF16.isLeadSurrogate(first), let second = unit(at: cursor), UTF16.isTrailSurrogate(second) {
      cursor += 6
      units.append(second)
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// What the letter behind a backslash stands for on its own.
  private static func plain(_ letter: UInt8) -> UInt8? {
    switch letter {
    case 0x22, 0x2F, 0x5C: letter
    case 0x62: 0x08
    case 0x66: 0x0C
    case 0x6E: 0x0A
    case 0x72: 0x0D
    case 0x74: 0x09
    default: nil
    }
  }

  /// The code unit of a `\uXXXX` at `offset`.
  private func unit(at offset: Int) -> UInt16? {
    guard offset + 5 < source.count, source[offset] == 0x5C, source[offset + 1] == 0x75 else { return nil }
    return HexDigits.unit(source[offset + 2], source[offset + 3], source[offset + 4], source[offset + 5])
  }
}
