import AssayJSON
import CYAML

/// The first document of a YAML stream, by the core schema of YAML 1.2 (section 10.3): `no` is a word, `010` is ten.
struct YAMLReader {
  private var parser = yaml_parser_t()
  private let limits: DocumentLimits
  private var anchors: [String: Anchored] = [:]
  private var count = 0

  /// A node others repeat, and how many values it has.
  private struct Anchored {
    var value: DocumentValue
    var count: Int
  }

  static func read(_ source: DocumentText, limits: DocumentLimits) throws(DocumentError) -> DocumentValue {
    try read(Array(source.text.utf8), limits: limits)
  }

  /// Reads well-formed UTF-8.
  static func read(_ bytes: [UInt8], limits: DocumentLimits) throws(DocumentError) -> DocumentValue {
    // The parser reads from the bytes while it runs, so they stay where they are.
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<DocumentValue, DocumentError> in
      var reader = YAMLReader(limits: limits)
      guard yaml_parser_initialize(&reader.parser) == 1 else {
        return .failure(DocumentError("there is no memory to read it in", line: 1))
      }
      defer { yaml_parser_delete(&reader.parser) }
      yaml_parser_set_encoding(&reader.parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(&reader.parser, buffer.baseAddress, buffer.count)
      do throws(DocumentError) {
        return .success(try reader.document())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Whether any node has an anchor or is an alias; what cannot be read has none.
  static func hasAliases(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      var reader = YAMLReader(limits: DocumentLimits())
      guard yaml_parser_initialize(&reader.parser) == 1 else { return false }
      defer { yaml_parser_delete(&reader.parser) }
      yaml_parser_set_encoding(&reader.parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(&reader.parser, buffer.baseAddress, buffer.count)
      while let event = try? reader.next(), event.type != YAML_STREAM_END_EVENT {
        if event.anchor != nil { return true }
      }
      return false
    }
  }

  private init(limits: DocumentLimits) { self.limits = limits }

  private mutating func document() throws(DocumentError) -> DocumentValue {
    while true {
      let event = try next()
      switch event.type {
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT: continue
      case YAML_STREAM_END_EVENT: return DocumentValue(.null, lines: 1...1)
      default: return try value(event, depth: 0)
      }
    }
  }

  // MARK: Events

  /// What is kept of an event of libyaml.
  private struct Event {
    var type: yaml_event_type_t
    var line: Int
    var column: Int
    var endLine: Int
    var place: DocumentPlace
    var text = ""
    var anchor: String?
    var tag: String?
    var isPlain = false
  }

  private mutating func next() throws(DocumentError) -> Event {
    var raw = yaml_event_t()
    guard yaml_parser_parse(&parser, &raw) == 1 else {
      let problem = parser.problem.map { String(cString: $0) } ?? "it is not YAML"
      throw DocumentError(
        "not YAML: \(problem)",
        line: Int(parser.problem_mark.line) + 1,
        column: Int(parser.problem_mark.column) + 1
      )
    }
    defer { yaml_event_delete(&raw) }
    // A block ends where the next token begins, which may be lines later.
    let end =
      raw.end_mark.column == 0 && raw.end_mark.line > raw.start_mark.line ? raw.end_mark.line - 1 : raw.end_mark.line
    var event = Event(
      type: raw.type,
      line: Int(raw.start_mark.line) + 1,
      column: Int(raw.start_mark.column) + 1,
      endLine: Int(end) + 1,
      place: DocumentPlace(
        line: Int(raw.start_mark.line) + 1,
        column: Int(raw.start_mark.column) + 1,
        endLine: Int(raw.end_mark.line) + 1,
        endColumn: Int(raw.end_mark.column) + 1,
        isPlain: raw.type == YAML_SCALAR_EVENT && raw.data.scalar.style == YAML_PLAIN_SCALAR_STYLE
      )
    )
    switch raw.type {
    case YAML_SCALAR_EVENT:
      let scalar = raw.data.scalar
      event.text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      event.anchor = Self.string(scalar.anchor)
      event.tag = Self.string(scalar.tag)
      event.isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
    case YAML_SEQUENCE_START_EVENT: event.anchor = Self.string(raw.data.sequence_start.anchor)
    case YAML_MAPPING_START_EVENT: event.anchor = Self.string(raw.data.mapping_start.anchor)
    case YAML_ALIAS_EVENT: event.anchor = Self.string(raw.data.alias.anchor)
    default: break
    }
    return event
  }

  private static func string(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    text.map { String(cString: $0) }
  }

  // MARK: Values

  private mutating func value(_ event: Event, depth: Int) throws(DocumentError) -> DocumentValue {
    guard depth <= limits.depth else {
      throw DocumentError("nested deeper than \(limits.depth) levels", line: event.line, column: event.column)
    }
    let before = count
    try take(1, event)
    var value: DocumentValue
    switch event.type {
    case YAML_SCALAR_EVENT:
      value = DocumentValue(Self.scalar(event), lines: event.line...max(event.line, event.endLine))
    case YAML_SEQUENCE_START_EVENT: value = try sequence(event, depth: depth)
    case YAML_MAPPING_START_EVENT: value = try mapping(event, depth: depth)
    case YAML_ALIAS_EVENT:
      guard let anchored = anchors[event.anchor ?? ""] else {
        throw DocumentError(
          "no anchor &\(event.anchor ?? "") stands before this alias",
          line: event.line,
          column: event.column
        )
      }
      try take(anchored.count, event)
      return anchored.value
    default: throw DocumentError("not YAML: a value is missing", line: event.line, column: event.column)
    }
    value.place = event.place
    if let anchor = event.anchor { anchors[anchor] = Anchored(value: value, count: count - before) }
    return value
  }

  private mutating func take(_ number: Int, _ event: Event) throws(DocumentError) {
    count += number
    guard count <= limits.values else {
      throw DocumentError(
        "more than \(limits.values) values, what aliases repeat counted each time",
        line: event.line,
        column: event.column
      )
    }
  }

  private mutating func sequence(_ start: Event, depth: Int) throws(DocumentError) -> DocumentValue {
    var items: [DocumentValue] = []
    while true {
      let event = try next()
      if event.type == YAML_SEQUENCE_END_EVENT {
        return DocumentValue(
          .array(items),
          lines: start.line...max(start.line, items.last?.lines.upperBound ?? event.endLine)
        )
      }
      items.append(try value(event, depth: depth + 1))
    }
  }

  private mutating func mapping(_ start: Event, depth: Int) throws(DocumentError) -> DocumentValue {
    var members: [DocumentValue.Member] = []
    var merged: [DocumentValue.Member] = []
    while true {
      let event = try next()
      if event.type == YAML_MAPPING_END_EVENT {
        // Of two mappings merged the first counts, and a mapping's own members before both.
        var names = Set(members.map(\.key))
        members.insert(contentsOf: merged.filter { names.insert($0.key).inserted }, at: 0)
        let last = members.map { max($0.line, $0.value.lines.upperBound) }.max() ?? event.endLine
        return DocumentValue(.object(members), lines: start.line...max(start.line, last))
      }
      guard event.type == YAML_SCALAR_EVENT else {
        throw DocumentError("a key has to be a word or a number", line: event.line, column: event.column)
      }
      let value = try value(try next(), depth: depth + 1)
      // `<<` takes over the members of other mappings (YAML 1.1's merge key), which the mapping's own go before.
      if event.text == "<<", event.isPlain {
        for source in value.isArray ? value.items : [value] { merged += source.members }
      } else {
        var member = DocumentValue.Member(key: event.text, line: event.line, value: value)
        member.place = event.place
        members.append(member)
      }
    }
  }

  private static func scalar(_ event: Event) -> DocumentValue.Kind {
    guard event.isPlain, event.tag == nil else { return .string(event.text) }
    switch event.text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    default: return number(event.text).map { .number($0) } ?? .string(event.text)
    }
  }

  /// A number of the core schema, in the way JSON writes it.
  private static func number(_ text: String) -> JSONNumber? {
    if let number = JSONNumber(text) { return number }
    var digits = text[...]
    let isNegative = digits.hasPrefix("-")
    if isNegative || digits.hasPrefix("+") { digits = digits.dropFirst() }
    if digits.hasPrefix("0x") { return Int(digits.dropFirst(2), radix: 16).map { JSONNumber(isNegative ? -$0 : $0) } }
    if digits.hasPrefix("0o") { return Int(digits.dropFirst(2), radix: 8).map { JSONNumber(isNegative ? -$0 : $0) } }
    guard let first = digits.first, first.isASCII, first.isNumber || first == ".",
      digits.contains(where: \.isNumber)
    else { return nil }
    let stripped = digits.drop { $0 == "0" }
    let whole = stripped.first?.isNumber == true ? String(stripped) : "0" + stripped
    let filled = whole.hasSuffix(".") ? whole + "0" : whole.replacing(".e", with: ".0e").replacing(".E", with: ".0E")
    return JSONNumber((isNegative ? "-" : "") + filled)
  }
}
