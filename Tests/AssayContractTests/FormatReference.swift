import AssayJSON

/// The tables of `contracts/README.md`: the keys of the objects of the contract format, from its JSON Schema.
///
/// The page marks the place of a table by a line `<!-- keys of POINTER -->`, POINTER being that of the object's schema.
/// Besides JSON Schema's `title`, `description`, `default` and `examples`, a row has `x-readers`: who reads the key.
struct FormatReference {
  private let bytes: [UInt8]
  private let root: JSONValue
  private let lines: [Substring]
  /// The anchor of the heading above the table, by the pointer of the object.
  private let anchors: [String: String]

  private static let mark = "<!-- keys of "
  /// The definition that a promise is made of; its two keys are one row.
  private static let promise = ["level", "source"]

  init(schema bytes: [UInt8], page: String) throws {
    self.bytes = bytes
    root = try JSONDocument(parsing: bytes).root
    lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    var anchors: [String: String] = [:]
    var heading = ""
    for line in lines {
      if line.hasPrefix("#") { heading = String(line.drop { $0 == "#" || $0 == " " }) }
      if let pointer = Self.pointer(line) {
        anchors[pointer] = String(heading.lowercased().map { $0 == " " ? "-" : $0 }.filter { $0.isLetter || $0 == "-" })
      }
    }
    self.anchors = anchors
  }

  private static func pointer(_ line: Substring) -> String? {
    line.hasPrefix(mark) ? String(line.dropFirst(mark.count).prefix { $0 != " " }) : nil
  }

  /// The page with its tables as the schema has them.
  var written: String {
    var written: [String] = []
    var isInTable = false
    for line in lines {
      if isInTable, line.hasPrefix("|") { continue }
      isInTable = false
      written.append(String(line))
      guard let pointer = Self.pointer(line) else { continue }
      written += table(pointer)
      isInTable = true
    }
    return written.joined(separator: "\n")
  }

  /// The pointers of objects whose keys have no table.
  var missing: [String] { objects(root, "").filter { anchors[$0] == nil } }

  /// A place where the format has a value that the schema there has to accept.
  struct Sample {
    var pointer: String
    var value: JSONValue
  }

  /// Every default and example of the format.
  var samples: [Sample] { samples(root, "") }

  private func samples(_ schema: JSONValue, _ pointer: String) -> [Sample] {
    let values = Array(schema["examples"].items) + (schema["default"].map { [$0] } ?? [])
    let tables = ["properties", "patternProperties", "$defs"].flatMap { name in
      schema[name].members.flatMap { samples($0.value, "\(pointer)/\(name)/\(Self.escaped($0.key))") }
    }
    let inner = ["items", "additionalProperties", "then", "else"].flatMap { name in
      schema[name].map { samples($0, "\(pointer)/\(name)") } ?? []
    }
    return values.map { Sample(pointer: pointer, value: $0) } + tables + inner
  }

  /// The rows that show neither an example nor the values there are.
  var rowsWithoutExample: [String] {
    objects(root, "").flatMap { pointer in
      keys(pointer).filter { !Self.promise.contains($0.name) && example($0) == nil && !showsValues($0) }.map(\.pointer)
    }
  }

  // MARK: Keys

  private struct Key {
    var name: String
    var pointer: String
    var value: JSONValue
    var base: JSONValue?
    var isRequired: Bool

    subscript(_ keyword: String) -> JSONValue? { value[keyword] ?? base?[keyword] }
  }

  /// The pointers of all objects with keys, outer ones first. What JSON Schema itself defines is not the format's.
  private func objects(_ schema: JSONValue, _ pointer: String) -> [String] {
    if pointer == "/$defs/olderSchema" { return [] }
    let isObject = schema["properties"] != nil && schema["type"] != nil && !pointer.hasPrefix("/$defs/schema/")
    let inner = schema.members.filter { !["if", "default", "examples"].contains($0.key) }.flatMap { member in
      objects(member.value, "\(pointer)/\(Self.escaped(member.key))")
    }
    let items = schema.items.enumerated().flatMap { objects($0.element, "\(pointer)/\($0.offset)") }
    return (isObject ? [pointer] : []) + inner + items
  }

  private static func escaped(_ key: String) -> String { key.replacing("~", with: "~0").replacing("/", with: "~1") }

  private func value(_ pointer: String) -> JSONValue? { JSONPointer(pointer).flatMap { root[$0] } }

  private func keys(_ pointer: String) -> [Key] {
    let object = value(pointer) ?? .null
    let required = object["required"].items.compactMap(\.string)
    return object["properties"].members.map { member in
      Key(
        name: member.key,
        pointer: "\(pointer)/properties/\(Self.escaped(member.key))",
        value: member.value,
        base: member.value["$ref"]?.string.flatMap { value(String($0.dropFirst())) },
        isRequired: required.contains(member.key)
      )
    }
  }

