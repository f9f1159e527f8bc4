import CYAML

/// The search for comments in a YAML text: from `#` to the end of the line, outside of libyaml's tokens.
enum YAMLComments {
  /// Returns the byte range of each comment in `bytes`, in order; if the text is not valid YAML, of those before the
  /// error.
  static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    let starts = bytes.contains { $0 >= 0x80 } ? bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } : []
    func offset(_ index: Int) -> Int {
      starts.isEmpty ? min(index, bytes.count) : index < starts.count ? starts[index] : bytes.count
    }
    var ranges: [Range<Int>] = []
    bytes.withUnsafeBufferPointer { buffer in
      var parser = yaml_parser_t()
      guard yaml_parser_initialize(&parser) == 1 else { return }
      defer { yaml_parser_delete(&parser) }
      yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
      var cursor = 0
      while true {
        var token = yaml_token_t()
        guard yaml_parser_scan(&parser, &token) == 1 else { return }
        defer { yaml_token_delete(&token) }
        let start = offset(Int(token.start_mark.index))
        if cursor < start { find(in: cursor..<start, of: bytes, &ranges) }
        if token.type == YAML_STREAM_END_TOKEN || token.type == YAML_NO_TOKEN { return }
        let isText =
          token.type == YAML_SCALAR_TOKEN
          && (token.data.scalar.style == YAML_LITERAL_SCALAR_STYLE
            || token.data.scalar.style == YAML_FOLDED_SCALAR_STYLE)
        let end = offset(Int(token.end_mark.index))
        // After `|` or `>` the line may have one; what follows is text.
        if isText { find(in: start..<Self.lineEnd(start, in: bytes), of: bytes, &ranges) }
        cursor = max(cursor, end)
      }
    }
    return ranges
  }

  private static func find(in range: Range<Int>, of bytes: [UInt8], _ ranges: inout [Range<Int>]) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard bytes[offset] == UInt8(ascii: "#") else {
        offset += 1
        continue
      }
      let end = min(lineEnd(offset, in: bytes), range.upperBound)
      ranges.append(offset..<end)
      offset = end
    }
  }

  /// Returns the end of the line, with all line ends of libyaml, including U+0085, U+2028 and U+2029.
  private static func lineEnd(_ start: Int, in bytes: [UInt8]) -> Int {
    var offset = start
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x0A, 0x0D: return offset
      case 0xC2 where bytes.dropFirst(offset + 1).first == 0x85: return offset
      case 0xE2 where bytes.dropFirst(offset + 1).first == 0x80:
        if let last = bytes.dropFirst(offset + 2).first, last == 0xA8 || last == 0xA9 { return offset }
      default: break
      }
      offset += 1
    }
    return offset
  }
}
