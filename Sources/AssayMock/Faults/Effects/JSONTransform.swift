import AssayJSON

/// Makes a wrong value from a right one, a different one from each, so that what was told apart stays so.
package enum JSONTransform: Sendable {
  /// Puts text behind a string.
  case append(String)
  /// Adds to a number, as it is written.
  case add(Int)
  /// A number for a string, the number as a string for a number, the word as a string for a truth value.
  case retype
  /// Another value of the same type, a different one for each number.
  case vary(Int)
  /// The items in reverse.
  case reverse
  case negate
  /// The last segment of a path backwards: of the same form, and the name of something else.
  case reverseEnd
  /// Other text in place of a part of a string.
  case substitute(String, String)

  func applied(to value: JSONValue) -> JSONValue? {
    switch (self, value.kind) {
    case (.append(let suffix), .string): .string((value.string ?? "") + suffix)
    case (.add(let amount), .number): Self.sum(value, amount)
    case (.retype, .string): .integer(Self.number(for: value.string ?? ""))
    case (.retype, .number): .string(value.text)
    case (.retype, .true), (.retype, .false): .string(value.text)
    case (.vary(let number), .string): .string("\(value.string ?? "")-\(number)")
    case (.vary(let number), .number): Self.sum(value, number + 1_000)
    case (.reverse, .array): .array(value.items.reversed())
    case (.substitute(let part, let other), .string):
      (value.string ?? "").contains(part) ? .string((value.string ?? "").replacing(part, with: other)) : nil
    case (.reverseEnd, .string): Self.reversedEnd(value.string ?? "").map { .string($0) }
    case (.negate, .true): .bool(false)
    case (.negate, .false): .bool(true)
    default: nil
    }
  }

  private static func reversedEnd(_ text: String) -> String? {
    let end = text.split(separator: "/").last ?? ""
    let reversed = String(end.reversed())
    return reversed == end ? nil : text.dropLast(end.count) + reversed
  }

  private static func sum(_ value: JSONValue, _ amount: Int) -> JSONValue? {
    if let int = value.int { return .integer(int &+ amount) }
    return value.number.map { number in JSONValue.building { $0.double(number.double + Double(amount)) } }
  }

  /// Nine digits that are the same for the same text (FNV-1a).
  private static func number(for text: String) -> Int {
    let hash = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    return Int(hash % 900_000_000) + 100_000_000
  }
}
