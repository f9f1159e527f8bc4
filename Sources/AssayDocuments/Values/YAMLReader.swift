import AssayJSON
import CYAML

/// The reader of a YAML stream's only document, by the core schema of YAML 1.2 (section 10.3): `no` is a word, `010` is
/// ten.
struct YAMLReader {
  private var parser = yaml_parser_t()
  private let bytes: UnsafeBufferPointer<UInt8>
  private let limits: DocumentLimits
  private var anchors: [String: Anchored] = [:]
  private var count = 0

  /// The value of a node with an anchor, which aliases repeat, and the number of values in it.
  private struct Anchored {
    var value: DocumentValue
    var count: Int
  }

  static func read(_ source: DocumentText, limits: DocumentLimits) throws(DocumentError) -> DocumentValue {
    try read(Array(source.text.utf8), limits: limits)
  }

  /// Parses the only YAML document in `bytes`, which must be well-formed UTF-8.
  static func read(_ bytes: [UInt8], limits: DocumentLimits) throws(DocumentError) -> DocumentValue {
    // The parser reads from the bytes while it runs, so they stay where they are.
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<DocumentValue, DocumentError> in
      var reader = YAMLReader(buffer, limits: limits)
      guard yaml_parser_initialize(&reader.parser) == 1 else {
        return .failure(DocumentError("not enough memory to read it", line: 1))
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

  /// Returns true if any node has an anchor, is an alias, or is merged into a different one; unreadable nodes are
  /// ignored.
  static func hasAliases(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      var reader = YAMLReader(buffer, limits: DocumentLimits())
      guard yaml_parser_initialize(&reader.parser) == 1 else { return false }
      defer { yaml_parser_delete(&reader.parser) }
      yaml_parser_set_encoding(&reader.parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(&reader.parser, buffer.baseAddress, buffer.count)
      while let event = try? reader.next(), event.type != YAML_STREAM_END_EVENT {
        if event.anchor != nil || event.isMergeKey { return true }
      }
      return false
    }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, limits: DocumentLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  private mutating func document() throws(DocumentError) -> DocumentValue {
    var read: DocumentValue?
    while true {
      let event = try next()
      switch event.type {
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_END_EVENT: continue
      case YAML_DOCUMENT_START_EVENT:
        guard read == nil else {
          throw event.error(
            "a second YAML document begins here; only one is read",
            help: "remove the line `---` and the rest, or put the second document into its own file"
          )
        }
      case YAML_STREAM_END_EVENT:
        if let read { return read }
        var nothing = DocumentValue(.null, lines: 1...1)
        nothing.place = event.place
        return nothing
      default: read = try value(event, depth: 0)
      }
    }
  }

  // MARK: Events

  /// The data of a libyaml parser event that the reader needs.
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

    /// True if the event is the key `<<` (YAML 1.1's merge key).
    var isMergeKey: Bool { text == "<<" && isPlain && tag == nil }

    func error(_ message: String, help: String = "") -> DocumentError {
      DocumentError(message, line: line, column: column, help: help)
    }
  }

  private mutating func next() throws(DocumentError) -> Event {
    var raw = yaml_event_t()
    guard yaml_parser_parse(&parser, &raw) == 1 else { throw YAMLProblem.error(of: parser, in: bytes) }
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
        start: Int(raw.start_mark.index),
        end: Int(raw.end_mark.index),
        isInline: raw.start_mark.line == raw.end_mark.line
      )
    )
    switch raw.type {
    case YAML_SCALAR_EVENT:
      let scalar = raw.data.scalar
      event.text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      event.anchor = Self.string(scalar.anchor)
      event.tag = Self.string(scalar.tag)
      event.isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
      event.place.isPlain = event.isPlain
    case YAML_SEQUENCE_START_EVENT:
      let sequence = raw.data.sequence_start
      event.anchor = Self.string(sequence.anchor)
      event.tag = Self.string(sequence.tag)
      event.place.isBlock = sequence.style != YAML_FLOW_SEQUENCE_STYLE
    case YAML_MAPPING_START_EVENT:
      let mapping = raw.data.mapping_start
      event.anchor = Self.string(mapping.anchor)
      event.tag = Self.string(mapping.tag)
      event.place.isBlock = mapping.style != YAML_FLOW_MAPPING_STYLE
    case YAML_ALIAS_EVENT: event.anchor = Self.string(raw.data.alias.anchor)
    default: break
    }
    event.place.extentEnd = event.place.isBlock ? event.place.start : event.place.end
    return event
  }

  private static func string(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    text.map { String(cString: $0) }
  }

  // MARK: Values

