import AssayJSON
import AssaySchema
package import AssayRegex

extension ExpressionEvaluator {
  /// The number of search steps that count as one step of a rule.
  private static let stepsPerUnit = 16

  /// Returns the first match of the groups of `pattern` in the text of `child`, as defined by ECMA-262 (section
  /// 22.1.3.13, `match`): an object if the groups have names, otherwise an array that starts with the whole match;
  /// `null` if nothing matches.
  mutating func groups(
    _ child: ExpressionNode,
    _ pattern: ECMARegexGroups,
    _ item: Item?,
    _ node: ExpressionNode
  ) throws(EvaluationFailure) -> Operand {
    let text = try text(child, item)
    guard let (texts, work) = pattern.firstMatch(in: text, within: remaining * Self.stepsPerUnit) else {
      throw .outOfReach(node.text, "the answer is too large for this rule")
    }
    try spend(work / Self.stepsPerUnit, on: node)
    guard let texts else { return .json(.null) }
    let values = texts.map { $0.map(JSONValue.string) ?? .null }
    guard !pattern.names.isEmpty else { return .list(values.map { .json($0) }) }
    return .json(.object(zip(pattern.names, values).map { ($0, $1) }))
  }

  /// Returns the value at `pointer` in the groups of a pattern match that `child` evaluates to. The error for a missing
  /// value names no place in a document, since the groups are computed.
  mutating func group(
    at pointer: JSONPointer,
    of child: ExpressionNode,
    _ item: Item?,
    _ node: ExpressionNode
  ) throws(EvaluationFailure) -> Operand {
    let value = try operand(child, item)
    do throws(EvaluationFailure) {
      return try place(pointer, in: value, node.text, node)
    } catch {
      if case .missing(let operand, _) = error { throw .missing(operand, nil) }
      throw error
    }
  }
}

extension JSONTypes {
  /// Makes the set of JSON types that the function `groups` can return for `pattern`: an object or an array, and
  /// `null`.
  package init(groupsOf pattern: ECMARegexGroups) { self = [pattern.names.isEmpty ? .array : .object, .null] }
}
