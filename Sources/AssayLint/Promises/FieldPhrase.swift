import AssayContract
import AssayJSON

/// What is said of one field, keyword by keyword, until it becomes a sentence.
struct FieldPhrase {
  var isRequired = false
  private var types: [String] = []
  private var low: String?
  private var high: String?
  private var fewest: String?
  private var most: String?
  /// The clauses of all other keywords: `is one of "a", "b"`.
  var rules: [String] = []

  /// Whether `keyword` can be broken by a value; the others describe, or hold schemas.
  static func asserts(_ keyword: String) -> Bool { assertions.contains(keyword) }

  private static let assertions: Set<String> = [
    "type", "enum", "const", "not", "anyOf", "oneOf", "if", "dependentRequired", "minProperties", "maxProperties",
    "minItems", "maxItems", "uniqueItems", "contains", "minLength", "maxLength", "pattern", "format", "minimum",
    "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "sorted", "uniqueBy", "additionalProperties",
    "propertyNames", "prefixItems", "patternProperties",
  ]

  /// What the schema `false` says of its value.
  static let forbidden = "cannot be there"

  /// Takes in what `keyword` says.
  mutating func add(_ keyword: String, _ value: JSONValue) {
    switch keyword {
    case "type":
      let names = value.kind == .array ? value.items.compactMap(\.string) : [value.string].compactMap { $0 }
      types += names.filter { !types.contains($0) }
    case "minimum": low = value.text
    case "maximum": high = value.text
    case "const": rules.append("is `\(value.text)`")
    case "enum": rules.append("is one of " + value.items.map { "`\($0.text)`" }.joined(separator: ", "))
    case "minLength" where value.text == "1": rules.append("is not empty")
    case "minItems": fewest = value.text
    case "maxItems": most = value.text
    case "minLength": rules.append("has at least \(value.text) characters")
    case "maxLength": rules.append("has at most \(value.text) characters")
    case "pattern": rules.append("matches `\(value.string ?? value.text)`")
    case "format": rules.append("is \(Self.format(value.string ?? ""))")
    case "exclusiveMinimum": rules.append("is above \(value.text)")
    case "exclusiveMaximum": rules.append("is below \(value.text)")
    case "multipleOf": rules.append("is a multiple of \(value.text)")
    case "uniqueItems" where value.bool == true: rules.append("has no item twice")
    case "uniqueItems": break
    case "uniqueBy":
      let fields = (value.kind == .array ? Array(value.items) : [value]).map { "`\(Self.field($0))`" }
      rules.append("has no two items with the same \(fields.joined(separator: " and "))")
    case "sorted":
      let keys = value.kind == .array ? Array(value.items) : [value]
      let words = keys.map { key in
        let order = key["order"]?.string == "descending" ? "highest" : "lowest"
        let form = key["as"]?.string.map { " as \($0)" } ?? ""
        let nulls = key["nulls"]?.string.map { $0 == "refused" ? "" : ", nulls \($0)" } ?? ""
        return "by `\(Self.field(key["by"]))`\(form), \(order) first\(nulls)"
      }
      rules.append("is sorted " + words.joined(separator: ", then "))
    case "anyOf", "oneOf":
      rules.append("fits \(keyword == "oneOf" ? "exactly one" : "one") of \(value.count) descriptions")
    default: rules.append("keeps `\(keyword)`")
    }
  }

  /// The whole sentence about the field called `name`.
  func sentence(of name: String, isOptional: Bool) -> String {
    var clauses: [String] = []
    if let type {
      clauses.append("is \(type)" + (range.map { " \($0)" } ?? ""))
    } else if let range {
      clauses.append("is \(range)")
    }
    if let items { clauses.append("has \(items)") }
    clauses += rules
    if isRequired { clauses.append("is always there") }
    let isConditional = isOptional && !isRequired && rules != [Self.forbidden]
    return "\(name) \(Self.joined(clauses))" + (isConditional ? ", where it is there" : "")
  }

  private var type: String? {
    guard !types.isEmpty else { return nil }
    let words = types.map { type in
      switch type {
      case "null": "null"
      case "array": "a list"
      case "integer", "object": "an \(type)"
      case "boolean": "true or false"
      default: "a \(type)"
      }
    }
    return words.joined(separator: " or ")
  }

  private var items: String? {
    switch (fewest, most) {
    case (let fewest?, let most?): fewest == most ? Self.items(fewest) : "\(fewest) to \(Self.items(most))"
    case (let fewest?, nil): "at least \(Self.items(fewest))"
    case (nil, let most?): "at most \(Self.items(most))"
    case (nil, nil): nil
    }
  }

  private static func items(_ count: String) -> String { count == "1" ? "one item" : "\(count) items" }

  private var range: String? {
    switch (low, high) {
    case (let low?, let high?): "from \(low) to \(high)"
    case (let low?, nil): "\(types.isEmpty ? "" : "of ")at least \(low)"
    case (nil, let high?): "\(types.isEmpty ? "" : "of ")at most \(high)"
    case (nil, nil): nil
    }
  }

  /// `is a string, is not empty, is always there` as one would say it: `is a string, not empty, always there`.
  private static func joined(_ clauses: [String]) -> String {
    guard let first = clauses.first else { return "is anything" }
    let rest = clauses.dropFirst().map { $0.hasPrefix("is ") && first.hasPrefix("is ") ? String($0.dropFirst(3)) : $0 }
    return ([first] + rest).joined(separator: ", ")
  }

  private static func field(_ pointer: JSONValue?) -> String {
    pointer?.string.flatMap { JSONPointer($0) }?.field ?? pointer?.text ?? ""
  }

  private static func format(_ name: String) -> String {
    switch name {
    case "date-time": "an RFC 3339 time"
    case "date": "an RFC 3339 date"
    case "uri": "a URI"
    case "uri-reference": "a URI or a reference to one"
    case "uuid": "a UUID"
    case "email": "an e-mail address"
    default: "a `\(name)`"
    }
  }
}