  private mutating func value(_ event: Event, depth: Int) throws(DocumentError) -> DocumentValue {
    guard depth <= limits.depth else {
      throw event.error("nested deeper than \(limits.depth) levels", help: YAMLProblem.wrongFile)
    }
    let before = count
    try take(1, event)
    var value: DocumentValue
    switch event.type {
    case YAML_SCALAR_EVENT:
      value = DocumentValue(try Self.scalar(event), lines: event.line...max(event.line, event.endLine))
      value.place = event.place
    case YAML_SEQUENCE_START_EVENT: value = try sequence(event, depth: depth)
    case YAML_MAPPING_START_EVENT: value = try mapping(event, depth: depth)
    case YAML_ALIAS_EVENT:
      guard let anchored = anchors[event.anchor ?? ""] else {
        throw event.error(
          "no anchor &\(event.anchor ?? "") is defined before this alias",
          help: "put `&\(event.anchor ?? "")` before the value, or put this text in quotes"
        )
      }
      try take(anchored.count, event)
      return anchored.value
    default: throw event.error("not YAML: a value is missing")
    }
    if let anchor = event.anchor { anchors[anchor] = Anchored(value: value, count: count - before) }
    return value
  }

  private mutating func take(_ number: Int, _ event: Event) throws(DocumentError) {
    count += number
    guard count <= limits.values else {
      throw event.error(
        "more than \(limits.values) values, counting those repeated by aliases",
        help: YAMLProblem.wrongFile
      )
    }
  }

  private mutating func sequence(_ start: Event, depth: Int) throws(DocumentError) -> DocumentValue {
    try Self.checkTag(of: start, is: .sequence)
    var items: [DocumentValue] = []
    while true {
      let event = try next()
      if event.type == YAML_SEQUENCE_END_EVENT {
        var value = DocumentValue(
          .array(items),
          lines: start.line...max(start.line, items.last?.lines.upperBound ?? event.endLine)
        )
        value.place = start.place.ended(by: event.place)
        return value
      }
      items.append(try value(event, depth: depth + 1))
    }
  }

  private mutating func mapping(_ start: Event, depth: Int) throws(DocumentError) -> DocumentValue {
    try Self.checkTag(of: start, is: .mapping)
    var members: [DocumentValue.Member] = []
    var merged: [DocumentValue.Member] = []
    while true {
      let event = try next()
      if event.type == YAML_MAPPING_END_EVENT {
        // Of two mappings merged the first counts, and a mapping's own members before both.
        var names = Set(members.map(\.key))
        members.insert(contentsOf: merged.filter { names.insert($0.key).inserted }, at: 0)
        let last = members.map { max($0.line, $0.value.lines.upperBound) }.max() ?? event.endLine
        var value = DocumentValue(.object(members), lines: start.line...max(start.line, last))
        value.place = start.place.ended(by: event.place)
        return value
      }
      guard event.type == YAML_SCALAR_EVENT else {
        throw event.error(
          "a key must be a word or a number",
          help: "put a text that begins with `[`, `{`, `*` or `&` in quotes"
        )
      }
      // A key is a name, whatever number it would be; only a tag says something of it.
      if event.tag != nil { _ = try Self.scalar(event) }
      let source = try next()
      let value = try value(source, depth: depth + 1)
      // `<<` takes over the members of other mappings, which the mapping's own go before.
      if event.isMergeKey {
        for mapping in value.isArray ? value.items : [value] {
          guard mapping.isObject else {
            throw source.error(
              "`<<` takes over the members of a mapping, or of each in a list of mappings, and this is neither",
              help: "put the key in quotes if it is a name"
            )
          }
          merged += mapping.members
        }
      } else {
        var member = DocumentValue.Member(key: event.text, line: event.line, value: value)
        member.place = event.place
        members.append(member)
      }
    }
  }

  // MARK: Tags

  private static func scalar(_ event: Event) throws(DocumentError) -> DocumentValue.Kind {
    let schema = YAMLCoreSchema(event.text)
    guard let name = event.tag else { return event.isPlain ? try kind(schema.plain, event) : .string(event.text) }
    let tag = try tag(name, event)
    if tag == .text { return .string(event.text) }
    guard let value = schema.value(as: tag) else {
      throw event.error(
        "\(tag.rawValue) is not followed by \(tag.description)",
        help: "remove the tag, or change the value after it"
      )
    }
    return try kind(value, event)
  }

  private static func kind(_ value: YAMLCoreSchema.Value, _ event: Event) throws(DocumentError) -> DocumentValue.Kind {
    switch value {
    case .null: return .null
    case .bool(let truth): return .bool(truth)
    case .number(let number): return .number(number)
    case .text: return .string(event.text)
    case .unreadable(let message, let help): throw event.error(message, help: help)
    }
  }

  private static func checkTag(of event: Event, is kind: YAMLTag) throws(DocumentError) {
    guard let name = event.tag else { return }
    let tag = try tag(name, event)
    guard tag == kind || (tag == .text && name == "!") else {
      throw event.error(
        "\(tag.rawValue) is not followed by \(tag.description)",
        help: "remove the tag, or change the value after it"
      )
    }
  }

  private static func tag(_ name: String, _ event: Event) throws(DocumentError) -> YAMLTag {
    if let tag = YAMLTag(resolved: name) { return tag }
    throw event.error(
      "the tag \(YAMLTag.written(name)) is not a type of JSON",
      help: "take it out, or put a text that begins with `!` in quotes; "
        + "!!str, !!int, !!float, !!bool, !!null, !!seq and !!map are read"
    )
  }
}
