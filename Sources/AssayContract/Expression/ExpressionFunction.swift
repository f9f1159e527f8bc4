/// A function of the rule language.
package enum ExpressionFunction: String, CaseIterable, Sendable {
  case length, sum, min, max, count, nondecreasing, nonincreasing, unique, exists, all, any, map, take, reversed
  case first, last, lower, string, number, split, `default`, parseTime

  /// The parameters as the grammar page shows them.
  var signature: String {
    switch self {
    case .length: "length(value)"
    case .count: "count(array) or count(array, predicate)"
    case .all, .any: "\(rawValue)(array, predicate)"
    case .map: "map(array, expression)"
    case .take: "take(array, number)"
    case .lower, .number, .parseTime: "\(rawValue)(text)"
    case .split: "split(text, separator)"
    case .default: "default(value, other)"
    case .exists, .string: "\(rawValue)(value)"
    case .sum, .min, .max, .nondecreasing, .nonincreasing, .unique, .reversed, .first, .last: "\(rawValue)(array)"
    }
  }

  /// How many arguments it takes.
  var arity: ClosedRange<Int> {
    switch self {
    case .count: 1...2
    case .all, .any, .map, .take, .split, .default: 2...2
    default: 1...1
    }
  }

  /// Whether its second argument is evaluated once an item, with `$item` and `$index` in force.
  package var quantifies: Bool {
    switch self {
    case .count, .all, .any, .map: true
    default: false
    }
  }
}
