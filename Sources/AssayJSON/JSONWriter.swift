/// Writes JSON text piece by piece; the caller provides the order, the writer the commas and the escapes.
package struct JSONWriter: Sendable {
  /// The text written so far.
  package private(set) var text = ""
  /// For each open array or object, outermost first, true if a value was already written in it.
  private var hasValue: [Bool] = []
  private var isBehindKey = false
  private let indent: String?

  /// Creates a writer; `indent` is repeated for each level, with a line for each value; `nil` writes everything on one
  /// line.
  package init(indent: String? = nil) {
    self.indent = indent
  }

  package mutating func beginObject() { begin("{") }
  package mutating func endObject() { end("}") }
  package mutating func beginArray() { begin("[") }
  package mutating func endArray() { end("]") }

  package mutating func key(_ name: String) {
    separate()
    text += JSONEscapes.quote(name)
    text += indent == nil ? ":" : ": "
    isBehindKey = true
  }

  package mutating func string(_ value: String) { raw(JSONEscapes.quote(value)) }
  package mutating func integer(_ value: Int) { raw(String(value)) }
  package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }
  package mutating func null() { raw("null") }
  /// Writes a finite double in its shortest exact form; any other double becomes `null`.
  package mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    raw(Int(exactly: value).map { String($0) } ?? String(value))
  }
  /// Writes a value of another document, in its original text.
  package mutating func value(_ value: JSONValue) { raw(value.text) }

  /// Writes text that is already a JSON value.
  package mutating func raw(_ json: String) {
    separate()
    text += json
  }

  private mutating func begin(_ bracket: String) {
    raw(bracket)
    hasValue.append(false)
  }

  private mutating func end(_ bracket: String) {
    if hasValue.popLast() == true { newLine() }
    text += bracket
  }

  private mutating func separate() {
    if isBehindKey {
      isBehindKey = false
      return
    }
    guard let last = hasValue.indices.last else { return }
    if hasValue[last] { text += "," }
    hasValue[last] = true
    newLine()
  }

  private mutating func newLine() {
    guard let indent else { return }
    text += "\n" + String(repeating: indent, count: hasValue.count)
  }
}

extension JSONValue {
  /// Returns the value that `write` writes; `null` if that is not exactly one JSON value.
  package static func building(_ write: (inout JSONWriter) -> Void) -> JSONValue {
    var writer = JSONWriter()
    write(&writer)
    return (try? JSONDocument(parsing: writer.text, limits: JSONLimits(depth: 10_000)))?.root ?? .null
  }

  package static func string(_ text: String) -> JSONValue { building { $0.string(text) } }
  package static func integer(_ number: Int) -> JSONValue { building { $0.integer(number) } }
  package static func bool(_ truth: Bool) -> JSONValue { truth ? isTrue : isFalse }
  private static let isTrue = building { $0.bool(true) }
  private static let isFalse = building { $0.bool(false) }
  package static func array(_ items: [JSONValue]) -> JSONValue {
    building { writer in
      writer.beginArray()
      for item in items { writer.value(item) }
      writer.endArray()
    }
  }
  package static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    building { writer in
      writer.beginObject()
      for (key, value) in members {
        writer.key(key)
        writer.value(value)
      }
      writer.endObject()
    }
  }
  package static let null: JSONValue = {
    guard let document = try? JSONDocument(parsing: "null") else { preconditionFailure("null is JSON") }
    return document.root
  }()
}
