package import AssayJSON

/// One way in which a value breaks a schema, reported once.
package struct SchemaViolation: Equatable, Sendable {
  /// The place of the violation in the value.
  package var instanceLocation: JSONPointer
  /// The keyword that was broken.
  package var keyword: String
  /// The place of the keyword in its document, after `$ref`.
  package var keywordLocation: JSONPointer
  /// The byte offset of that place, for line and column.
  package var keywordOffset: Int
  /// The fault as data; the texts below are its renderings.
  package var detail: Detail
  /// The fault in a sentence a backend developer can act on.
  package var message: String
  /// The promise that the value breaks.
  package var expected: String
  /// The received value; long values are cut and say how long they are.
  package var actual: String
  /// The allowed values: those of an `enum`; the members that are there where one is missing, nearest first.
  package var alternatives: [String]
  /// The nearest enclosing `level`, or `nil`.
  package var level: String?
  /// The nearest enclosing `source`, or none.
  package var sources: [String]
  /// The number of further violations of its kind, at places like this one.
  package var further = 0

  package init(
    instanceLocation: JSONPointer,
    keyword: String,
    keywordLocation: JSONPointer,
    keywordOffset: Int,
    detail: Detail,
    message: String,
    expected: String,
    actual: String,
    alternatives: [String] = [],
    level: String? = nil,
    sources: [String] = []
  ) {
    self.instanceLocation = instanceLocation
    self.keyword = keyword
    self.keywordLocation = keywordLocation
    self.keywordOffset = keywordOffset
    self.detail = detail
    self.message = message
    self.expected = expected
    self.actual = actual
    self.alternatives = alternatives
    self.level = level
    self.sources = sources
  }
}

extension SchemaViolation {
  /// The kinds of fault in a value, one case for each.
  package indirect enum Detail: Hashable, Sendable {
    /// The value is of none of these types (`type`, or alternatives that ask for nothing else).
    case wrongType(allowed: [String])
    /// The value is not one of those listed, each as the text a person is shown (`const`, `enum`).
    case unlisted(allowed: [String])
    /// The number is beyond a limit, which is written as in the schema.
    case outOfBounds(limit: String, isUpper: Bool, isExclusive: Bool)
    /// The number is not a multiple of another, which is written as in the schema.
    case notMultiple(of: String)
    /// There are `count` of something, and `limit` are the most or the fewest allowed.
    case wrongCount(Int, of: Counted, limit: Int, isUpper: Bool)
    /// The string does not match a regular expression.
    case unmatched(pattern: String)
    /// The string is not of a format, given by its name in the schema.
    case malformed(format: String)
    /// A member is missing from the object; `dependent` is the member whose presence asks for it.
    case missing(member: String, dependent: String?)
    /// The item at `second` must be before the one at `first`, by the key at `position` among `keys`.
    case unsorted(first: Int, second: Int, keys: [JSONPointer], position: Int, isDescending: Bool)
    /// The item, or its key, has no place in an order.
    case unorderable
    /// The items at `first` and `second` are the same in what `keys` lead to; as a whole without a key.
    case repeated(first: Int, second: Int, keys: [JSONPointer])
    /// The value keeps a schema it must not keep (`not`).
    case excluded
    /// The value keeps several alternatives, of which it may keep one; their positions, from 0.
    case ambiguous(alternatives: [Int])
    /// The value keeps none of so many alternatives; `nearest` is what the nearest one says.
    case noAlternative(of: Int, nearest: Detail?)
    /// The member's name is not allowed, for a reason if one is known.
    case badName(Detail?)
    /// No value is allowed (the schema `false`).
    case forbidden
    /// The value is wrong further inside than reasons are looked for.
    case further
    /// More is wrong than is reported.
    case leftOut
    /// Judging takes more steps than the options allow.
    case undecided
  }

  /// The things a keyword counts.
  package enum Counted: Hashable, Sendable {
    case characters, items, members
    /// The items that keep the schema of `contains`.
    case matchingItems
  }

  /// The member that is missing, or `nil` where something else is wrong.
  package var missingMember: String? {
    guard case .missing(let member, _) = detail else { return nil }
    return member
  }

  /// The place of the fault. For a missing member, this is the place where it should be.
  package var faultLocation: JSONPointer { missingMember.map(instanceLocation.appending) ?? instanceLocation }

  /// The item an order or a repetition breaks at, or `nil` where something else is wrong.
  package var culprit: JSONPointer? {
    switch detail {
    case .unsorted(_, let second, _, _, _), .repeated(_, let second, _): instanceLocation.appending(second)
    default: nil
    }
  }

  /// The keys that an order or a repetition compares in the items of an array. The key that broke it is first.
  package var comparedKeys: [JSONPointer] {
    switch detail {
    case .unsorted(_, _, let keys, let position, _):
      [keys[position]] + keys.enumerated().filter { $0.offset != position }.map(\.element)
    case .repeated(_, _, let keys): keys
    default: []
    }
  }
}
