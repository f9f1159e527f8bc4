import AssayJSON

/// The standard tags of YAML that correspond to types of JSON (YAML 1.2 sections 10.1 to 10.3).
enum YAMLTag: String {
  case text = "!!str"
  case integer = "!!int"
  case float = "!!float"
  case bool = "!!bool"
  case null = "!!null"
  case sequence = "!!seq"
  case mapping = "!!map"

  private static let prefix = "tag:yaml.org,2002:"

  /// Makes the tag with the full name `name`; `!` makes any scalar a text. Returns `nil` if the tag is not a standard
  /// one.
  init?(resolved name: String) {
    if name == "!" {
      self = .text
    } else if name.hasPrefix(Self.prefix) {
      self.init(rawValue: Self.written(name))
    } else {
      return nil
    }
  }

  /// Returns the full name `name` of a tag in its short notation, such as `!!int`.
  static func written(_ name: String) -> String {
    name.hasPrefix(prefix) ? "!!" + name.dropFirst(prefix.count) : name.hasPrefix("!") ? name : "!<\(name)>"
  }

  /// The kind of value that the tag requires, in words: "a whole number".
  var description: String {
    switch self {
    case .text: "a text"
    case .integer: "a whole number"
    case .float: "a number"
    case .bool: "true or false"
    case .null: "null"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

/// The value that a scalar has in the core schema of YAML 1.2 (section 10.3.2).
struct YAMLCoreSchema {
  enum Value {
    case null
    case bool(Bool)
    /// A number in JSON's notation.
    case number(JSONNumber)
    case text
    /// A number that is not supported, with the reason and advice on what to write instead.
    case unreadable(String, help: String)
  }

  private let text: String

  init(_ text: String) { self.text = text }

  /// The value of the scalar if it has neither quotes nor a tag.
  var plain: Value {
    switch text {
    case "", "~", "null", "Null", "NULL": .null
    case "true", "True", "TRUE": .bool(true)
    case "false", "False", "FALSE": .bool(false)
    default: number ?? .text
    }
  }

  /// Returns the value of the scalar with the tag `tag`; `nil` if it does not match the tag.
  func value(as tag: YAMLTag) -> Value? {
    switch (tag, plain) {
    case (.text, _): return .text
    case (.null, .null): return .null
    case (.bool, .bool(let truth)): return .bool(truth)
    case (.integer, .number(let number)) where isInteger: return .number(number)
    case (.float, .number(let number)) where !isBased: return .number(number)
    case (.integer, .unreadable) where isInteger: return plain
    case (.float, .unreadable) where !isBased: return plain
    case (.float, .text) where isBeyondNumbers:
      return .unreadable(
        "JSON has neither infinities nor NaN",
        help: "write a number, or put the text in quotes and take the tag out"
      )
    default: return nil
    }
  }

  /// True if the number has a base prefix: `0x…` or `0o…`.
  private var isBased: Bool { text.hasPrefix("0x") || text.hasPrefix("0o") }

  private var isInteger: Bool { isBased || text.utf8.allSatisfy { $0 != 0x2E && $0 | 0x20 != 0x65 } }

  private var isBeyondNumbers: Bool {
    let word = (text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]).lowercased()
    return word == ".inf" || text.lowercased() == ".nan"
  }

  private var number: Value? {
    for (prefix, radix) in [("0x", 16), ("0o", 8)] where text.hasPrefix(prefix) {
      let digits = text.utf8.dropFirst(2)
      guard !digits.isEmpty, digits.allSatisfy({ Self.isDigit($0, radix: radix) }) else { return nil }
      guard digits.count <= Self.mostDigits, let number = JSONNumber(Self.decimal(digits, radix: radix)) else {
        return .unreadable(
          "a number of more than \(Self.mostDigits) digits",
          help: "put a text in quotes, or write the number in decimal"
        )
      }
      return .number(number)
    }
    guard let decimal else { return nil }
    return JSONNumber(decimal).map { .number($0) }
      ?? .unreadable("the exponent is too long", help: "write a smaller one, or put a text in quotes")
  }

  /// The maximum number of digits read in a base other than ten; a hash of 512 bits has 128.
  private static let mostDigits = 1_000

  /// Returns the number with `digits` in base `radix`, in decimal.
  private static func decimal(_ digits: some Sequence<UInt8>, radix: Int) -> String {
    // Nine decimal digits each, the least of them first.
    var parts = [0]
    for digit in digits {
      var carry = digit & 0x40 == 0 ? Int(digit & 0x0F) : Int(digit & 0x0F) + 9
      for index in parts.indices {
        let sum = parts[index] * radix + carry
        (parts[index], carry) = (sum % 1_000_000_000, sum / 1_000_000_000)
      }
      if carry > 0 { parts.append(carry) }
    }
    let rest = parts.dropLast().reversed().map { part in
      let text = String(part)
      return String(repeating: "0", count: 9 - text.count) + text
    }
    return String(parts[parts.count - 1]) + rest.joined()
  }

  /// The number `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?` in JSON's notation; `nil` for any
  /// other text.
  private var decimal: String? {
    var rest = Array(text.utf8)[...]
    func takeDigits() -> String {
      let digits = rest.prefix { Self.isDigit($0, radix: 10) }
      rest = rest.dropFirst(digits.count)
      return String(decoding: digits, as: UTF8.self)
    }
    var sign = ""
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
      sign = rest.removeFirst() == UInt8(ascii: "-") ? "-" : ""
    }
    let whole = takeDigits()
    var fraction: String?
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = takeDigits()
    }
    guard !whole.isEmpty || fraction?.isEmpty == false else { return nil }
    var exponent = ""
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      exponent.unicodeScalars.append(Unicode.Scalar(rest.removeFirst()))
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        exponent.unicodeScalars.append(Unicode.Scalar(rest.removeFirst()))
      }
      let digits = takeDigits()
      guard !digits.isEmpty else { return nil }
      exponent += digits
    }
    guard rest.isEmpty else { return nil }
    let stripped = whole.utf8.drop { $0 == UInt8(ascii: "0") }
    let start = stripped.isEmpty ? "0" : String(decoding: stripped, as: UTF8.self)
    return sign + start + (fraction.map { "." + ($0.isEmpty ? "0" : $0) } ?? "") + exponent
  }

  private static func isDigit(_ byte: UInt8, radix: Int) -> Bool {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30 < radix
    case 0x41...0x46, 0x61...0x66: radix == 16
    default: false
    }
  }
}
