/// The role of a subschema in the schema that contains it or refers to it: the value it applies to, and when.
package enum SchemaRole: Hashable, Sendable {
  /// Applies to the same value: `$ref`, `$dynamicRef`, `allOf`.
  case reference, conjunct
  /// May match the same value: `anyOf`, `oneOf`.
  case alternative
  /// Tests the same value (`if`); then one of the other two must match it: `then`, `else`.
  case condition, consequence, otherwise
  /// Applies to the same object if a member is present: `dependentSchemas`.
  case dependent(on: String)
  /// Must not match the same value: `not`.
  case negation
  /// Applies to the member of a given name: `properties`.
  case member(String)
  /// Applies to members whose names match a regular expression: `patternProperties`.
  case membersMatching(String)
  /// Applies to members that `properties` and `patternProperties` do not match: `additionalProperties`.
  case furtherMembers
  /// Applies to members that no other keyword evaluates: `unevaluatedProperties`.
  case unevaluatedMembers
  /// Applies to the names of members: `propertyNames`.
  case memberNames
  /// Applies to the item at a position: `prefixItems`.
  case item(Int)
  /// Applies to all items from a position on: `items`.
  case items(from: Int)
  /// Must match some of the items: `contains`.
  case containedItem
  /// Applies to items that no other keyword evaluates: `unevaluatedItems`.
  case unevaluatedItems
  /// Applies to the document that a string contains as text: `contentSchema`.
  case content
  /// Applies to nothing by itself, but can be referred to: `$defs`.
  case definition(String)

  /// The name of the member that the schema applies to; `nil` for other roles.
  package var memberName: String? { if case .member(let name) = self { name } else { nil } }
  /// True if the schema applies to the items of an array, by position or to all of them.
  package var isOfItems: Bool {
    switch self {
    case .item, .items: true
    default: false
    }
  }

  /// True if the schema applies to the same value as the schema that contains it.
  package var isInPlace: Bool {
    switch self {
    case .reference, .conjunct, .alternative, .condition, .consequence, .otherwise, .dependent, .negation: true
    default: false
    }
  }

  /// The roles of schemas that apply to the same value, as tests, in the order in which schemas of each role are read.
  static let inPlaceKinds: [@Sendable (SchemaRole) -> Bool] = [
    { $0 == .conjunct }, { $0 == .alternative }, { $0 == .condition }, { $0 == .consequence }, { $0 == .otherwise },
    { if case .dependent = $0 { true } else { false } }, { $0 == .negation },
  ]

  /// True if every value that matches the containing schema also matches this one.
  package var alwaysHoldsInPlace: Bool { self == .reference || self == .conjunct }

  /// True if a value that matches the containing schema may also match this one. False if this one applies to a
  /// different value or is negated.
  package var mayHoldInPlace: Bool { isInPlace && self != .negation }
}
