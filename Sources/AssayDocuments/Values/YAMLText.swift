package import AssayJSON

/// The conversion of YAML to the equivalent JSON text, whose values and keys have their places in the YAML.
package enum YAMLText {
  /// Reads the only document in `bytes`, which must be UTF-8 and may begin with a byte order mark (YAML 1.2.2 section
  /// 5.2).
  ///
  /// `limits` apply to the document with its aliases expanded.
  package static func document(_ bytes: [UInt8], limits: JSONLimits) throws(DocumentError) -> JSONDocument {
    if let offset = offsetOfInvalidUTF8(in: bytes) {
      throw DocumentError("the file is not UTF-8 from here on", at: offset, in: bytes, help: "save the file as UTF-8")
    }
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    var bounds = DocumentLimits()
    bounds.size = limits.size
    bounds.depth = limits.depth
    bounds.values = 200_000
    guard bytes.count <= limits.size else {
      throw DocumentError("larger than \(limits.size >> 20) MiB", line: 1, help: YAMLProblem.wrongFile)
    }
    let value = try YAMLReader.read(bytes, limits: bounds)
    var writer = PositionedWriter(source: bytes, limit: limits.size)
    try writer.write(value)
    do throws(JSONError) {
      return try JSONDocument(parsing: writer.json, limits: limits, origin: writer.origin)
    } catch {
      throw DocumentError("the value is not JSON: \(error.description)", line: 1)
    }
  }

  private static func offsetOfInvalidUTF8(in bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    return bytes.withUnsafeBufferPointer { buffer in
      var offset = 0
      while offset < buffer.count {
        guard let length = UTF8Sequence.length(in: buffer, at: offset) else { return offset }
        offset += length
      }
      return nil
    }
  }
}

extension YAMLText {
  /// Returns true if any value of the YAML in `bytes` is an alias of a different one, has an anchor for one, or is
  /// merged into a different one by `<<`.
  package static func hasAliases(_ bytes: [UInt8]) -> Bool { YAMLReader.hasAliases(bytes) }
}

/// The writer of a YAML value as JSON text, which records the place in the YAML of every value and key.
private struct PositionedWriter {
  private(set) var json: [UInt8] = []
  private var tokens: [TextOrigin.Token] = []
  private let source: [UInt8]
  private let limit: Int
  /// The offset of each Unicode scalar's first byte; empty if each is one byte.
  private let starts: [Int]

  init(source: [UInt8], limit: Int) {
    self.source = source
    self.limit = limit
    starts = source.contains { $0 >= 0x80 } ? source.indices.filter { source[$0] & 0xC0 != 0x80 } : []
  }

  var origin: TextOrigin { TextOrigin(bytes: source, tokens: tokens) }

  mutating func write(_ value: DocumentValue) throws(DocumentError) {
    guard json.count <= limit else {
      throw DocumentError(
        "larger than \(limit >> 20) MiB with aliases expanded",
        line: 1,
        help: YAMLProblem.wrongFile
      )
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
    let start = byte(place.start)
    tokens.append(
      TextOrigin.Token(
        offset: json.count,
        range: start..<max(start + 1, byte(place.end)),
        isPlain: place.isPlain,
        isInline: place.isInline,
        extentEnd: max(start, byte(place.extentEnd)),
        isBlock: place.isBlock
      )
    )
  }

  /// Returns the byte offset of the Unicode scalar at `index` in the YAML.
  private func byte(_ index: Int) -> Int {
    if starts.isEmpty { return min(index, source.count) }
    return index < starts.count ? starts[index] : source.count
  }
}
