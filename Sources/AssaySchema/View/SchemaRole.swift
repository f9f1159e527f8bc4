/// The role of a schema for the schema that holds it or refers to it: the value it is applied to, and when.
package enum SchemaRole: Hashable, Sendable {
  /// Holds for the same value: `$ref`, `$dynamicRef`, `allOf`.
  case reference, conjunct
  /// May hold for the same value: `anyOf`, `oneOf`.
  case alternative
  /// Decides for the same value which of the next two has to hold: `if`, `then`, `else`.
  case condition, consequence, otherwise
  /// Holds for the same object where a member is there: `dependentSchemas`.
  case dependent(on: String)
  /// Must not hold for the same value: `not`.
  case negation
  /// Holds for the member of a name: `properties`.
  case member(String)
  /// Holds for members whose names match a regular expression: `patternProperties`.
  case membersMatching(String)
  /// Holds for members no keyword next to it names: `additionalProperties`.
  case furtherMembers
  /// Holds for members no other keyword has looked at.
  case unevaluatedMembers
  /// Holds for the names of members.
  case memberNames
  /// Holds for the item at a position: `prefixItems`.
  case item(Int)
  /// Holds for all items from a position on: `items`.
  case items(from: Int)
  /// Holds for some of the items: `contains`.
  case containedItem
  /// Holds for items no other keyword has looked at.
  case unevaluatedItems
  /// Describes what is written inside a string: `contentSchema`.
  case content
  /// Holds for nothing by itself: `$defs`.
  case definition(String)

  /// The name of the member the schema describes; `nil` for other roles.
  package var memberName: String? { if case .member(let name) = self { name } else { nil } }
  /// True if the schema describes the items of an array, at a position or all of them.
  package var isOfItems: Bool {
    switch self {
    case .item, .items: true
    default: false
    }
  }

  /// True if the schema is about the very value the outer one is about.
  package var isInPlace: Bool {
    switch self {
    case .reference, .conjunct, .alternative, .condition, .consequence, .otherwise, .dependent, .negation: true
    default: false
    }
  }

  /// The roles of a schema written for the same value, in the order readers take it.
  static let inPlaceKinds: [@Sendable (SchemaRole) -> Bool] = [
    { $0 == .conjunct }, { $0 == .alternative }, { $0 == .condition }, { $0 == .consequence }, { $0 == .otherwise },
    { if case .dependent = $0 { true } else { false } }, { $0 == .negation },
  ]

  /// True if every value that is valid against the outer schema is valid against this one.
  package var alwaysHoldsInPlace: Bool { self == .reference || self == .conjunct }

  /// True if a value that is valid against the outer schema may be valid against this one. False if this one is about a
  /// different value, or negated.
  package var mayHoldInPlace: Bool { isInPlace && self != .negation }
}
