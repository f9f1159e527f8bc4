package import AssayJSON
import AssayText

/// A set of the types a JSON value can have (JSON Schema 2020-12 section 6.1.1); whole numbers are a separate type.
package struct JSONTypes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let null = JSONTypes(rawValue: 1)
  package static let boolean = JSONTypes(rawValue: 2)
  package static let integer = JSONTypes(rawValue: 4)
  package static let fraction = JSONTypes(rawValue: 8)
  package static let string = JSONTypes(rawValue: 16)
  package static let array = JSONTypes(rawValue: 32)
  package static let object = JSONTypes(rawValue: 64)
  package static let number: JSONTypes = [.integer, .fraction]
  package static let all: JSONTypes = [.null, .boolean, .number, .string, .array, .object]

  /// The type of `value`.
  package init(of value: JSONValue) {
    self =
      switch value.kind {
      case .null: .null
      case .true, .false: .boolean
      case .number: value.number?.isInteger == true ? .integer : .fraction
      case .string: .string
      case .array: .array
      case .object: .object
      }
  }

  /// Makes the type with the name `name` in schemas; the empty set for any other name.
  package init(named name: String) {
    self = name == "number" ? .number : Self.names.first { $0.name == name }?.type ?? []
  }

  private static let names: [(type: JSONTypes, name: String)] = [
    (.object, "object"), (.array, "array"), (.string, "string"), (.integer, "integer"), (.fraction, "number"),
    (.boolean, "boolean"), (.null, "null"),
  ]
}

extension JSONTypes {
  /// The same types, in which whole numbers are included if numbers are, as people without a schema see them.
  package var wholeAsNumbers: JSONTypes { isDisjoint(with: .number) ? self : union(.number) }
}

extension JSONTypes: CustomStringConvertible {
  /// The types by their names in schemas: `string`, `null`. Whole numbers together with other numbers are `number`.
  package var names: [String] {
    let shown = contains(.number) ? subtracting(.integer) : self
    return Self.names.filter { shown.contains($0.type) }.map(\.name)
  }

  /// The names in a sentence: `string or null`.
  package var description: String { isEmpty ? "nothing" : names.either }

  /// The description of a value of the types, in a sentence: `an array`, `true or false`, `a string or null`.
  package var phrase: String {
    isEmpty ? "nothing" : names.map { $0 == "boolean" ? "true or false" : $0.withArticle }.either
  }
}
