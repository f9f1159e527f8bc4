package import AssayJSON

/// YAML as the JSON text it means, each value and key of which knows where it stands in the YAML.
package enum YAMLText {
  /// Reads the first document in `bytes`, which must be UTF-8.
  ///
  /// `limits` bound what the text means, aliases followed, too.
  package static func document(_ bytes: [UInt8], limits: JSONLimits) throws(DocumentError) -> JSONDocument {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw DocumentError("the file is not UTF-8", line: 1)
    }
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw DocumentError("save the file without a byte order mark", line: 1)
    }
    var bounds = DocumentLimits()
    bounds.size = limits.size
    bounds.depth = limits.depth
    bounds.values = 200_000
    guard bytes.count <= limits.size else { throw DocumentError("larger than \(limits.size >> 20) MiB", line: 1) }
    let value = try YAMLReader.read(bytes, limits: bounds)
    var writer = PositionedWriter(source: bytes, limit: limits.size)
    try writer.write(value)
    do throws(JSONError) {
      return try JSONDocument(parsing: writer.json, limits: limits, origin: writer.origin)
    } catch {
      throw DocumentError("the value is no JSON: \(error.description)", line: 1)
    }
  }
}

extension YAMLText {
  /// Whether any value of the YAML in `bytes` is an alias of another, or has an anchor for one.
  package static func hasAliases(_ bytes: [UInt8]) -> Bool { YAMLReader.hasAliases(bytes) }
}

/// Writes a value as JSON, and notes where each token of it comes from.
private struct PositionedWriter {
  private(set) var json: [UInt8] = []
  private var tokens: [TextOrigin.Token] = []
  private let source: [UInt8]
  private let limit: Int
  /// The offset of each line's first byte.
  private let starts: [Int]

  init(source: [UInt8], limit: Int) {
    self.source = source
    self.limit = limit
    var starts = [0]
    for (offset, byte) in source.enumerated() {
      let isCRLF = byte == 0x0D && offset + 1 < source.count && source[offset + 1] == 0x0A
      if byte == 0x0A || (byte == 0x0D && !isCRLF) { starts.append(offset + 1) }
    }
    self.starts = starts
  }

  var origin: TextOrigin { TextOrigin(bytes: source, tokens: tokens) }

  mutating func write(_ value: DocumentValue) throws(DocumentError) {
    guard json.count <= limit else {
      throw DocumentError("larger than \(limit >> 20) MiB, what aliases repeat counted each time", line: 1)
    }
    note(value.place)
    switch value.kind {
    case .array(let items):
      json.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { json.append(UInt8(ascii: ",")) }
        try write(item)
      }
      json.append(UInt8(ascii: "]"))
    case .object(let members):
      json.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { json.append(UInt8(ascii: ",")) }
        note(member.place)
        json += JSONEscapes.quote(member.key).utf8
        json.append(UInt8(ascii: ":"))
        try write(member.value)
      }
      json.append(UInt8(ascii: "}"))
    default: json += value.json.utf8
    }
  }

  private mutating func note(_ place: DocumentPlace?) {
    guard let place else { return }
    let start = offset(place.line, place.column)
    let end = max(start, offset(place.endLine, place.endColumn))
    tokens.append(
      TextOrigin.Token(
        offset: json.count,
        range: start..<max(start + 1, end),
        isPlain: place.isPlain,
        isInline: place.line == place.endLine
      )
    )
  }

  /// The byte at a place, from 1, the column in Unicode scalars.
  private func offset(_ line: Int, _ column: Int) -> Int {
    guard line <= starts.count else { return source.count }
    var offset = starts[line - 1]
    var left = column - 1
    while offset < source.count, left > 0 || source[offset] & 0xC0 == 0x80 {
      if source[offset] & 0xC0 != 0x80 { left -= 1 }
      offset += 1
      if left == 0, offset < source.count, source[offset] & 0xC0 != 0x80 { break }
    }
    return offset
  }
}
