import AssayJSON
import AssayRegex

/// The evaluation of a rule over a scope. It ends on every input: work is counted, and a rule that needs too much
/// fails.
struct ExpressionEvaluator {
  /// The current item of a quantifier.
  struct Item {
    var value: Operand
    var index: Int
    /// The named items of the enclosing quantifiers, by name, and this item if it has a name.
    private(set) var names: [String: Operand]

    /// Makes the item for which `node` is evaluated; `outer` is the item of the enclosing quantifier.
    init(_ value: Operand, at index: Int, of node: ExpressionNode, inside outer: Item?) {
      self.value = value
      self.index = index
      names = outer?.names ?? [:]
      if case .naming(let name, _) = node.kind { names[name] = value }
    }
  }

  /// The maximum number of nodes and members a rule may visit, so that nested quantifiers over a hostile array end.
  static let workLimit = 10_000_000

  let scope: Scope
  private(set) var remaining: Int

  init(scope: Scope, workLimit: Int = Self.workLimit) {
    self.scope = scope
    remaining = workLimit
  }

  /// Returns true if the rule's value is true; fails if it is not a truth value.
  mutating func holds(_ node: ExpressionNode, _ item: Item? = nil) throws(EvaluationFailure) -> Bool {
    let value = try operand(node, item)
    guard let truth = value.bool else { throw mistyped(node, "true or false", value) }
    return truth
  }

  /// Returns the value of `node`, with `$item` and `$index` taken from `item`.
  mutating func operand(_ node: ExpressionNode, _ item: Item? = nil) throws(EvaluationFailure) -> Operand {
    try spend(1, on: node)
    switch node.kind {
    case .literal(let value): return value
    case .list(let nodes):
      var items: [Operand] = []
      for child in nodes { items.append(try operand(child, item)) }
      return .list(items)
    case .read(let reference): return try read(reference, item, node)
    case .not(let child): return .bool(!(try holds(child, item)))
    case .negate(let child):
      let number = try number(child, item)
      guard let result = ExactDecimal(number).flatMap({ -$0 })?.number ?? JSONNumber(-number.double) else {
        throw outOfRange(node)
      }
      return .number(result)
    case .and(let nodes):
      for child in nodes where !(try holds(child, item)) { return .bool(false) }
      return .bool(true)
    case .or(let nodes):
      for child in nodes where try holds(child, item) { return .bool(true) }
      return .bool(false)
    case .binary(let sign, let left, let right):
      if sign.isArithmetic { return try arithmetic(sign, left, right, item, node) }
      return .bool(try comparison(sign, left, right, item))
    case .place(let child, let pointer):
      if case .groups = child.kind { return try group(at: pointer, of: child, item, node) }
      return try place(pointer, in: try operand(child, item), node.text, node)
    case .naming(_, let child): return try operand(child, item)
    case .matches(let child, let pattern):
      return .bool(pattern.contains(in: try text(child, item)))
    case .call(let function, let arguments): return try call(function, arguments, item, node)
    case .query(let child, let path):
      let root = try operand(child, item).json
      guard let (values, work) = path.values(in: root, within: remaining) else {
        throw .outOfReach(node.text, "the answer is too large for this rule")
      }
      try spend(work, on: node)
      return .list(values.map { .json($0) })
    case .groups(let child, let pattern): return try groups(child, pattern, item, node)
    }
  }

  /// Returns the text that `node` evaluates to.
  mutating func text(_ node: ExpressionNode, _ item: Item?) throws(EvaluationFailure) -> String {
    let value = try operand(node, item)
    guard let text = value.text else { throw mistyped(node, "a string", value) }
    try spend(text.utf8.count / 64, on: node)
    return text
  }

  /// Returns the number that `node` evaluates to.
  mutating func number(_ node: ExpressionNode, _ item: Item?) throws(EvaluationFailure) -> JSONNumber {
    let value = try operand(node, item)
    guard let number = value.number else { throw mistyped(node, "a number", value) }
    return number
  }

  private mutating func comparison(
    _ sign: BinaryOperator,
    _ left: ExpressionNode,
    _ right: ExpressionNode,
    _ item: Item?
  ) throws(EvaluationFailure) -> Bool {
    switch sign {
    case .startsWith: return Self.isPrefix(try text(right, item).utf8, of: try text(left, item).utf8)
    case .endsWith:
      return Self.isPrefix(try text(right, item).utf8.reversed(), of: try text(left, item).utf8.reversed())
    case .matches:
      let text = try text(left, item)
      let pattern = try self.text(right, item)
      // A pattern that comes from an answer is compiled each time, which costs as much as much else.
      try spend(20_000, on: right)
      do throws(ECMARegexError) {
        return try ECMARegex(pattern).contains(in: text)
      } catch {
        throw .mistyped(operand: right.text, expected: "a regular expression", actual: error.description, nil)
      }
    case .contains: return try contains(left, right, item)
    case .in: return try contains(right, left, item)
    default: break
    }
    let first = try operand(left, item)
    let second = try operand(right, item)
    switch sign {
    case .equal: return try isSame(first, second, on: left)
    case .notEqual: return !(try isSame(first, second, on: left))
    case .less: return try precedes(first, second, left, right)
    case .greater: return try precedes(second, first, right, left)
    case .lessOrEqual: return !(try precedes(second, first, right, left))
    default: return !(try precedes(first, second, left, right))
    }
  }

