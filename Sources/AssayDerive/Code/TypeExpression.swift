import AssayText

/// A type in the notation of a model or a table: `[String]?`, `Array<Item>`, `string | null`, `Map<String, Int>`.
indirect enum TypeExpression: Sendable {
  case named(String)
  case array(TypeExpression)
  case dictionary
  case nullable(TypeExpression)
  case values([String])
  /// An object type whose members are written inline: `{ id: string; n?: number }`.
  case object([TypeDeclaration.Field])
  case any

  private static let lists = CommaSeparated.set("Array, List, Set, MutableList, ReadonlyArray, Collection")
  private static let maps = CommaSeparated.set("Map, Record, Dictionary, HashMap, MutableMap")
  private static let anything = CommaSeparated.set(
    """
    Any, any, unknown, AnyCodable, JSONValue, JsonElement, object, JsonObject, AnyObject
    """
  )

  /// Parses the type that begins at `cursor`, and moves `cursor` after it.
  static func parse(_ tokens: [CodeToken], _ cursor: inout Int, depth: Int = 0) -> TypeExpression {
    guard depth < 32 else { return .any }
    var type = single(tokens, &cursor, depth)
    // No one nests a type deeper than this, and every level costs one when it is let go of.
    var suffixes = 0
    while suffixes < 200, let token = tokens[safe: cursor] {
      suffixes += 1
      if token.isMark("?", "!") {
        if token.isMark("?"), !type.isNullable { type = .nullable(type) }
        cursor += 1
      } else if token.isMark("["), tokens.at(cursor + 1).isMark("]") {
        type = .array(type)
        cursor += 2
      } else if token.isMark("|"), depth < 31 {
        cursor += 1
        type = type.or(single(tokens, &cursor, depth + 1))
      } else {
        break
      }
    }
    return type
  }

  private static func single(_ tokens: [CodeToken], _ cursor: inout Int, _ depth: Int) -> TypeExpression {
    guard let token = tokens[safe: cursor] else { return .any }
    if token.isMark("{") { return inPlace(tokens, &cursor, depth) }
    cursor += 1
    switch token.kind {
    case .string: return .values([token.text])
    case .number: return .named("number")
    case .word: return named(token, tokens, &cursor, depth)
    default: break
    }
    switch token.text {
    // One stands before the first of a list that is set in lines.
    case "|": return tokens.at(cursor).isMark("|") ? .any : single(tokens, &cursor, depth)
    case "(", "[":
      let inner = parse(tokens, &cursor, depth: depth + 1)
      let isMap = tokens.at(cursor).isMark(":")
      if isMap {
        cursor += 1
        _ = parse(tokens, &cursor, depth: depth + 1)
      }
      if tokens.at(cursor).isMark(token.text == "(" ? ")" : "]") { cursor += 1 }
      return isMap ? .dictionary : token.text == "(" ? inner : .array(inner)
    default: return .any
    }
  }

  /// Parses a named type: `Int`, `Foo.Bar`, `Array<Item>`.
  private static func named(_ token: CodeToken, _ tokens: [CodeToken], _ cursor: inout Int, _ depth: Int)
    -> TypeExpression
  {
    if ["null", "undefined"].contains(token.text) { return .nullable(.any) }
    var name = token.text
    while tokens.at(cursor).isMark("."), let next = tokens[safe: cursor + 1], next.kind == .word {
      name = next.text
      cursor += 2
    }
    var argument = TypeExpression.any
    if tokens.at(cursor).isMark("<") {
      cursor += 1
      argument = parse(tokens, &cursor, depth: depth + 1)
      while tokens.at(cursor).isMark(",") {
        cursor += 1
        _ = parse(tokens, &cursor, depth: depth + 1)
      }
      if tokens.at(cursor).isMark(">") { cursor += 1 }
    }
    if lists.contains(name) { return .array(argument) }
    return maps.contains(name) ? .dictionary : anything.contains(name) ? .any : .named(name)
  }

  private static func inPlace(_ tokens: [CodeToken], _ cursor: inout Int, _ depth: Int) -> TypeExpression {
    cursor += 1
    var fields: [TypeDeclaration.Field] = []
    while let token = tokens[safe: cursor], !token.isMark("}") {
      cursor += 1
      if token.isMark("[") {
        // An index signature.
        while cursor < tokens.count, !tokens[cursor].isMark("}") { cursor += 1 }
        if cursor < tokens.count { cursor += 1 }
        return .dictionary
      }
      guard token.kind == .word || token.kind == .string else { continue }
      let isOptional = tokens.at(cursor).isMark("?")
      if isOptional { cursor += 1 }
      guard tokens.at(cursor).isMark(":") else { continue }
      cursor += 1
      let type = parse(tokens, &cursor, depth: depth + 1)
      fields.append(.init(name: token.text, type: type, isOptional: isOptional, line: token.line))
    }
    if cursor < tokens.count { cursor += 1 }
    return .object(fields)
  }

  private func or(_ other: TypeExpression) -> TypeExpression {
    switch (self, other) {
    case (.nullable(.any), let type), (let type, .nullable(.any)): .nullable(type)
    case (.nullable(let inner), let type): .nullable(inner.or(type))
    case (.values(let first), .values(let second)): .values(first + second)
    default: .any
    }
  }

  var isNullable: Bool { if case .nullable = self { true } else { false } }

  /// The type a table's or a list's words name: `string`, `array of objects`, `string (uuid)`, `integer | null`, `string[]`.
  static func shape(ofWords text: String, _ source: Source) -> Shape? {
    let lowered = text.lowercased()
    let words = lowered.wordParts("-_")
    var types = words.prefix(6).compactMap { TypeWords.type($0) }
    var shape = Shape.stated(at: source)
    // `Optional[str]` may be null; what prose calls optional may be left out.
    shape.isNullable =
      words.contains("none") || ["null", "?", "optional[", "optional<"].contains { lowered.contains($0) }
    let isList = lowered.contains("[]") || lowered.hasPrefix("[") || types.first == "array"
    if isList {
      types.removeAll { $0 == "array" }
      var item = Shape.stated(at: source)
      if let type = types.first, type != "file" { item.types = [type] }
      shape.types = ["array"]
      if !item.types.isEmpty { shape.items = [item] }
      return shape
    }
    if ["dict", "map", "record"].contains(where: { lowered.hasPrefix($0 + "<") || lowered.hasPrefix($0 + "[") }) {
      shape.types = ["object"]
      return shape
    }
    guard let type = types.first else {
      let list = Remark.list(in: text)
      guard list.count > 1 else { return nil }
      shape.types = ["string"]
      shape.values = list
      return shape
    }
    shape.types = [type == "file" ? "string" : type]
    shape.isFile = type == "file"
    if type == "string", words.first == "enum" || lowered.containsAny("|", "\"") {
      shape.values = Remark.list(in: text)
    }
    return shape
  }

  private static let ambiguous = CommaSeparated.set(
    """
    date, text, image, token, email, url, html, file, any, set, flag, real, short, map, list, long, x, datum,
    record, hash, json, unix, char
    """
  )

  /// Returns the shape for a type placeholder (`"string"`, `number | null`, `<float>`); `nil` if it names no type.
  static func shapeOfPlaceholder(_ text: String, _ source: Source) -> Shape? {
    // `<integer, 0 to 255>`: the type, and what else is to be said of it.
    let isAbout = text.hasPrefix("<") && text.hasSuffix(">")
    let head = isAbout ? text.parts(",").first ?? text : text
    let inner = head.trimmingMarks.replacing("<", with: "").replacing(">", with: "").trimmed
    let lowered = inner.lowercased()
    let words = lowered.wordParts("-_")
    guard let first = words.first, words.count <= 4, let type = TypeWords.type(first),
      !ambiguous.contains(lowered)
    else {
      return nil
    }
    guard
      words.dropFirst().allSatisfy({
        TypeWords.type($0) != nil || ["null", "or", "optional", "none", "required", "of", "seconds", "ms"].contains($0)
      })
    else {
      return nil
    }
    var shape = Shape(types: [type == "file" ? "string" : type], sources: [source])
    shape.isNullable = words.contains("null") || words.contains("none") || inner.hasSuffix("?")
    return shape
  }
}
