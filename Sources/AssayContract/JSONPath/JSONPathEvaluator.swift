import AssayJSON
import AssayRegex

/// The evaluation of a JSONPath query on a value, in the order of RFC 9535 section 2.5.
struct JSONPathEvaluator {
  /// The error of a query that exceeds its work limit.
  struct Exhausted: Error {}

  let root: JSONValue
  /// The amount of work that may still be done.
  private(set) var remaining: Int

  init(root: JSONValue, remaining: Int) {
    self.root = root
    self.remaining = remaining
  }

  private mutating func spend(_ work: Int) throws(Exhausted) {
    remaining -= work
    if remaining < 0 { throw Exhausted() }
  }

  mutating func nodes(of query: JSONPath.Query, at current: JSONValue) throws(Exhausted) -> [JSONValue] {
    var nodes = [query.isRelative ? current : root]
    for segment in query.segments {
      var chosen: [JSONValue] = []
      for node in nodes {
        if segment.isDescendant {
          try descend(node, segment, &chosen)
        } else {
          for selector in segment.selectors { try choose(selector, in: node, &chosen) }
        }
      }
      nodes = chosen
    }
    return nodes
  }

  /// Visits `node` and its descendants: each node before its children, the children in order.
  private mutating func descend(
    _ node: JSONValue,
    _ segment: JSONPath.Segment,
    _ chosen: inout [JSONValue]
  ) throws(Exhausted) {
    // Documents are no deeper than their limits.
    for selector in segment.selectors { try choose(selector, in: node, &chosen) }
    for child in children(of: node) where child.kind == .array || child.kind == .object {
      try descend(child, segment, &chosen)
    }
  }

  private func children(of node: JSONValue) -> [JSONValue] {
    node.kind == .object ? node.members.map(\.value) : Array(node.items)
  }

  private mutating func choose(
    _ selector: JSONPath.Selector,
    in node: JSONValue,
    _ chosen: inout [JSONValue]
  ) throws(Exhausted) {
    try spend(1)
    switch selector {
    case .name(let name):
      if node.kind == .object, let value = node[name] { chosen.append(value) }
    case .wildcard:
      try spend(node.count)
      chosen += children(of: node)
    case .index(let index):
      guard node.kind == .array else { return }
      try spend(node.count / 8)
      let position = index < 0 ? node.count + index : index
      if position >= 0, position < node.count { chosen += node.items.dropFirst(position).prefix(1) }
    case .slice(let start, let end, let step):
      guard node.kind == .array, step != 0 else { return }
      try spend(node.count)
      let items = Array(node.items)
      chosen += Self.positions(start, end, step, of: items.count).map { items[$0] }
    case .filter(let condition):
      for child in children(of: node) {
        try spend(1)
        if try holds(condition, at: child) { chosen.append(child) }
      }
    }
  }

  /// Returns the positions that a slice selects (section 2.3.4.2.2).
  private static func positions(_ start: Int?, _ end: Int?, _ step: Int, of count: Int) -> StrideTo<Int> {
    func normal(_ index: Int) -> Int { index >= 0 ? index : count + index }
    if step > 0 {
      let lower = min(max(normal(start ?? 0), 0), count)
      let upper = min(max(normal(end ?? count), 0), count)
      return stride(from: lower, to: upper, by: step)
    }
    let upper = min(max(start.map(normal) ?? count - 1, -1), count - 1)
    let lower = min(max(end.map(normal) ?? -1, -1), count - 1)
    return stride(from: upper, to: lower, by: step)
  }

  // MARK: Filters

  private mutating func holds(_ condition: JSONPath.Condition, at current: JSONValue) throws(Exhausted) -> Bool {
    try spend(1)
    switch condition {
    case .or(let conditions):
      for condition in conditions where try holds(condition, at: current) { return true }
      return false
    case .and(let conditions):
      for condition in conditions where !(try holds(condition, at: current)) { return false }
      return true
    case .not(let condition): return !(try holds(condition, at: current))
    case .exists(let query): return !(try nodes(of: query, at: current)).isEmpty
    case .compare(let comparison, let left, let right):
      return Self.compare(comparison, try value(left, at: current), try value(right, at: current))
    case .call(let function, let arguments):
      guard case .value(let first) = arguments[0], case .value(let second) = arguments[1],
        let text = try value(first, at: current)?.string, let pattern = try value(second, at: current)?.string
      else { return false }
      try spend(text.utf8.count / 64 + 20_000)
      return IRegexp(pattern, isWhole: function == .match)?.matches(text) ?? false
    }
  }

  /// Returns the value of one side of a comparison; `nil` for nothing.
  private mutating func value(_ comparable: JSONPath.Comparable, at current: JSONValue) throws(Exhausted) -> JSONValue?
  {
    switch comparable {
    case .literal(let value): return value
    case .query(let query): return try nodes(of: query, at: current).first
    case .call(let function, let arguments):
      switch (function, arguments[0]) {
      case (.length, .value(let argument)):
        guard let value = try value(argument, at: current) else { return nil }
        switch value.kind {
        case .string: return .integer(value.string?.unicodeScalars.count ?? 0)
        case .array, .object: return .integer(value.count)
        default: return nil
        }
      case (.count, .nodes(let query)): return .integer(try nodes(of: query, at: current).count)
      case (.value, .nodes(let query)):
        let nodes = try nodes(of: query, at: current)
        return nodes.count == 1 ? nodes[0] : nil
      default: return nil
      }
    }
  }

  /// Compares two values (section 2.3.5.2.2): a missing value equals only a missing value, and only numbers and strings
  /// are ordered.
  private static func compare(_ comparison: JSONPath.Comparison, _ left: JSONValue?, _ right: JSONValue?) -> Bool {
    let isEqual: Bool
    switch (left, right) {
    case (nil, nil): isEqual = true
    case (let left?, let right?): isEqual = left == right
    default: isEqual = false
    }
    func precedes(_ first: JSONValue?, _ second: JSONValue?) -> Bool {
      guard let first, let second else { return false }
      return Operand.json(first).precedes(.json(second)) ?? false
    }
    switch comparison {
    case .equal: return isEqual
    case .notEqual: return !isEqual
    case .less: return precedes(left, right)
    case .lessOrEqual: return precedes(left, right) || isEqual
    case .greater: return precedes(right, left)
    case .greaterOrEqual: return precedes(right, left) || isEqual
    }
  }
}

/// An interoperable regular expression (RFC 9485), translated to the equivalent ECMA-262 expression (section 5.3).
struct IRegexp {
  private let regex: ECMARegex

  /// Compiles `pattern`; returns `nil` if it is invalid. If `isWhole` is true, the whole text must match.
  init?(_ pattern: String, isWhole: Bool) {
    var translated = ""
    var isInClass = false
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      if isEscaped {
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "[" {
        isInClass = true
      } else if scalar == "]" {
        isInClass = false
      } else if scalar == ".", !isInClass {
        translated += "[^\\n\\r]"
        continue
      }
      translated.unicodeScalars.append(scalar)
    }
    guard let regex = try? ECMARegex(isWhole ? "^(?:\(translated))$" : translated) else { return nil }
    self.regex = regex
  }

  func matches(_ text: String) -> Bool { regex.contains(in: text) }
}
