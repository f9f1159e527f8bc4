import AssayRegex

/// One node of a parsed rule.
struct ExpressionNode: Sendable {
  var kind: Kind
  /// The node as it is written.
  var text: String

  /// What a node does.
  indirect enum Kind: Sendable {
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
  var children: [ExpressionNode] {
    switch kind {
    case .literal, .read: []
    case .list(let nodes), .and(let nodes), .or(let nodes), .call(_, let nodes): nodes
    case .not(let node), .negate(let node), .matches(let node, _): [node]
    case .binary(_, let left, let right): [left, right]
    }
  }
}

/// An operator between two operands.
enum BinaryOperator: String, Sendable, CaseIterable {
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

  var isArithmetic: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide: true
    default: false
    }
  }

  /// The comparison operators, none of which may follow another.
  static let comparisons = allCases.filter { !$0.isArithmetic }
}
