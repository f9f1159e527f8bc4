/// What stands between the braces of `\p{…}` (ECMA-262 section 22.2.1, UnicodePropertyValueExpression).
struct UnicodeProperty {
  let name: String
  let value: String?

  /// The properties that have values with names.
  enum Kind {
    case category, script, scriptExtensions
  }

  var kind: Kind? {
    switch name {
    case "General_Category", "gc": .category
    case "Script", "sc": .script
    case "Script_Extensions", "scx": .scriptExtensions
    default: nil
    }
  }

  /// Whether Unicode has it, whatever Assay knows of its characters.
  var isKnown: Bool {
    guard let value else {
      return GeneralCategoryNames.categories(name) != nil || BinaryPropertyNames.isKnown(name)
    }
    return switch kind {
    case .category: GeneralCategoryNames.categories(value) != nil
    case .script, .scriptExtensions: UnicodeScriptNames.all.contains(value)
    case nil: false
    }
  }
}

extension UnicodeProperty: CustomStringConvertible {
  var description: String { value.map { "\(name)=\($0)" } ?? name }
}
