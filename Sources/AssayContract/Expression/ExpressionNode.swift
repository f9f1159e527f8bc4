package import AssayJSON
package import AssayRegex

/// One node of a parsed rule.
package struct ExpressionNode: Sendable {
  package var kind: Kind
  /// The node as it is written.
  package var text: String

  /// What a node does.
  package indirect enum Kind: Sendable {
    case literal(Operand)
    case list([ExpressionNode])
    case read(Reference)
    case not(ExpressionNode)
    case negate(ExpressionNode)
    case and([ExpressionNode])
    case or([ExpressionNode])
    case binary(BinaryOperator, ExpressionNode, ExpressionNode)
    /// A match against a pattern that is known from the start.
    case matches(ExpressionNode, ECMARegex)
    case call(ExpressionFunction, [ExpressionNode])
    /// The values a JSONPath query that is known from the start chooses.
    case query(ExpressionNode, JSONPath)
    /// What the groups of a pattern that is known from the start match first in a text.
    case groups(ExpressionNode, ECMARegexGroups)
    /// A place in the value of another node.
    case place(ExpressionNode, JSONPointer)
    /// What a quantifier evaluates once an item, which has this name there.
    case naming(String, ExpressionNode)
  }

  /// The nodes directly below.
  package var children: [ExpressionNode] {
    switch kind {
    case .literal, .read: []
    case .list(let nodes), .and(let nodes), .or(let nodes), .call(_, let nodes): nodes
    case .not(let node), .negate(let node), .matches(let node, _), .query(let node, _),
      .groups(let node, _), .place(let node, _), .naming(_, let node):
      [node]
    case .binary(_, let left, let right): [left, right]
    }
  }
}

extension ExpressionNode {
  /// Whether the node asks no more than whether a value is there, or is `null`.
  var asksForPresence: Bool {
    switch kind {
    case .not(let child): child.asksForPresence
    case .call(.exists, _): true
    case .binary(.equal, _, let right), .binary(.notEqual, _, let right):
      if case .literal(.json(let value)) = right.kind { value.isNull } else { false }
    default: false
    }
  }
}

/// An operator between two operands.
package enum BinaryOperator: String, Sendable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case contains, startsWith, endsWith, matches, `in`
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"

  package var isArithmetic: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide: true
    default: false
    }
  }

  /// The comparison operators, none of which may follow another.
  static let comparisons = allCases.filter { !$0.isArithmetic }
}

/// A function of the rule language.
package enum ExpressionFunction: String, CaseIterable, Sendable {
  case length, sum, min, max, count, nondecreasing, nonincreasing, unique, exists, all, any, map, take, reversed
  case first, last, lower, string, number, split, `default`, parseTime
  case flatten, filter, find, groupBy, zip, `if`, abs, round, join, within, date, duration, jsonpath, percentile
  case groups, now

  /// The parameters as the grammar page shows them.
  var signature: String {
    switch self {
    case .length: "length(value)"
    case .count: "count(array), count(array, predicate) or count(array, name, predicate)"
    case .all, .any, .filter, .find: "\(rawValue)(array, predicate) or \(rawValue)(array, name, predicate)"
    case .map, .groupBy: "\(rawValue)(array, expression) or \(rawValue)(array, name, expression)"
    case .zip: "zip(array, array)"
    case .if: "if(condition, value, other)"
    case .abs: "abs(number)"
    case .round: "round(number) or round(number, digits)"
    case .join: "join(array, separator)"
    case .within: "within(number, number, tolerance)"
    case .jsonpath: "jsonpath(value, '$…')"
    case .percentile: "percentile(array, number)"
    case .groups: "groups(text, '…')"
    case .now: "now()"
    case .take: "take(array, number)"
    case .lower, .number, .parseTime, .date, .duration: "\(rawValue)(text)"
    case .split: "split(text, separator)"
    case .default: "default(value, other)"
    case .exists, .string: "\(rawValue)(value)"
    case .sum, .min, .max, .nondecreasing, .nonincreasing, .unique, .reversed, .first, .last, .flatten:
      "\(rawValue)(array)"
    }
  }

  /// How many arguments it takes.
  var arity: ClosedRange<Int> {
    switch self {
    case .count, .round: 1...2
    case .all, .any, .map, .take, .split, .default, .filter, .find, .groupBy, .zip, .join, .jsonpath, .percentile,
      .groups:
      2...2
    case .if, .within: 3...3
    case .now: 0...0
    default: 1...1
    }
  }

  /// Whether its second argument is evaluated once an item, with `$item` and `$index` in force.
  package var quantifies: Bool {
    switch self {
    case .count, .all, .any, .map, .filter, .find, .groupBy: true
    default: false
    }
  }
}
