import AssayJSON
import AssayText

/// The names and texts of values in messages.
enum ValueDescription {
  /// The name of `value` in a sentence: the member's name, the item's position, or "the value".
  static func subject(_ value: JSONValue) -> String {
    let tokens = value.pointer.tokens
    guard let last = tokens.last else { return "the value" }
    return name(last, inside: tokens.dropLast(), of: value.document)
  }

  private static func name(_ token: String, inside outer: ArraySlice<String>, of document: JSONDocument) -> String {
    let holder = document.root[JSONPointer(tokens: Array(outer))]
    guard holder?.kind == .array else { return token }
    guard let array = outer.last(where: { Int($0) == nil }) else { return "item \(token)" }
    return "item \(token) of \(array)"
  }

  /// Returns a value with its type, shortened if it is long.
  static func describe(_ value: JSONValue) -> String {
    switch value.kind {
    case .null: "null"
    case .true, .false: "\(value.text) (boolean)"
    case .number: "\(shortened(value, to: 60)) (number)"
    case .string: describe(string: value)
    case .array: value.count == 0 ? "an empty array" : "\(container(value)) (array of \(value.count.counted("item")))"
    case .object:
      value.count == 0 ? "an empty object" : "\(container(value)) (object with \(value.count.counted("member")))"
    }
  }

  private static func describe(string value: JSONValue) -> String {
    let (text, isWhole) = value.text(limit: 82)
    if isWhole { return "\(text) (string)" }
    let length = value.characterCount
    return "\(String(text.unicodeScalars.prefix(61)))…\" (string, \(length) characters)"
  }

  /// Returns a value on one line, shortened if it is long.
  static func brief(_ value: JSONValue) -> String {
    if value.kind == .array || value.kind == .object { return container(value) }
    return shortened(value, to: 60)
  }

  /// Returns an array or object on one line, or only its beginning.
  private static func container(_ value: JSONValue) -> String {
    let (text, isWhole) = value.compactText(limit: 60)
    return isWhole ? text : "\(text)…\(value.kind == .array ? "]" : "}")"
  }

  /// Returns a value for a sentence next to `other`: with its type if the types differ.
  static func contrast(_ value: JSONValue, with other: JSONValue?) -> String {
    value.kind.typeName == other?.kind.typeName && value.count == 0 ? brief(value) : describe(value)
  }

  /// Returns the type of a value with an article: `an array`.
  static func kind(_ value: JSONValue) -> String { value.kind.typeName.withArticle }

  /// Returns the expected values as part of a sentence: `a, b or c`; `nothing` for an empty list.
  static func alternatives(_ list: [String]) -> String { list.isEmpty ? "nothing" : list.either }

  private static func shortened(_ value: JSONValue, to limit: Int) -> String {
    let (text, isWhole) = value.text(limit: limit)
    if isWhole { return text }
    // A string cut keeps its closing quote, or what follows it would read as part of it.
    return String(text.unicodeScalars.dropLast()) + (value.kind == .string ? "…\"" : "…")
  }
}

extension JSONValue {
  /// The number of code points of a string.
  var characterCount: Int {
    withStringBytes { bytes in bytes.reduce(0) { $1 & 0xC0 != 0x80 ? $0 + 1 : $0 } }
  }
}
