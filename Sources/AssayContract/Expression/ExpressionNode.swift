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
  }

  /// The nodes directly below.
  package var children: [ExpressionNode] {
    switch kind {
    case .literal, .read: []
    case .list(let nodes), .and(let nodes), .or(let nodes), .call(_, let nodes): nodes
    case .not(let node), .negate(let node), .matches(let node, _): [node]
    case .binary(_, let left, let right): [left, right]
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

  /// The parameters as the grammar page shows them.
  var signature: String {
    switch self {
    case .length: "length(value)"
    case .count: "count(array) or count(array, predicate)"
    case .all, .any: "\(rawValue)(array, predicate)"
    case .map: "map(array, expression)"
    case .take: "take(array, number)"
    case .lower, .number, .parseTime: "\(rawValue)(text)"
    case .split: "split(text, separator)"
    case .default: "default(value, other)"
    case .exists, .string: "\(rawValue)(value)"
    case .sum, .min, .max, .nondecreasing, .nonincreasing, .unique, .reversed, .first, .last: "\(rawValue)(array)"
    }
  }

  /// How many arguments it takes.
  var arity: ClosedRange<Int> {
    switch self {
    case .count: 1...2
    case .all, .any, .map, .take, .split, .default: 2...2
    default: 1...1
    }
  }

  /// Whether its second argument is evaluated once an item, with `$item` and `$index` in force.
  package var quantifies: Bool {
    switch self {
    case .count, .all, .any, .map: true
    default: false
    }
  }
}
