package import AssayJSON
package import AssayRegex
package import AssaySchema

/// One node of a parsed rule.
package struct ExpressionNode: Sendable {
  package var kind: Kind
  /// The node's text in the rule.
  package var text: String

  /// The kind of a node, with its operands.
  package indirect enum Kind: Sendable {
    case literal(Operand)
    case list([ExpressionNode])
    case read(Reference)
    case not(ExpressionNode)
    case negate(ExpressionNode)
    case and([ExpressionNode])
    case or([ExpressionNode])
    case binary(BinaryOperator, ExpressionNode, ExpressionNode)
    /// A match of the operand's text against a regular expression that the rule contains.
    case matches(ExpressionNode, ECMARegex)
    case call(ExpressionFunction, [ExpressionNode])
    /// The values that a JSONPath query, given in the rule, selects in the operand's value.
    case query(ExpressionNode, JSONPath)
    /// The groups of the first match of a regular expression, given in the rule, in the operand's text.
    case groups(ExpressionNode, ECMARegexGroups)
    /// The part of the operand's value that the JSON Pointer selects.
    case place(ExpressionNode, JSONPointer)
    /// The name a quantifier gives its item, and the expression it evaluates once per item.
    case naming(String, ExpressionNode)
  }

  /// The node's direct children.
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
  /// True if the node checks only that a value is present, or that it is `null`.
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

extension ExpressionNode {
  /// True if the node is a literal value.
  var isLiteral: Bool {
    switch kind {
    case .literal: true
    case .list(let nodes): nodes.allSatisfy(\.isLiteral)
    default: false
    }
  }

  /// True if the node, as an arm of `||`, is the condition for the other arms: `!A || B` is "if A, then B".
  var isCondition: Bool { if case .not = kind { true } else { false } }

  /// True if the node reads the item of a quantifier.
  var readsItem: Bool {
    if case .read(let reference) = kind {
      switch reference.subject {
      case .item, .named, .index: return true
      default: return false
      }
    }
    return children.contains(where: \.readsItem)
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

  /// The comparison operators. They cannot be chained.
  static let comparisons = allCases.filter { !$0.isArithmetic }
}

/// A function of the rule language, with its signatures as the grammar page shows them.
package enum ExpressionFunction: String, CaseIterable, Sendable {
  case length = "length(value)"
  case sum = "sum(array)"
  case min = "min(array)"
  case max = "max(array)"
  case count = "count(array), count(array, predicate) or count(array, name, predicate)"
  case nondecreasing = "nondecreasing(array)"
  case nonincreasing = "nonincreasing(array)"
  case unique = "unique(array)"
  case exists = "exists(value)"
  case all = "all(array, predicate) or all(array, name, predicate)"
  case any = "any(array, predicate) or any(array, name, predicate)"
  case map = "map(array, expression) or map(array, name, expression)"
  case take = "take(array, number)"
  case reversed = "reversed(array)"
  case first = "first(array)"
  case last = "last(array)"
  case lower = "lower(text)"
  case string = "string(value)"
  case number = "number(text)"
  case split = "split(text, separator)"
  case `default` = "default(value, other)"
  case parseTime = "parseTime(text)"
  case flatten = "flatten(array)"
  case filter = "filter(array, predicate) or filter(array, name, predicate)"
  case find = "find(array, predicate) or find(array, name, predicate)"
  case groupBy = "groupBy(array, expression) or groupBy(array, name, expression)"
  case zip = "zip(array, array)"
  case `if` = "if(condition, value, other)"
  case abs = "abs(number)"
  case round = "round(number) or round(number, digits)"
  case join = "join(array, separator)"
  case within = "within(number, number, tolerance)"
  case date = "date(text)"
  case duration = "duration(text)"
  case jsonpath = "jsonpath(value, '$…')"
  case percentile = "percentile(array, number)"
  case groups = "groups(text, '…')"
  case now = "now()"

  /// The facts about a function that are read from its signature.
  private struct Facts {
    let function: ExpressionFunction
    var arity = 0...0
    var quantifies = false
    var types: [JSONTypes?] = []

    init(_ function: ExpressionFunction) {
      self.function = function
      // The name that a quantifier gives its item is not an argument.
      let forms = function.rawValue.split(separator: "(").dropFirst().map { form in
        form.prefix { $0 != ")" }.split(separator: ",").map { $0.drop { $0 == " " } }.filter { $0 != "name" }
      }
      let counts = forms.map(\.count)
      guard let least = counts.min(), let most = counts.max(), let longest = forms.first(where: { $0.count == most })
      else { return }
      arity = least...most
      quantifies = forms.contains { ["predicate", "expression"].contains($0.last) }
      types = longest.map { parameter in
        switch parameter {
        case "array": .array
        case "text", "separator": .string
        case "number", "digits", "tolerance": .number
        case "condition": .boolean
        default: nil
        }
      }
    }
  }

  private static let facts = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", Facts($0)) })

  package init?(named name: String) {
    guard let facts = Self.facts[name] else { return nil }
    self = facts.function
  }

  package var name: String { "\(self)" }

  /// The number of arguments that the function allows.
  var arity: ClosedRange<Int> { Self.facts[name]?.arity ?? 0...0 }

  /// True if the function's second argument is evaluated once per item, with `$item` and `$index` defined.
  package var quantifies: Bool { Self.facts[name]?.quantifies ?? false }

  /// The types that each argument may have; `nil` for any.
  package var types: [JSONTypes?] { Self.facts[name]?.types ?? [] }
}
