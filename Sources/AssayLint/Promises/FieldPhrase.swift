import AssaySchema
import AssayText

/// The builder of the sentence that states the promises of one field, from clauses added keyword by keyword.
struct FieldPhrase {
  var isRequired = false
  private var types: [String] = []
  private var low: String?
  private var high: String?
  private var fewest: String?
  private var most: String?
  /// The clauses of keywords without a property of their own: `is one of "a", "b"`.
  var rules: [String] = []

  /// The clause of the schema `false`, which forbids the value.
  static let forbidden = "cannot be there"

  /// Adds the clause of a keyword.
  mutating func add(_ clause: PromiseClause) {
    switch clause {
    case .types(let names): types += names.filter { !types.contains($0) }
    case .least(let number): low = number
    case .most(let number): high = number
    case .fewestItems(let count): fewest = count
    case .mostItems(let count): most = count
    case .words(let words): rules.append(words)
    }
  }

  /// Returns the sentence about the field `name`.
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
      case "array": "a list"
      case "boolean": "true or false"
      default: type.withArticle
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

  /// Returns the clauses joined, without repeated verbs: `is a string, not empty, always there`.
  private static func joined(_ clauses: [String]) -> String {
    guard let first = clauses.first else { return "is anything" }
    let rest = clauses.dropFirst().map { $0.hasPrefix("is ") && first.hasPrefix("is ") ? String($0.dropFirst(3)) : $0 }
    return ([first] + rest).joined(separator: ", ")
  }
}
