package import AssayJSON
import AssayText

/// A value of a JSON or YAML document, with its line numbers.
package struct DocumentValue: Sendable {
  package indirect enum Kind: Sendable {
    case null
    case bool(Bool)
    /// A number in JSON's notation.
    case number(JSONNumber)
    case string(String)
    case array([DocumentValue])
    case object([Member])
  }

  package struct Member: Sendable {
    package var key: String
    /// The line of the key, from 1.
    package var line: Int
    package var value: DocumentValue
    /// The place of the key in a YAML document; `nil` for JSON.
    @Rare var place: DocumentPlace?

    package init(key: String, line: Int, value: DocumentValue) {
      self.key = key
      self.line = line
      self.value = value
    }
  }

  package var kind: Kind
  /// The lines of the value, from 1.
  package var lines: ClosedRange<Int>
  /// The exact place in a YAML document; `nil` for JSON.
  @Rare var place: DocumentPlace?

  package init(_ kind: Kind, lines: ClosedRange<Int>) {
    self.kind = kind
    self.lines = lines
  }

  package var string: String? { if case .string(let text) = kind { text } else { nil } }
  package var bool: Bool? { if case .bool(let truth) = kind { truth } else { nil } }
  package var number: JSONNumber? { if case .number(let number) = kind { number } else { nil } }
  package var items: [DocumentValue] { if case .array(let items) = kind { items } else { [] } }
  package var members: [Member] { if case .object(let members) = kind { members } else { [] } }
  package var isObject: Bool { if case .object = kind { true } else { false } }
  package var isArray: Bool { if case .array = kind { true } else { false } }
  package var isNull: Bool { if case .null = kind { true } else { false } }

  /// The value of the last member named `key`.
  package subscript(key: String) -> DocumentValue? { members.last { $0.key == key }?.value }

  /// The value as JSON text.
  package var json: String {
    switch kind {
    case .null: "null"
    case .bool(let truth): truth ? "true" : "false"
    case .number(let number): number.text
    case .string(let text): JSONEscapes.quote(text)
    case .array(let items): "[" + items.map(\.json).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { JSONEscapes.quote($0.key) + ":" + $0.value.json }.joined(separator: ",") + "}"
    }
  }
}

/// The place of a value or key of YAML, in Unicode scalars from the start.
struct DocumentPlace: Sendable {
  /// The position of the first scalar, which is that of the tag or anchor, if any.
  var start: Int
  /// The position after the last scalar of a text; for a list or mapping in brackets, after the opening bracket.
  var end: Int
  /// True if the value or key begins and ends on the same line.
  var isInline: Bool
  /// True if the value is a string that the YAML writes without quotes.
  var isPlain = false
  /// True if the value is a list or mapping without brackets, whose end is not marked.
  var isBlock = false
  /// The position after the value with its whole content; for a block, its start.
  var extentEnd = 0

  /// Returns the place of a list or mapping with `end`, the place of its closing bracket, as the end of its content; a
  /// block is unchanged.
  func ended(by end: DocumentPlace) -> DocumentPlace {
    var place = self
    if !isBlock { place.extentEnd = max(extentEnd, end.end) }
    return place
  }
}

/// The limits for reading a JSON or YAML document.
package struct DocumentLimits: Sendable {
  /// The maximum size of the document in bytes.
  package var size = 32 << 20
  /// The maximum nesting depth in levels.
  package var depth = 200
  /// The maximum number of values; those repeated by aliases are counted each time.
  package var values = 2_000_000

  package init() {}
}

extension DocumentValue {
  /// Parses JSON if the text begins like JSON, otherwise YAML.
  package init(parsing bytes: [UInt8], limits: DocumentLimits = DocumentLimits()) throws(DocumentError) {
    let source = DocumentText(bytes)
    let first = source.lines.lazy.flatMap(\.utf8).first { $0 > 0x20 }
    guard bytes.count <= limits.size else { throw DocumentError("larger than \(limits.size >> 20) MiB", line: 1) }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let document = try? JSONDocument(parsing: source.text, limits: JSONLimits(depth: limits.depth, size: limits.size))
    {
      self = PositionedJSON(document).value(document.root)
    } else {
      self = try YAMLReader.read(source, limits: limits)
    }
  }
}

/// A converter of a JSON document to values with line numbers.
private struct PositionedJSON {
  /// The offset of each line's first byte.
  private let starts: [Int]

  init(_ document: JSONDocument) {
    starts = [0] + document.bytes.indices.filter { document.bytes[$0] == 0x0A }.map { $0 + 1 }
  }

  func value(_ value: JSONValue) -> DocumentValue {
    let range = value.byteRange
    return DocumentValue(
      kind(of: value),
      lines: line(range.lowerBound)...line(max(range.lowerBound, range.upperBound - 1))
    )
  }

  private func kind(of value: JSONValue) -> DocumentValue.Kind {
    switch value.kind {
    case .array: .array(value.items.map { self.value($0) })
    case .object:
      .object(
        value.members.map { member in
          .init(key: member.key, line: line(member.keyValue.byteRange.lowerBound), value: self.value(member.value))
        }
      )
    case .string: .string(value.string ?? "")
    case .true: .bool(true)
    case .false: .bool(false)
    default: value.number.map { .number($0) } ?? .null
    }
  }

  /// Returns the line of a byte, from 1.
  private func line(_ offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }
}
