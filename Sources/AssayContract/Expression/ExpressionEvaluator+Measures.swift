import AssayJSON
import AssayText

extension ExpressionEvaluator {
  /// Returns the value of a function over numbers, dates and durations.
  mutating func measured(
    _ function: ExpressionFunction,
    _ arguments: [ExpressionNode],
    _ item: Item?,
    _ node: ExpressionNode
  ) throws(EvaluationFailure) -> Operand {
    switch function {
    case .abs:
      let number = try number(arguments[0], item)
      guard number < JSONNumber(0) else { return .number(number) }
      guard let positive = ExactDecimal(number).flatMap({ -$0 })?.number ?? JSONNumber(-number.double) else {
        throw outOfRange(node)
      }
      return .number(positive)
    case .round: return .number(try rounded(arguments, item, node))
    case .percentile: return .number(try percentile(arguments, item, node))
    case .within:
      let (first, second) = (try number(arguments[0], item), try number(arguments[1], item))
      let tolerance = try number(arguments[2], item)
      guard tolerance >= JSONNumber(0) else {
        throw .mistyped(operand: arguments[2].text, expected: "a tolerance of 0 or more", actual: tolerance.text, nil)
      }
      return .bool(Self.distance(first, second).map { $0 <= tolerance } ?? false)
    case .date:
      let written = try text(arguments[0], item)
      // A date alone is its first moment, in UTC.
      guard let seconds = (DateTime(written) ?? DateTime(written + "T00:00:00Z")).flatMap({ ExactDecimal($0).number })
      else { throw mistyped(arguments[0], "a date or a time of RFC 3339", try operand(arguments[0], item)) }
      return .number(seconds)
    default:
      let written = try text(arguments[0], item)
      guard let seconds = WrittenDuration.seconds(written)?.number else {
        throw mistyped(
          arguments[0],
          "a duration such as 250ms, 5m or PT1H30M, without months and years",
          try operand(arguments[0], item)
        )
      }
      return .number(seconds)
    }
  }

  private mutating func rounded(
    _ arguments: [ExpressionNode],
    _ item: Item?,
    _ node: ExpressionNode
  ) throws(EvaluationFailure) -> JSONNumber {
    let number = try number(arguments[0], item)
    var digits = 0
    if arguments.count == 2 {
      let wanted = try self.number(arguments[1], item)
      guard let count = wanted.int, (0...18).contains(count) else {
        throw .mistyped(
          operand: arguments[1].text,
          expected: "a number of digits from 0 to 18",
          actual: wanted.text,
          nil
        )
      }
      digits = count
    }
    // What has too many digits or too large an exponent to be held exactly has no fraction a double could show.
    guard let result = ExactDecimal(number)?.rounded(to: digits).number ?? JSONNumber(number.double.rounded()) else {
      throw outOfRange(node)
    }
    return result
  }

  /// Returns the least of the numbers that is at least as great as the given percentage of them (the nearest rank;
  /// NIST's handbook, 7.2.6.2).
  private mutating func percentile(
    _ arguments: [ExpressionNode],
    _ item: Item?,
    _ node: ExpressionNode
  ) throws(EvaluationFailure) -> JSONNumber {
    var numbers: [JSONNumber] = []
    for value in try items(arguments[0], item) {
      guard let number = value.number else { throw mistyped(arguments[0], "an array of numbers", value) }
      numbers.append(number)
    }
    let percent = try number(arguments[1], item)
    guard percent >= JSONNumber(0), percent <= JSONNumber(100) else {
      throw .mistyped(operand: arguments[1].text, expected: "a percentage from 0 to 100", actual: percent.text, nil)
    }
    guard !numbers.isEmpty else { throw .missing(node.text, nil) }
    // Exactly: 4.4 percent of 750 are 33, which doubles miss.
    guard let share = ExactDecimal(percent).flatMap({ $0 * ExactDecimal(Int128(numbers.count)) })?.number else {
      throw outOfRange(node)
    }
    var rank = max(1, Int(percent.double * Double(numbers.count) / 100) - 1)
    while rank < numbers.count, JSONNumber(rank * 100) < share { rank += 1 }
    return numbers.sorted()[rank - 1]
  }

  private static func distance(_ first: JSONNumber, _ second: JSONNumber) -> JSONNumber? {
    let (low, high) = first < second ? (first, second) : (second, first)
    let exact = ExactDecimal(low).flatMap { -$0 }.flatMap { minus in ExactDecimal(high).flatMap { $0 + minus } }
    return exact?.number ?? JSONNumber(high.double - low.double)
  }
}

/// Durations as written in contracts (`250ms`) and in ISO 8601 (`P1DT2H30M5.5S`). Months and years are not supported,
/// since their length varies.
enum WrittenDuration {
  /// Returns the duration in seconds; `nil` if `text` is not a duration.
  static func seconds(_ text: String) -> ExactDecimal? {
    if let duration = Duration(written: text) {
      return ExactDecimal(Int128(duration / .milliseconds(1)), exponent: -3)
    }
    let isNegative = text.hasPrefix("-")
    var rest = text.dropFirst(isNegative ? 1 : 0)
    guard rest.popFirst() == "P", !rest.isEmpty, rest.utf8.count <= 64 else { return nil }
    var units: [(Character, Int)] = [("W", 604_800), ("D", 86_400)]
    var isTime = false
    var total = ExactDecimal(0)
    while !rest.isEmpty {
      if rest.first == "T" {
        guard !isTime else { return nil }
        isTime = true
        units = [("H", 3_600), ("M", 60), ("S", 1)]
        rest = rest.dropFirst()
        guard !rest.isEmpty else { return nil }
      }
      let written = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest[written.endIndex...]
      // Units come in their order, each once; only seconds have a fraction.
      guard let unit = rest.popFirst(), let position = units.firstIndex(where: { $0.0 == unit }),
        let number = JSONNumber(
          written.drop { $0 == "0" }.first.map { $0 == "." ? "0" : "" }.map { zero in
            zero + String(written.drop { $0 == "0" })
          } ?? "0"
        ),
        unit == "S" || number.int != nil,
        let part = ExactDecimal(number).flatMap({ $0 * ExactDecimal(Int128(units[position].1)) }),
        let sum = total + part, !written.isEmpty
      else { return nil }
      units.removeFirst(position + 1)
      total = sum
    }
    return isNegative ? -total : total
  }
}
