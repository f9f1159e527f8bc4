import AssayJSON
import AssayText

extension ExpressionEvaluator {
  /// Returns the value of a function that makes a list, an item or a text from lists.
  mutating func rearranged(
    _ function: ExpressionFunction,
    _ arguments: [ExpressionNode],
    _ item: Item?,
    _ node: ExpressionNode
  ) throws(EvaluationFailure) -> Operand {
    let all = try items(arguments[0], item)
    switch function {
    case .flatten:
      var flat: [Operand] = []
      for value in all {
        guard let inner = OperandItems(value) else {
          flat.append(value)
          continue
        }
        flat += inner
        try spend(value.itemCount ?? 0, on: node)
      }
      return .list(flat)
    case .filter:
      var kept: [Operand] = []
      for (index, value) in all.enumerated() {
        if try holds(arguments[1], Item(value, at: index, of: arguments[1], inside: item)) { kept.append(value) }
      }
      return .list(kept)
    case .find:
      for (index, value) in all.enumerated() {
        if try holds(arguments[1], Item(value, at: index, of: arguments[1], inside: item)) { return value }
      }
      throw .missing(node.text, nil)
    case .groupBy: return try groups(of: all, by: arguments[1], item, node)
    case .zip:
      let others = try items(arguments[1], item)
      return .list(zip(all, others).map { .list([$0, $1]) })
    default: return .text(try joined(all, arguments, item, node))
    }
  }

  /// Groups `items` by the value of `expression` for each. Returns an array of objects with `key` and `items`, in the
  /// order of the first item of each group.
  private mutating func groups(
    of items: [Operand],
    by expression: ExpressionNode,
    _ item: Item?,
    _ node: ExpressionNode
  ) throws(EvaluationFailure) -> Operand {
    var groups = OrderedDictionary<Operand, [Operand]>()
    for (index, value) in items.enumerated() {
      let key = try operand(expression, Item(value, at: index, of: expression, inside: item))
      groups[key, default: []].append(value)
    }
    // Each group is written as a text of its own.
    for value in items { try spend(value.json.byteRange.count / 64, on: node) }
    return .list(
      groups.elements.map { .json(.object([("key", $0.key.json), ("items", .array($0.value.map(\.json)))])) }
    )
  }

  private mutating func joined(
    _ items: [Operand],
    _ arguments: [ExpressionNode],
    _ item: Item?,
    _ node: ExpressionNode
  ) throws(EvaluationFailure) -> String {
    let separator = try text(arguments[1], item)
    var texts: [String] = []
    for value in items {
      guard let text = value.text else { throw mistyped(arguments[0], "an array of strings", value) }
      try spend((text.utf8.count + separator.utf8.count) / 64, on: node)
      texts.append(text)
    }
    return texts.joined(separator: separator)
  }
}
