import AssayContract
import AssayJSON
import AssaySchema

/// The types of expressions, as far as they follow from their text and the schemas, compared with those that operators
/// and functions accept.
extension FieldReader {
  /// Returns the types that a node may evaluate to; `nil` if they are not known.
  private func types(of node: ExpressionNode, item: ItemViews) -> JSONTypes? {
    switch node.kind {
    case .literal(let value): return JSONTypes(of: value.json)
    case .list: return .array
    case .not, .and, .or, .matches: return .boolean
    case .negate: return .number
    case .query: return .array
    case .groups(_, let pattern): return JSONTypes(groupsOf: pattern)
    case .place(_, let pointer): return pointer.tokens.contains("*") ? .array : nil
    case .binary(.add, let left, let right):
      let sides = [left, right].compactMap { types(of: $0, item: item) }
      if sides.contains(.string) { return .string }
      return sides.contains { $0.isSubset(of: .number) } ? .number : nil
    case .binary(let sign, _, _): return sign.isArithmetic ? .number : .boolean
    case .read(let reference): return types(of: reference, item: item)
    case .naming(_, let child): return types(of: child, item: item)
    case .call(let function, _):
      switch function {
      case .exists, .all, .any, .nondecreasing, .nonincreasing, .unique, .within: return .boolean
      case .length, .sum, .count, .number, .parseTime, .abs, .round, .date, .duration, .percentile, .now: return .number
      case .lower, .string, .join: return .string
      case .split, .map, .take, .reversed, .flatten, .filter, .groupBy, .zip, .jsonpath: return .array
      case .groups: return [.array, .object, .null]
      default: return nil
      }
    }
  }

  private func types(of reference: Reference, item: ItemViews) -> JSONTypes? {
    switch reference.subject {
    case .events, .step(_, .all): return .array
    case .exchange(let part), .step(_, .exchange(let part)):
      switch part {
      case .statusCode, .responseTime: return .number
      case .method, .url, .path, .query, .requestHeader, .multipart, .responseHeader: return .string
      case .requestBody, .responseBody: break
      }
    case .event(let part) where part != .data: return part == .index ? .number : .string
    case .index, .arrival: return .number
    default: break
    }
    if reference.pointer.tokens.contains("*") { return .array }
    guard let nodes = nodes(of: reference.subject, item: item),
      case .described(let reached) = nodes.field(at: reference.pointer, isExpression: true), !reached.isEmpty
    else { return nil }
    return reached.schemas.reduce(JSONTypes()) { types, schema in
      guard let types else { return nil }
      let value = ValueSchema(schema, reach: .always)
      return value.values(of: "type").isEmpty ? nil : types.union(value.sharedTypes)
    }
  }

  /// Adds to `found` the operands whose types an operator or function never accepts.
  func checkOperands(of node: ExpressionNode, item: ItemViews, _ found: inout [Trouble]) {
    func want(_ types: JSONTypes, _ taker: String, _ operands: ExpressionNode...) {
      for operand in operands { found += self.want(types, "`\(taker)`", of: operand, item: item) }
    }
    switch node.kind {
    case .not(let child): want(.boolean, "!", child)
    case .and(let children): for child in children { want(.boolean, "&&", child) }
    case .or(let children): for child in children { want(.boolean, "||", child) }
    case .negate(let child): want(.number, "-", child)
    case .matches(let child, _): want(.string, "matches", child)
    case .groups(let child, _): want(.string, "groups", child)
    case .binary(let sign, let left, let right):
      switch sign {
      case .add:
        // Two numbers or two texts: what one side is, the other has to be.
        want([.number, .string], "+", left)
        let first = types(of: left, item: item)
        let isText = first == .string
        let isNumber = first.map { !$0.isEmpty && $0.isSubset(of: .number) } ?? false
        want(isText ? .string : isNumber ? .number : [.number, .string], "+", right)
      case .subtract, .multiply, .divide: want(.number, sign.rawValue, left, right)
      case .startsWith, .endsWith, .matches: want(.string, sign.rawValue, left, right)
      case .contains: want([.string, .array], sign.rawValue, left)
      case .in: want([.string, .array], sign.rawValue, right)
      case .less, .lessOrEqual, .greater, .greaterOrEqual: want([.number, .string], sign.rawValue, left, right)
      case .equal, .notEqual: break
      }
    case .call(let function, let arguments):
      // An array, a text or an object has a length; no one parameter says so.
      let types = function == .length ? [[.string, .array, .object]] : function.types
      for (types, argument) in zip(types, arguments) { if let types { want(types, function.name, argument) } }
    case .literal, .list, .read, .query, .place, .naming: break
    }
  }

  /// Returns a problem if a node can never have one of the `wanted` types, which are all that `taker` accepts;
  /// otherwise nothing.
  func want(_ wanted: JSONTypes, _ taker: String, of node: ExpressionNode, item: ItemViews) -> [Trouble] {
    guard let types = types(of: node, item: item), types.isDisjoint(with: wanted) else { return [] }
    let help =
      taker == "`+`" ? "it adds two numbers or joins two texts; `number(…)` and `string(…)` make one of the other" : ""
    let message = "\(taker) takes \(wanted.phrase), and `\(node.text)` is \(types.phrase)"
    return [Trouble(kind: .operandType, text: node.text, message: message, help: help)]
  }
}
