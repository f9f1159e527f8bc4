package import AssayJSON
import AssayText

/// A set of the types a JSON value can have (JSON Schema 2020-12 section 6.1.1), a number told by whether it is whole.
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

  /// The type a schema calls `name`; none for any other name.
  package init(named name: String) {
    self = name == "number" ? .number : Self.names.first { $0.name == name }?.type ?? []
  }

  private static let names: [(type: JSONTypes, name: String)] = [
    (.object, "object"), (.array, "array"), (.string, "string"), (.integer, "integer"), (.fraction, "number"),
    (.boolean, "boolean"), (.null, "null"),
  ]
}

extension JSONTypes {
  /// The types with whole numbers among the numbers, as somebody sees them who has no schema.
  package var wholeAsNumbers: JSONTypes { isDisjoint(with: .number) ? self : union(.number) }
}

extension JSONTypes: CustomStringConvertible {
  /// The types as a schema names them: `string`, `null`. Whole numbers next to others are numbers.
  package var names: [String] {
    let shown = contains(.number) ? subtracting(.integer) : self
    return Self.names.filter { shown.contains($0.type) }.map(\.name)
  }

  /// `string or null`.
  package var description: String { isEmpty ? "nothing" : names.either }

  /// The description of a value of the types, in a sentence: `an array`, `true or false`, `a string or null`.
  package var phrase: String {
    isEmpty ? "nothing" : names.map { $0 == "boolean" ? "true or false" : $0.withArticle }.either
  }
}
