/// Which children of one value some schema has looked at (2020-12 section 11).
struct EvaluatedLocations: Sendable {
  /// Whether every member, or every item, counts as looked at.
  var all = false
  /// The items before this position count as looked at.
  var prefix = 0
  /// The tape indices of the keys, or items, that were looked at one by one.
  var indices: Set<Int> = []
  /// Schemas for the same value: what they look at counts too, where they hold.
  var inPlace: [SchemaNodeID] = []
}
