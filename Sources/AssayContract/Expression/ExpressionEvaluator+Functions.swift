import AssayJSON
import AssayText

extension ExpressionEvaluator {
  /// Returns the value of a function for its arguments; the parser has checked their number.
  mutating func call(
    _ function: ExpressionFunction,
    _ arguments: [ExpressionNode],
    _ item: Item?,
    _ node: ExpressionNode
  ) throws(EvaluationFailure) -> Operand {
    // What takes no arguments is read, and never called.
    guard let first = arguments.first else { throw .missing(node.text, nil) }
    switch function {
    case .exists: return .bool(try isThere(first, item))
    case .default: return try isThere(first, item) ? operand(first, item) : operand(arguments[1], item)
    case .length: return .integer(try length(first, item))
    case .lower: return .text(try text(first, item).lowercased())
    case .string: return .text(try string(first, item))
    case .number:
      let written = try text(first, item)
      guard let number = JSONNumber(written) else { throw mistyped(first, "a string that is a number", .text(written)) }
      return .number(number)
    case .parseTime:
      let written = try text(first, item)
      guard let seconds = DateTime(written).flatMap({ ExactDecimal($0).number }) else {
        throw mistyped(first, "an RFC 3339 time", try operand(first, item))
      }
      return .number(seconds)
    case .split: return .list(try split(try text(first, item), at: try text(arguments[1], item), node))
    case .all, .any, .map, .count: return try quantify(function, arguments, item)
    case .take: return .list(Array(try items(first, item).prefix(max(0, try number(arguments[1], item).int ?? 0))))
    case .sum: return try sum(first, item, node)
    case .min, .max: return try extreme(first, item, node, isLeast: function == .min)
    case .nondecreasing: return .bool(try firstOutOfOrder(first, item, isRising: true) == nil)
    case .nonincreasing: return .bool(try firstOutOfOrder(first, item, isRising: false) == nil)
    case .unique: return .bool(try firstRepeated(first, item) == nil)
    case .reversed: return .list(try items(first, item).reversed())
    case .first, .last:
      let all = try items(first, item)
      guard let end = function == .first ? all.first : all.last else { throw .missing(node.text, nil) }
      return end
    case .flatten, .filter, .find, .groupBy, .zip, .join: return try rearranged(function, arguments, item, node)
    case .if: return try holds(first, item) ? operand(arguments[1], item) : operand(arguments[2], item)
    case .abs, .round, .within, .date, .duration, .percentile: return try measured(function, arguments, item, node)
    case .jsonpath, .groups, .now: throw .outOfReach(node.text, "its query is not written as text")
    }
  }

  /// Returns the items of the array that `node` evaluates to.
  mutating func items(_ node: ExpressionNode, _ item: Item?) throws(EvaluationFailure) -> [Operand] {
    let items = Array(try sequence(node, item))
    try spend(items.count, on: node)
    return items
  }

  private mutating func sequence(_ node: ExpressionNode, _ item: Item?) throws(EvaluationFailure) -> OperandItems {
    let value = try operand(node, item)
    guard let items = OperandItems(value) else { throw mistyped(node, "an array", value) }
    return items
  }

  private mutating func isThere(_ node: ExpressionNode, _ item: Item?) throws(EvaluationFailure) -> Bool {
    do throws(EvaluationFailure) {
      _ = try operand(node, item)
      return true
    } catch {
      if case .missing = error { return false }
      throw error
    }
  }

  private mutating func length(_ node: ExpressionNode, _ item: Item?) throws(EvaluationFailure) -> Int {
    let value = try operand(node, item)
    if let text = value.text { return text.unicodeScalars.count }
    if let count = value.itemCount { return count }
    guard case .json(let json) = value, json.kind == .object else {
      throw mistyped(node, "a string, an array or an object", value)
    }
    return json.count
  }

  private mutating func string(_ node: ExpressionNode, _ item: Item?) throws(EvaluationFailure) -> String {
    let value = try operand(node, item)
    return value.text ?? value.json.plainText
  }

  private mutating func split(
    _ text: String,
    at separator: String,
    _ node: ExpressionNode
  ) throws(EvaluationFailure) -> [Operand] {
    guard !separator.isEmpty else {
      throw .mistyped(operand: node.text, expected: "a separator", actual: "an empty string", nil)
    }
    var parts: [Operand] = []
    var part: [UInt8] = []
    var rest = text.utf8[...]
    while !rest.isEmpty {
      if rest.starts(with: separator.utf8) {
        parts.append(.text(String(decoding: part, as: UTF8.self)))
        part = []
        rest = rest.dropFirst(separator.utf8.count)
      } else {
        part.append(rest.removeFirst())
      }
    }
    parts.append(.text(String(decoding: part, as: UTF8.self)))
    try spend(parts.count, on: node)
    return parts
  }

