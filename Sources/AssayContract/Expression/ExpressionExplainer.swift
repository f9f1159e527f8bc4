package import AssayJSON

/// Says why a rule does not hold: the values it read, and where they stand.
///
/// Runs only once a rule has failed, and evaluates it again on the way.
package struct ExpressionExplainer {
  /// A value the rule read from a document.
  package struct Witness {
    package var value: JSONValue
    /// Whether only its presence or its number of items mattered.
    package var isShallow: Bool
  }

  /// Where facts stop: a reader has understood by then.
  private static let factLimit = 6
  /// Where a quantifier's items stop being looked at for witnesses.
  private static let itemLimit = 200

  private var evaluator: ExpressionEvaluator
  /// What the rule found, as clauses: `length($response.body#/results) is 4`.
  package private(set) var facts: [String] = []
  /// What it read, the broken place first.
  package private(set) var witnesses: [Witness] = []

  /// Explains why `expression` came out false over `scope`.
  package init(_ expression: Expression, in scope: Scope) {
    evaluator = ExpressionEvaluator(scope: scope)
    explain(expression.root, nil)
  }

  private mutating func explain(_ node: ExpressionNode, _ item: ExpressionEvaluator.Item?) {
    guard facts.count < Self.factLimit else { return }
    switch node.kind {
    case .naming(_, let child): explain(child, item)
    case .and(let children):
      if let broken = children.first(where: { (try? evaluator.holds($0, item)) == false }) { explain(broken, item) }
    case .or(let children):
      // That a value is there says little besides what it is.
      let telling = children.filter { !$0.asksForPresence }
      for child in telling.isEmpty ? children : telling { explain(child, item) }
    case .not(let child):
      if case .and(let children) = child.kind {
        for child in children { explain(child, item) }
      } else {
        explain(child, item)
      }
    case .binary(let sign, let left, let right) where !sign.isArithmetic:
      state(left, item)
      state(right, item)
    case .matches(let child, _): state(child, item)
    case .call(.all, let arguments): explainAll(arguments[0], arguments[1], item)
    case .call(.any, let arguments): explainAny(arguments[0], arguments[1], item)
    case .call(.nondecreasing, let arguments): explainOrder(arguments[0], item, isRising: true)
    case .call(.nonincreasing, let arguments): explainOrder(arguments[0], item, isRising: false)
    case .call(.unique, let arguments): explainUnique(arguments[0], item)
    case .call(.exists, let arguments):
      let isThere = (try? evaluator.operand(arguments[0], item)) != nil
      facts.append("\(arguments[0].text) is \(isThere ? "there" : "missing")")
      witness(arguments[0], item, isShallow: true)
    default: state(node, item)
    }
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
      if facts.count > before { facts[before] = "at item \(index) of \(array.text), \(facts[before])" }
      if witnesses.count == witnessed, case .json(let value) = value {
        witnesses.append(Witness(value: value, isShallow: true))
      }
      return
    }
  }

  /// Says that no item makes `predicate` true, or which one does where none was to.
  private mutating func explainAny(
    _ array: ExpressionNode,
    _ predicate: ExpressionNode,
    _ item: ExpressionEvaluator.Item?
  ) {
    let items = (try? evaluator.items(array, item)) ?? []
    for (index, value) in items.enumerated() {
      let current = ExpressionEvaluator.Item(value, at: index, of: predicate, inside: item)
      guard (try? evaluator.holds(predicate, current)) == true else { continue }
      facts.append("item \(index) of \(array.text) makes \(predicate.text) true")
      if case .json(let value) = value { witnesses.append(Witness(value: value, isShallow: false)) }
      return
    }
    facts.append(
      items.isEmpty
        ? "\(array.text) is empty" : "none of the \(items.count) items of \(array.text) makes \(predicate.text) true"
    )
    witness(array, item, isShallow: false)
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

  /// Notes what `node` came to; a literal speaks for itself.
  private mutating func state(_ node: ExpressionNode, _ item: ExpressionEvaluator.Item?) {
    switch node.kind {
    case .literal, .list: return
    default: break
    }
    if let value = try? evaluator.operand(node, item) {
      let fact = "\(node.text) is \(value.json.brief)"
      if !facts.contains(fact) { facts.append(fact) }
    }
    witness(node, item, isShallow: false)
  }

  /// Notes the values of documents that `node` reads.
  private mutating func witness(_ node: ExpressionNode, _ item: ExpressionEvaluator.Item?, isShallow: Bool) {
    switch node.kind {
    case .read, .place:
      guard let operand = try? evaluator.operand(node, item) else { return }
      switch operand {
      case .json(let value): witnesses.append(Witness(value: value, isShallow: isShallow))
      case .list(let items):
        for case .json(let value) in items.prefix(Self.itemLimit) {
          witnesses.append(Witness(value: value, isShallow: isShallow))
        }
      default: break
      }
    case .call(let function, let arguments) where function.quantifies && arguments.count == 2:
      witness(arguments[0], item, isShallow: true)
      for (index, value) in ((try? evaluator.items(arguments[0], item)) ?? []).prefix(Self.itemLimit).enumerated() {
        let current = ExpressionEvaluator.Item(value, at: index, of: arguments[1], inside: item)
        witness(arguments[1], current, isShallow: isShallow)
      }
    case .call(.length, let arguments), .call(.count, let arguments), .call(.exists, let arguments):
      for argument in arguments { witness(argument, item, isShallow: true) }
    default:
      for child in node.children { witness(child, item, isShallow: isShallow) }
    }
  }
}
