import AssayJSON
import AssayText

/// How messages name and show values.
enum ValueDescription {
  /// What a sentence about `value` calls it: the member's name, the item's position, or "the value".
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

  /// A value with its type, cut where it is long.
  static func describe(_ value: JSONValue) -> String {
    switch value.kind {
    case .null: "null"
    case .true, .false: "\(value.text) (boolean)"
    case .number: "\(shortened(value.text, to: 60)) (number)"
    case .string: describe(string: value)
    case .array: value.count == 0 ? "an empty array" : "an array of \(value.count.counted("item"))"
    case .object: value.count == 0 ? "an empty object" : "an object with \(value.count.counted("member"))"
    }
  }

  private static func describe(string value: JSONValue) -> String {
    let text = value.text
    guard text.unicodeScalars.count > 82 else { return "\(text) (string)" }
    let length = (value.string ?? "").unicodeScalars.count
    return "\(String(text.unicodeScalars.prefix(61)))…\" (string, \(length) characters)"
  }

  /// A value on one line, cut where it is long.
  static func brief(_ value: JSONValue) -> String {
    // No more of a long value is read than is shown.
    let range = value.byteRange
    var isInString = false
    var shown: [UInt8] = []
    var cursor = range.lowerBound
    while cursor < range.upperBound, shown.count < 260 {
      let byte = value.document.bytes[cursor]
      if byte == 0x22 { isInString.toggle() }
      if isInString || byte > 0x20 { shown.append(byte) }
      if !isInString, byte == 0x3A || byte == 0x2C { shown.append(0x20) }
      if isInString, byte == 0x5C, cursor + 1 < range.upperBound {
        cursor += 1
        shown.append(value.document.bytes[cursor])
      }
      cursor += 1
    }
    return shortened(String(decoding: shown, as: UTF8.self), to: 60)
  }

  /// A value as a sentence shows it next to `other`: with its type where that is what differs.
  static func contrast(_ value: JSONValue, with other: JSONValue?) -> String {
    value.kind.typeName == other?.kind.typeName && value.count == 0 ? brief(value) : describe(value)
  }

  /// The kind of a value with an article.
  static func kind(_ value: JSONValue) -> String { value.kind.typeName.withArticle }

  /// What one of `list` had to be: `a, b or c`, `nothing` for none.
  static func alternatives(_ list: [String]) -> String { list.isEmpty ? "nothing" : list.either }

  private static func shortened(_ text: String, to limit: Int) -> String {
    guard text.unicodeScalars.count > limit else { return text }
    // A string cut keeps its closing quote, or what follows it would read as part of it.
    return String(text.unicodeScalars.prefix(limit - 1)) + (text.hasPrefix("\"") ? "…\"" : "…")
  }
}