  private mutating func quantify(
    _ function: ExpressionFunction,
    _ arguments: [ExpressionNode],
    _ item: Item?
  ) throws(EvaluationFailure) -> Operand {
    let items = try sequence(arguments[0], item)
    var mapped: [Operand] = []
    var counted = 0
    for (index, value) in items.enumerated() {
      guard arguments.count == 2 else {
        counted += 1
        continue
      }
      let current = Item(value, at: index, of: arguments[1], inside: item)
      if function == .map {
        mapped.append(try operand(arguments[1], current))
        continue
      }
      let holds = try holds(arguments[1], current)
      if function == .all, !holds { return .bool(false) }
      if function == .any, holds { return .bool(true) }
      if holds { counted += 1 }
    }
    switch function {
    case .map: return .list(mapped)
    case .count: return .integer(counted)
    default: return .bool(function == .all)
    }
  }

  private mutating func sum(
    _ node: ExpressionNode,
    _ item: Item?,
    _ call: ExpressionNode
  ) throws(EvaluationFailure) -> Operand {
    var exact: ExactDecimal? = ExactDecimal(0)
    var nearest = 0.0
    for value in try items(node, item) {
      guard let number = value.number else { throw mistyped(node, "an array of numbers", value) }
      if let sum = exact { exact = ExactDecimal(number).flatMap { sum + $0 } }
      nearest += number.double
    }
    guard let sum = exact?.number ?? JSONNumber(nearest) else { throw outOfRange(call) }
    return .number(sum)
  }

  private mutating func extreme(
    _ node: ExpressionNode,
    _ item: Item?,
    _ call: ExpressionNode,
    isLeast: Bool
  ) throws(EvaluationFailure) -> Operand {
    let all = try items(node, item)
    guard var found = all.first else { throw .missing(call.text, nil) }
    for value in all.dropFirst() {
      if try comesBefore(value, found, node) == isLeast, value != found { found = value }
    }
    return found
  }

  /// Returns the position of the first item that breaks the order; `nil` if all are in order.
  mutating func firstOutOfOrder(
    _ node: ExpressionNode,
    _ item: Item?,
    isRising: Bool
  ) throws(EvaluationFailure) -> Int? {
    let all = try items(node, item)
    for (position, (earlier, later)) in zip(all, all.dropFirst()).enumerated() {
      if try isRising ? comesBefore(later, earlier, node) : comesBefore(earlier, later, node) { return position + 1 }
    }
    return nil
  }

  private func comesBefore(_ left: Operand, _ right: Operand, _ node: ExpressionNode) throws(EvaluationFailure) -> Bool
  {
    if let answer = left.precedes(right) { return answer }
    // The one that is neither, or else the string among numbers.
    let isOdd = { (value: Operand) in value.kind != .number && value.kind != .string }
    let culprit = isOdd(left) ? left : isOdd(right) ? right : left.kind == .string ? left : right
    throw mistyped(node, "an array of numbers, or of strings", culprit)
  }

  /// Returns the position of the first item that repeats an earlier one; `nil` if all differ.
  mutating func firstRepeated(_ node: ExpressionNode, _ item: Item?) throws(EvaluationFailure) -> Int? {
    var seen: Set<Operand> = []
    return try items(node, item).firstIndex { !seen.insert($0).inserted }
  }
}

/// A search for one text in another, in linear time for any input (Knuth, Morris and Pratt).
enum Substrings {
  /// Returns true if `part` occurs anywhere in `whole`.
  static func contains(_ part: [UInt8], in whole: [UInt8]) -> Bool {
    guard !part.isEmpty else { return true }
    // At each byte of the part: the length of the longest proper prefix that ends there too.
    var borders = [0]
    var matched = 0
    for byte in part.dropFirst() {
      while matched > 0, byte != part[matched] { matched = borders[matched - 1] }
      if byte == part[matched] { matched += 1 }
      borders.append(matched)
    }
    matched = 0
    for byte in whole {
      while matched > 0, byte != part[matched] { matched = borders[matched - 1] }
      if byte == part[matched] { matched += 1 }
      if matched == part.count { return true }
    }
    return false
  }
}
