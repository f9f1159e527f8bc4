extension JSONPath {
  /// The maximum number of places listed.
  private static let mostPlaces = 256

  /// The places that the query reads, from the root of its value; `*` is any item or member. Segments after a
  /// descendant segment (`..`) are left out.
  package var places: [[String]] {
    var found: [[String]] = []
    Self.read(query, at: [[]], &found)
    return found
  }

  /// Adds the places that `query` reads from each of `starts`, and those that its filters read.
  private static func read(_ query: Query, at starts: [[String]], _ found: inout [[String]]) {
    var reached = starts
    for segment in query.segments {
      if segment.isDescendant { break }
      var next: [[String]] = []
      for selector in segment.selectors {
        let token = if case .name(let name) = selector { name } else { "*" }
        let places = reached.map { $0 + [token] }
        next += places.prefix(mostPlaces - next.count)
        if case .filter(let condition) = selector { read(condition, of: places, &found) }
      }
      reached = next
    }
    found += reached.prefix(max(0, mostPlaces - found.count))
  }

  private static func read(_ condition: Condition, of items: [[String]], _ found: inout [[String]]) {
    switch condition {
    case .or(let parts), .and(let parts): for part in parts { read(part, of: items, &found) }
    case .not(let part): read(part, of: items, &found)
    case .exists(let query): readInner(query, of: items, &found)
    case .compare(_, let left, let right):
      read(left, of: items, &found)
      read(right, of: items, &found)
    case .call(_, let arguments): read(arguments, of: items, &found)
    }
  }

  private static func read(_ value: Comparable, of items: [[String]], _ found: inout [[String]]) {
    switch value {
    case .literal: break
    case .query(let query): readInner(query, of: items, &found)
    case .call(_, let arguments): read(arguments, of: items, &found)
    }
  }

  private static func read(_ arguments: [Argument], of items: [[String]], _ found: inout [[String]]) {
    for argument in arguments {
      switch argument {
      case .value(let value): read(value, of: items, &found)
      case .nodes(let query): readInner(query, of: items, &found)
      }
    }
  }

  /// Adds the places read by a query inside a filter, which starts at the filter's item or at the root.
  private static func readInner(_ query: Query, of items: [[String]], _ found: inout [[String]]) {
    read(query, at: query.isRelative ? items : [[]], &found)
  }
}
