package import AssayJSON

/// A violation of a schema by a value, reported once.
package struct SchemaViolation: Equatable, Sendable {
  /// The place of the violation in the value.
  package var instanceLocation: JSONPointer
  /// The keyword that was broken.
  package var keyword: String
  /// The place of the keyword in the document that contains it, after references are followed.
  package var keywordLocation: JSONPointer
  /// The byte offset of that place, for line and column.
  package var keywordOffset: Int
  /// The fault as structured data, from which the texts below are made.
  package var detail: Detail
  /// The fault in a sentence a backend developer can act on.
  package var message: String
  /// The expected value, in words.
  package var expected: String
  /// The received value; a long value is shortened and followed by its length.
  package var actual: String
  /// The allowed values: those of an `enum`; for a missing member, the existing members, the most similar first.
  package var alternatives: [String]
  /// The nearest enclosing `level`; `nil` if none exists.
  package var level: String?
  /// The nearest enclosing `source` entries; empty if none exists.
  package var sources: [String]
  /// The number of further violations of the same kind at similar places, which are not listed.
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
    /// The value has none of these types (`type`, or alternatives that demand nothing else).
    case wrongType(allowed: [String])
    /// The value is not one of those listed, each as displayed to people (`const`, `enum`).
    case unlisted(allowed: [String])
    /// The number is beyond a limit, which is written as in the schema.
    case outOfBounds(limit: String, isUpper: Bool, isExclusive: Bool)
    /// The number is not a multiple of another, which is written as in the schema.
    case notMultiple(of: String)
    /// The value has a number of items, members or characters that is above or below `limit`.
    case wrongCount(Int, of: Counted, limit: Int, isUpper: Bool)
    /// The string does not match a regular expression.
    case unmatched(pattern: String)
    /// The string does not match a format, given by its name in the schema.
    case malformed(format: String)
    /// A member is missing from the object; `dependent` is the member whose presence requires it, if any.
    case missing(member: String, dependent: String?)
    /// The item at `second` should come before the one at `first`, by the key at `position` in `keys`.
    case unsorted(first: Int, second: Int, keys: [JSONPointer], position: Int, isDescending: Bool)
    /// The item, or its key, cannot be ordered.
    case unorderable
    /// The items at `first` and `second` have equal values at `keys`; without keys, the whole items are equal.
    case repeated(first: Int, second: Int, keys: [JSONPointer])
    /// The value matches a schema it must not match (`not`).
    case excluded
    /// The value matches several alternatives of which only one may match; their positions, from 0.
    case ambiguous(alternatives: [Int])
    /// The value matches none of the alternatives, whose number is `of`; `nearest` is the fault by the nearest one.
    case noAlternative(of: Int, nearest: Detail?)
    /// The member's name is not allowed; the reason is given if it is known.
    case badName(Detail?)
    /// No value is allowed (the schema `false`).
    case forbidden
    /// The value does not match, but the reason is nested deeper than reasons are searched for.
    case further
    /// There are more faults, which are not reported.
    case leftOut
    /// Validation takes more steps than the options allow.
    case undecided
  }

  /// The things a keyword counts.
  package enum Counted: Hashable, Sendable {
    case characters, items, members
    /// The items that match the schema of `contains`.
    case matchingItems
  }

  /// The missing member, or `nil` for other faults.
  package var missingMember: String? {
    guard case .missing(let member, _) = detail else { return nil }
    return member
  }

  /// The place of the fault. For a missing member, this is the place where it should be.
  package var faultLocation: JSONPointer { missingMember.map(instanceLocation.appending) ?? instanceLocation }

  /// The item that is out of order or repeated; `nil` for other faults.
  package var culprit: JSONPointer? {
    switch detail {
    case .unsorted(_, let second, _, _, _), .repeated(_, let second, _): instanceLocation.appending(second)
    default: nil
    }
  }

  /// The keys by which the items of an array are compared, if an item is out of order or repeated. The key that shows
  /// the fault is first.
  package var comparedKeys: [JSONPointer] {
    switch detail {
    case .unsorted(_, _, let keys, let position, _):
      [keys[position]] + keys.enumerated().filter { $0.offset != position }.map(\.element)
    case .repeated(_, _, let keys): keys
    default: []
    }
  }
}