  // MARK: Tables

  private func table(_ pointer: String) -> [String] {
    let keys = keys(pointer)
    let readers = value(pointer)?["x-readers"]?.string
    var rows = keys.filter { !Self.promise.contains($0.name) }.map { key -> [String] in
      let name = "`\(key.name)`"
      let example = example(key).map { " Example: \($0)" }
      return [
        key.isRequired ? "**\(name)**" : name,
        type(key.value, key.pointer),
        key["default"].map(code) ?? "",
        key["x-readers"]?.string ?? readers ?? "all",
        (key["description"]?.string ?? "") + (example ?? ""),
      ]
    }
    let promise = keys.map(\.name).filter(Self.promise.contains).sorted().map { "`\($0)`" }
    if !promise.isEmpty {
      rows.append([promise.joined(separator: ", "), "[promise](#levels-and-sources)", "", readers ?? "all", ""])
    }
    return (["| key | type | default | read by | meaning |", "| --- | --- | --- | --- | --- |"])
      + rows.map { "| " + $0.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |" }
  }

  /// A value as the file of the schema has it.
  private func code(_ value: JSONValue) -> String {
    let text = written(value)
    return text.contains("`") ? "`` \(text) ``" : "`\(text)`"
  }

  private func written(_ value: JSONValue) -> String { String(decoding: bytes[value.byteRange], as: UTF8.self) }

  private func example(_ key: Key) -> String? { key["examples"].items.first.map(code) }

  /// Whether the type of a row says all: it lists the values, or links to a table.
  private func showsValues(_ key: Key) -> Bool {
    let type = type(key.value, key.pointer)
    return type.contains("](#") || key["enum"] != nil || key["const"] != nil || type == "boolean"
  }

  private func type(_ schema: JSONValue, _ pointer: String) -> String {
    if let target = schema["$ref"]?.string.map({ String($0.dropFirst()) }), let base = value(target) {
      return named(base, target)
    }
    return named(schema, pointer)
  }

  /// The type of the schema at `pointer`: its title where it has a table of its own or is a form of text, else what it holds.
  private func named(_ schema: JSONValue, _ pointer: String) -> String {
    if let values = schema["enum"]?.items { return values.map(code).joined(separator: ", ") }
    if let value = schema["const"] { return code(value) }
    let title = schema["title"]?.string?.lowercased()
    if let title, let anchor = anchors[pointer] { return "[\(title)](#\(anchor))" }
    if let title, Self.isForm(schema, at: pointer) { return title.replacing("json", with: "JSON") }
    if let fitting = schema["then"], let other = schema["else"] {
      // A group or a parallel in place of a step has a table; what `when` may be are two types.
      let types = [type(fitting, "\(pointer)/then"), type(other, "\(pointer)/else")]
      return schema["type"] == nil ? types[1] : types.joined(separator: " or ")
    }
    return held(schema, pointer)
  }

  /// Whether a schema is a form of text or any JSON that has a name in the format, such as a duration.
  private static func isForm(_ schema: JSONValue, at pointer: String) -> Bool {
    let isDefinition = pointer.hasPrefix("/$defs/") && pointer.split(separator: "/").count == 2
    return (isDefinition || pointer.hasSuffix("/items")) && schema["items"] == nil
      && (schema["additionalProperties"] == nil || !isDefinition)
  }

  private func held(_ schema: JSONValue, _ pointer: String) -> String {
    let types = schema["type"].map { $0.string.map { [$0] } ?? $0.items.compactMap(\.string) } ?? []
    if types.isEmpty { return "any JSON" }
    let patterns = schema["patternProperties"].members
    let tables = patterns.map { ("patternProperties/\(Self.escaped($0.key))", $0.value) }
    let table = (tables + [("additionalProperties", schema["additionalProperties"] ?? .null)])
      .first { $0.1.kind == .object }
    return types.map { name in
      if name == "array" {
        let inner = schema["items"].map { type($0, "\(pointer)/items") } ?? "any JSON"
        return types.count > 1 && types.contains(inner) ? "array of such" : "array of \(inner)"
      }
      if name == "object", let table { return "by name: \(type(table.1, "\(pointer)/\(table.0)"))" }
      guard types == ["integer"], let low = schema["minimum"].map(written) else { return name }
      return schema["maximum"].map { "\(name), \(low) to \(written($0))" } ?? "\(name), at least \(low)"
    }
    .joined(separator: " or ")
  }
}

extension JSONValue? {
  fileprivate var items: [JSONValue] { map { Array($0.items) } ?? [] }
  fileprivate var members: [JSONMember] { map { Array($0.members) } ?? [] }
}