  private func precedes(
    _ first: Operand,
    _ second: Operand,
    _ left: ExpressionNode,
    _ right: ExpressionNode
  ) throws(EvaluationFailure) -> Bool {
    if let answer = first.precedes(second) { return answer }
    switch (first.kind, second.kind) {
    case (_, .number): throw mistyped(left, "a number", first)
    case (.number, _): throw mistyped(right, "a number", second)
    case (_, .string): throw mistyped(left, "a string", first)
    case (.string, _): throw mistyped(right, "a string", second)
    default: throw mistyped(left, "a number or a string", first)
    }
  }

  /// Returns true if both are the same value; the work is the number of inner values compared, up to the first
  /// difference.
  private mutating func isSame(
    _ first: Operand,
    _ second: Operand,
    on node: ExpressionNode
  ) throws(EvaluationFailure) -> Bool {
    var work = 0
    let isSame = first.isEqual(to: second, addingWork: &work)
    try spend(work - 1, on: node)
    return isSame
  }

  private mutating func contains(
    _ whole: ExpressionNode,
    _ part: ExpressionNode,
    _ item: Item?
  ) throws(EvaluationFailure) -> Bool {
    let container = try operand(whole, item)
    if let items = OperandItems(container) {
      let wanted = try operand(part, item)
      for candidate in items {
        try spend(1, on: whole)
        if try isSame(candidate, wanted, on: whole) { return true }
      }
      return false
    }
    guard let text = container.text else { throw mistyped(whole, "a string or an array", container) }
    let wanted = try self.text(part, item)
    return Substrings.contains(Array(wanted.utf8), in: Array(text.utf8))
  }

  private mutating func arithmetic(
    _ sign: BinaryOperator,
    _ left: ExpressionNode,
    _ right: ExpressionNode,
    _ item: Item?,
    _ node: ExpressionNode
  ) throws(EvaluationFailure) -> Operand {
    if sign == .add {
      let (first, second) = (try operand(left, item), try operand(right, item))
      if let text = first.text {
        guard let tail = second.text else { throw mistyped(right, "a string", second) }
        try spend((text.utf8.count + tail.utf8.count) / 64, on: node)
        return .text(text + tail)
      }
      return .number(try arithmetic(sign, try number(first, left), try number(second, right), right, node))
    }
    return .number(try arithmetic(sign, try number(left, item), try number(right, item), right, node))
  }

  private func number(_ value: Operand, _ node: ExpressionNode) throws(EvaluationFailure) -> JSONNumber {
    guard let number = value.number else { throw mistyped(node, "a number", value) }
    return number
  }

  private func arithmetic(
    _ sign: BinaryOperator,
    _ first: JSONNumber,
    _ second: JSONNumber,
    _ right: ExpressionNode,
    _ node: ExpressionNode
  ) throws(EvaluationFailure) -> JSONNumber {
    if sign == .divide, second == JSONNumber(0) {
      throw .mistyped(operand: right.text, expected: "a divisor other than 0", actual: "0", nil)
    }
    if let exact = Self.exact(sign, first, second) { return exact }
    let double =
      switch sign {
      case .add: first.double + second.double
      case .subtract: first.double - second.double
      case .multiply: first.double * second.double
      default: first.double / second.double
      }
    guard let result = JSONNumber(double) else { throw outOfRange(node) }
    return result
  }

  /// Returns the exact result if it has at most 38 digits; of quotients, only integers.
  private static func exact(_ sign: BinaryOperator, _ first: JSONNumber, _ second: JSONNumber) -> JSONNumber? {
    if sign == .divide {
      guard let dividend = first.int, let divisor = second.int, dividend % divisor == 0 else { return nil }
      return JSONNumber(dividend / divisor)
    }
    guard let left = ExactDecimal(first), let right = ExactDecimal(second) else { return nil }
    switch sign {
    case .add: return (left + right)?.number
    case .subtract: return (-right).flatMap { left + $0 }?.number
    default: return (left * right)?.number
    }
  }

  private static func isPrefix(_ part: some Sequence<UInt8>, of whole: some Sequence<UInt8>) -> Bool {
    whole.starts(with: part)
  }

  // MARK: Failures

  /// Counts work; fails if the rule has exceeded its limit.
  mutating func spend(_ amount: Int, on node: ExpressionNode) throws(EvaluationFailure) {
    remaining -= amount
    if remaining < 0 { throw .outOfReach(node.text, "the answer is too large for this rule") }
  }

  func mistyped(_ node: ExpressionNode, _ expected: String, _ actual: Operand) -> EvaluationFailure {
    .mistyped(operand: node.text, expected: expected, actual: actual.json.described, actual.place)
  }

  func outOfRange(_ node: ExpressionNode) -> EvaluationFailure {
    .mistyped(operand: node.text, expected: "a number of a size that can be computed", actual: "an overflow", nil)
  }
}
