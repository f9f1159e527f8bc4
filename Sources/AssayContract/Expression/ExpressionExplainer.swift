package import AssayJSON

/// An explanation why a rule is false: the values it read, and their places.
///
/// Runs only after a rule has failed, and evaluates it again.
package struct ExpressionExplainer {
  /// A value the rule read from a document.
  package struct Witness {
    package var value: JSONValue
    /// True if only the value's presence or its number of items mattered.
    package var isShallow: Bool
  }

  /// The maximum number of facts listed in an explanation.
  private static let factLimit = 6
  /// The maximum number of a quantifier's items that become witnesses.
  private static let itemLimit = 200

  private var evaluator: ExpressionEvaluator
  /// The findings of the rule, as clauses: `length($response.body#/results) is 4, expected 5`.
  package private(set) var facts: [String] = []
  /// The values that the rule read, the broken place first.
  package private(set) var witnesses: [Witness] = []

  /// Explains why `expression` is false in `scope`.
  package init(_ expression: Expression, in scope: Scope) {
    evaluator = ExpressionEvaluator(scope: scope)
    explain(expression.root, nil)
  }

  /// Adds the facts and values that explain why `node` does not evaluate to `wanted`.
  private mutating func explain(_ node: ExpressionNode, _ item: ExpressionEvaluator.Item?, wanted: Bool = true) {
    guard facts.count < Self.factLimit else { return }
    switch node.kind {
    case .naming(_, let child): explain(child, item, wanted: wanted)
    case .not(let child): explain(child, item, wanted: !wanted)
    case .and(let children), .or(let children):
      for child in deciding(children, of: node, item, wanted: wanted) { explain(child, item, wanted: wanted) }
    case .binary(let sign, let left, let right) where !sign.isArithmetic:
      if wanted { compare(left, sign, right, item) } else { stateBoth(left, right, item) }
    case .matches(let child, _): state(child, item)
    case .call(.all, let arguments) where wanted: explainAll(arguments[0], arguments[1], item)
    case .call(.any, let arguments) where wanted: explainNone(arguments[0], arguments[1], item)
    case .call(.any, let arguments): explainAny(arguments[0], arguments[1], item)
    case .call(.nondecreasing, let arguments) where wanted: explainOrder(arguments[0], item, isRising: true)
    case .call(.nonincreasing, let arguments) where wanted: explainOrder(arguments[0], item, isRising: false)
    case .call(.unique, let arguments) where wanted: explainUnique(arguments[0], item)
    case .call(.exists, let arguments):
      facts.append("\(arguments[0].text) is \(wanted ? "missing" : "present")")
      witness(arguments[0], item, isShallow: true)
    default: state(node, item)
    }
  }

  /// Returns those operands of an `&&` or `||` node that explain why it is not `wanted`. That is the first false
  /// operand of an `&&` that should be true, or the first true operand of an `||` that should be false. Otherwise it is
  /// all operands except conditions, which only determine when the others apply.
  private mutating func deciding(
    _ arms: [ExpressionNode],
    of node: ExpressionNode,
    _ item: ExpressionEvaluator.Item?,
    wanted: Bool
  ) -> [ExpressionNode] {
    let isConjunction = if case .and = node.kind { true } else { false }
    if isConjunction == wanted {
      return arms.first { (try? evaluator.holds($0, item)) == !wanted }.map { [$0] } ?? []
    }
    let telling = arms.filter { !$0.asksForPresence && !$0.isCondition }
    return telling.isEmpty ? arms : telling
  }

  private mutating func explainAll(
    _ array: ExpressionNode,
    _ predicate: ExpressionNode,
    _ item: ExpressionEvaluator.Item?
  ) {
    for (index, value) in ((try? evaluator.items(array, item)) ?? []).enumerated() {
      let current = ExpressionEvaluator.Item(value, at: index, of: predicate, inside: item)
      guard (try? evaluator.holds(predicate, current)) == false else { continue }
      let before = facts.count
      let witnessed = witnesses.count
      explain(predicate, current)
      if facts.count > before { facts[before] = "item \(index) of \(array.text): \(facts[before])" }
      if witnesses.count == witnessed, case .json(let value) = value {
        witnesses.append(Witness(value: value, isShallow: true))
      }
      return
    }
  }

  /// Adds the fact that `array` is empty, or that none of its items makes `predicate` true.
  private mutating func explainNone(
    _ array: ExpressionNode,
    _ predicate: ExpressionNode,
    _ item: ExpressionEvaluator.Item?
  ) {
    let items = (try? evaluator.items(array, item)) ?? []
    facts.append(
      items.isEmpty ? "\(array.text) is empty" : "no item of \(array.text) has \(sought(by: predicate, item))"
    )
    witness(array, item, isShallow: true)
    for (index, value) in items.prefix(Self.itemLimit).enumerated() {
      witness(predicate, ExpressionEvaluator.Item(value, at: index, of: predicate, inside: item), isShallow: false)
    }
  }

  /// Returns the text of `predicate` for a message. If only the left side of a comparison depends on the item, the
  /// right side is replaced by its value.
  private mutating func sought(by predicate: ExpressionNode, _ item: ExpressionEvaluator.Item?) -> String {
    let predicate = if case .naming(_, let child) = predicate.kind { child } else { predicate }
    guard case .binary(let sign, let left, let right) = predicate.kind, !sign.isArithmetic, left.readsItem,
      !right.readsItem, let value = try? evaluator.operand(right, item)
    else { return predicate.text }
    return "\(left.text) \(sign.rawValue) \(value.json.brief)"
  }

  /// Adds the fact that names the item for which `predicate` is true although it must not be true for any.
  private mutating func explainAny(
    _ array: ExpressionNode,
    _ predicate: ExpressionNode,
    _ item: ExpressionEvaluator.Item?
  ) {
    for (index, value) in ((try? evaluator.items(array, item)) ?? []).enumerated() {
      let current = ExpressionEvaluator.Item(value, at: index, of: predicate, inside: item)
      guard (try? evaluator.holds(predicate, current)) == true else { continue }
      facts.append("item \(index) of \(array.text) has \(predicate.text)")
      if case .json(let value) = value { witnesses.append(Witness(value: value, isShallow: true)) }
      witness(predicate, current, isShallow: false)
      return
    }
  }

  private mutating func explainOrder(_ array: ExpressionNode, _ item: ExpressionEvaluator.Item?, isRising: Bool) {
    guard let position = (try? evaluator.firstOutOfOrder(array, item, isRising: isRising)) ?? nil,
      let items = try? evaluator.items(array, item), items.indices.contains(position), position > 0
    else { return }
    facts.append(
      "item \(position) of \(array.text) is \(items[position].json.brief), after \(items[position - 1].json.brief)"
    )
    for culprit in [items[position], items[position - 1]] {
      if case .json(let value) = culprit { witnesses.append(Witness(value: value, isShallow: false)) }
    }
    witness(array, item, isShallow: true)
  }

  private mutating func explainUnique(_ array: ExpressionNode, _ item: ExpressionEvaluator.Item?) {
    guard let position = (try? evaluator.firstRepeated(array, item)) ?? nil,
      let items = try? evaluator.items(array, item), items.indices.contains(position),
      let first = items.firstIndex(of: items[position])
    else { return }
    facts.append("items \(first) and \(position) of \(array.text) are both \(items[position].json.brief)")
    if case .json(let value) = items[position] { witnesses.append(Witness(value: value, isShallow: false)) }
    witness(array, item, isShallow: true)
  }

  /// Adds the fact that states both sides of a false comparison: `LEFT is 1, expected == 2 (RIGHT)`.
  private mutating func compare(
    _ left: ExpressionNode,
    _ sign: BinaryOperator,
    _ right: ExpressionNode,
    _ item: ExpressionEvaluator.Item?
  ) {
    guard !left.isLiteral, let received = try? evaluator.operand(left, item),
      let expected = try? evaluator.operand(right, item)
    else { return stateBoth(left, right, item) }
    let sign = sign == .equal ? "" : "\(sign.rawValue) "
    let origin = right.isLiteral ? "" : " (\(right.text))"
    note("\(left.text) is \(received.json.brief), expected \(sign)\(expected.json.brief)\(origin)")
    witness(left, item, isShallow: false)
    witness(right, item, isShallow: false)
  }

  private mutating func stateBoth(
    _ left: ExpressionNode,
    _ right: ExpressionNode,
    _ item: ExpressionEvaluator.Item?
  ) {
    state(left, item)
    state(right, item)
  }

  /// Adds the fact that states the value of `node`, unless it is a literal.
  private mutating func state(_ node: ExpressionNode, _ item: ExpressionEvaluator.Item?) {
    if node.isLiteral { return }
    if let value = try? evaluator.operand(node, item) { note("\(node.text) is \(value.json.brief)") }
    witness(node, item, isShallow: false)
  }

  private mutating func note(_ fact: String) { if !facts.contains(fact) { facts.append(fact) } }

  /// Adds the document values that `node` reads to the witnesses.
  private mutating func witness(_ node: ExpressionNode, _ item: ExpressionEvaluator.Item?, isShallow: Bool) {
    switch node.kind {
    case .read: witness(valueOf: node, item, isShallow: isShallow)
    case .place(let child, _):
      witness(valueOf: node, item, isShallow: isShallow)
      if case .call = child.kind { witness(child, item, isShallow: true) }
    case .call(let function, let arguments) where function.quantifies && arguments.count == 2:
      if function == .find { witness(valueOf: node, item, isShallow: isShallow) }
      witness(arguments[0], item, isShallow: true)
      for (index, value) in ((try? evaluator.items(arguments[0], item)) ?? []).prefix(Self.itemLimit).enumerated() {
        let current = ExpressionEvaluator.Item(value, at: index, of: arguments[1], inside: item)
        witness(arguments[1], current, isShallow: isShallow)
        if case .json(let value) = value { witnesses.append(Witness(value: value, isShallow: true)) }
        if ends(function, arguments[1], at: current) { break }
      }
    case .call(.first, let arguments), .call(.last, let arguments):
      witness(valueOf: node, item, isShallow: isShallow)
      witness(arguments[0], item, isShallow: true)
    case .call(.length, let arguments), .call(.count, let arguments), .call(.exists, let arguments):
      for argument in arguments { witness(argument, item, isShallow: true) }
    default:
      for child in node.children { witness(child, item, isShallow: isShallow) }
    }
  }

  /// Adds the document values that `node` yields to the witnesses.
  private mutating func witness(valueOf node: ExpressionNode, _ item: ExpressionEvaluator.Item?, isShallow: Bool) {
    switch try? evaluator.operand(node, item) {
    case .json(let value): witnesses.append(Witness(value: value, isShallow: isShallow))
    case .list(let items):
      for case .json(let value) in items.prefix(Self.itemLimit) {
        witnesses.append(Witness(value: value, isShallow: isShallow))
      }
    default: break
    }
  }

  /// Returns true if the quantifier `function` looks at no item after `item`, because `predicate` decides it there.
  private mutating func ends(
    _ function: ExpressionFunction,
    _ predicate: ExpressionNode,
    at item: ExpressionEvaluator.Item
  ) -> Bool {
    switch function {
    case .any, .find: (try? evaluator.holds(predicate, item)) != false
    case .all: (try? evaluator.holds(predicate, item)) != true
    default: false
    }
  }
}
