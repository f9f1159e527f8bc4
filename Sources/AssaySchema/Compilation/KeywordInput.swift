import AssayJSON

/// A keyword as written in a schema, before it is compiled.
struct KeywordInput {
  var name: String
  /// The keyword's value.
  var value: JSONValue
  /// The schema that contains the keyword.
  var schema: JSONValue
  var document: Int
  var resource: Int
  var context: DynamicContext
  var vocabularies: SchemaVocabularies
  var documentURI: String

  var place: KeywordPlace { KeywordPlace(name: name, index: value.index) }
  var dialect: SchemaDialect { vocabularies.dialect }

  /// Returns the value of the keyword `name` in the same schema; `nil` if the schema does not have it, or its
  /// vocabularies do not include it.
  func sibling(_ name: String) -> JSONValue? { schema[name] }

  func error(_ reason: SchemaError.Reason, at value: JSONValue? = nil) -> SchemaError {
    let culprit = value ?? self.value
    return SchemaError(
      reason,
      at: culprit.pointer,
      offset: culprit.byteRange.lowerBound,
      document: documentURI
    )
  }

  func wrongType(_ expected: String, at value: JSONValue? = nil) -> SchemaError {
    error(.wrongType(keyword: name, expected: expected), at: value)
  }

  func string() throws(SchemaError) -> String {
    guard let string = value.string else { throw wrongType("a string") }
    return string
  }

  func bool() throws(SchemaError) -> Bool {
    guard let bool = value.bool else { throw wrongType("true or false") }
    return bool
  }

  func number() throws(SchemaError) -> JSONNumber {
    guard let number = value.number else { throw wrongType("a number") }
    return number
  }

  /// Returns the keyword's value as a count; a number too large for `Int` becomes `Int.max`.
  func count() throws(SchemaError) -> Int {
    guard let count = Self.count(value) else { throw wrongType("an integer, 0 or above") }
    return count
  }

  static func count(_ value: JSONValue) -> Int? {
    guard let number = value.number, number.isInteger, !(number < JSONNumber(0)) else { return nil }
    return number.int ?? .max
  }

  func strings() throws(SchemaError) -> [String] {
    guard value.kind == .array else { throw wrongType("an array of strings") }
    var strings: [String] = []
    for item in value.items {
      guard let string = item.string else { throw wrongType("an array of strings", at: item) }
      strings.append(string)
    }
    return strings
  }

  func object() throws(SchemaError) -> JSONMembers {
    guard value.kind == .object else { throw wrongType("an object") }
    return value.members
  }

  func array() throws(SchemaError) -> JSONItems {
    guard value.kind == .array else { throw wrongType("an array") }
    return value.items
  }
}
