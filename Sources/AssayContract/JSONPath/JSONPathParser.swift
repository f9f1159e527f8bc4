import AssayJSON
import AssayText

/// The parser of JSONPath queries, by the grammar of RFC 9535 appendix A.
struct JSONPathParser {
  /// The maximum nesting depth of filters, functions and brackets.
  private static let depthLimit = 50
  /// The integers that I-JSON represents exactly (RFC 7493 section 2.2).
  private static let exact = -9_007_199_254_740_991...9_007_199_254_740_991

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  static func parse(_ text: String) throws(JSONPathError) -> JSONPath.Query {
    var parser = JSONPathParser(scalars: Array(text.unicodeScalars))
    guard parser.take("$") else { throw parser.failure("a query begins with $") }
    let query = JSONPath.Query(isRelative: false, segments: try parser.segments())
    guard parser.position == parser.scalars.count else { throw parser.failure("not a valid part of a query") }
    return query
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  // MARK: Segments

  private mutating func segments() throws(JSONPathError) -> [JSONPath.Segment] {
    var segments: [JSONPath.Segment] = []
    while true {
      let start = position
      skipSpace()
      if take("..") {
        segments.append(JSONPath.Segment(isDescendant: true, selectors: try selectorsBehindDots()))
      } else if take(".") {
        segments.append(JSONPath.Segment(isDescendant: false, selectors: [try shorthand()]))
      } else if next == "[" {
        segments.append(JSONPath.Segment(isDescendant: false, selectors: try bracket()))
      } else {
        position = start
        return segments
      }
    }
  }

  private mutating func selectorsBehindDots() throws(JSONPathError) -> [JSONPath.Selector] {
    next == "[" ? try bracket() : [try shorthand()]
  }

  /// Parses a selector in shorthand: `*`, or a name without quotes.
  private mutating func shorthand() throws(JSONPathError) -> JSONPath.Selector {
    if take("*") { return .wildcard }
    guard let first = next, Self.beginsName(first) else { throw failure("a name or * is missing after the dot") }
    var name = String.UnicodeScalarView()
    while let scalar = next, Self.beginsName(scalar) || Self.isDigit(scalar) {
      name.append(scalar)
      position += 1
    }
    return .name(String(name))
  }

  private mutating func bracket() throws(JSONPathError) -> [JSONPath.Selector] {
    try descend()
    defer { depth -= 1 }
    position += 1
    var selectors: [JSONPath.Selector] = []
    repeat {
      skipSpace()
      selectors.append(try selector())
      skipSpace()
    } while take(",")
    guard take("]") else { throw failure("a ] is missing") }
    return selectors
  }

  private mutating func selector() throws(JSONPathError) -> JSONPath.Selector {
    switch next {
    case "*":
      position += 1
      return .wildcard
    case "?":
      position += 1
      skipSpace()
      return .filter(try or())
    case "'", "\"": return .name(try string())
    default: return try indexOrSlice()
    }
  }

  private mutating func indexOrSlice() throws(JSONPathError) -> JSONPath.Selector {
    let start = try integer()
    let tail = position
    skipSpace()
    guard take(":") else {
      position = tail
      guard let start else { throw failure("a name, a number, *, : or ? is missing") }
      return .index(start)
    }
    skipSpace()
    let end = try integer()
    skipSpace()
    var step: Int?
    if take(":") {
      skipSpace()
      step = try integer()
    }
    return .slice(start: start, end: end, step: step ?? 1)
  }

  private mutating func integer() throws(JSONPathError) -> Int? {
    let start = position
    let isNegative = take("-")
    var digits = ""
    while let scalar = next, Self.isDigit(scalar) {
      digits.unicodeScalars.append(scalar)
      position += 1
    }
    if digits.isEmpty {
      if isNegative { throw failure("a digit is missing after -") }
      return nil
    }
    guard digits == "0" ? !isNegative : !digits.hasPrefix("0") else {
      position = start
      throw failure("an integer has no leading 0, and 0 no sign")
    }
    guard let number = Int((isNegative ? "-" : "") + digits), Self.exact.contains(number) else {
      position = start
      throw failure("the integer is beyond those JSON readers agree on")
    }
    return number
  }

  // MARK: Filters

  private mutating func or() throws(JSONPathError) -> JSONPath.Condition {
    try descend()
    defer { depth -= 1 }
    var conditions = [try and()]
    while takeBehindSpace("||") { conditions.append(try and()) }
    return conditions.count == 1 ? conditions[0] : .or(conditions)
  }

  private mutating func and() throws(JSONPathError) -> JSONPath.Condition {
    var conditions = [try basic()]
    while takeBehindSpace("&&") { conditions.append(try basic()) }
    return conditions.count == 1 ? conditions[0] : .and(conditions)
  }

  private mutating func basic() throws(JSONPathError) -> JSONPath.Condition {
    skipSpace()
    if take("!") {
      skipSpace()
      if next == "(" { return .not(try group()) }
      let start = position
      let operand = try operand()
      guard let test = try test(operand, at: start) else { throw failure("! is only valid before a test", at: start) }
      return .not(test)
    }
    if next == "(" { return try group() }
    let start = position
    let left = try operand()
    let tail = position
    skipSpace()
    guard let comparison = takeComparison() else {
      position = tail
      guard let test = try test(left, at: start) else {
        throw failure("a literal or value is to be compared", at: start)
      }
      return test
    }
    skipSpace()
    let second = position
    return .compare(comparison, try comparable(left, at: start), try comparable(try operand(), at: second))
  }

  private mutating func group() throws(JSONPathError) -> JSONPath.Condition {
    position += 1
    let inner = try or()
    skipSpace()
    guard take(")") else { throw failure("a ) is missing") }
    return inner
  }

  private enum Operand {
    case literal(JSONValue)
    case query(JSONPath.Query)
    case call(JSONPath.Function, [JSONPath.Argument])
  }

  /// Returns the condition of an operand that is alone in a filter; `nil` if the operand must be compared.
  private func test(_ operand: Operand, at start: Int) throws(JSONPathError) -> JSONPath.Condition? {
    switch operand {
    case .literal: return nil
    case .query(let query): return .exists(query)
    case .call(let function, let arguments): return function.isLogical ? .call(function, arguments) : nil
    }
  }

  private func comparable(_ operand: Operand, at start: Int) throws(JSONPathError) -> JSONPath.Comparable {
    switch operand {
    case .literal(let value): return .literal(value)
    case .query(let query):
      guard query.isSingular else {
        throw failure("a query that may choose several values cannot be compared", at: start)
      }
      return .query(query)
    case .call(let function, let arguments):
      guard !function.isLogical else { throw failure("the result of \(function) cannot be compared", at: start) }
      return .call(function, arguments)
    }
  }

  private mutating func operand() throws(JSONPathError) -> Operand {
    switch next {
    case "$", "@":
      let isRelative = next == "@"
      position += 1
      try descend()
      defer { depth -= 1 }
      return .query(JSONPath.Query(isRelative: isRelative, segments: try segments()))
    case "'", "\"": return .literal(.string(try string()))
    case let scalar? where scalar == "-" || Self.isDigit(scalar): return .literal(try number())
    default: return try word()
    }
  }

  private mutating func word() throws(JSONPathError) -> Operand {
    let start = position
    var name = ""
    while let scalar = next, ("a"..."z").contains(scalar) || Self.isDigit(scalar) || scalar == "_" {
      name.unicodeScalars.append(scalar)
      position += 1
    }
    guard take("(") else {
      switch name {
      case "true", "false": return .literal(.bool(name == "true"))
      case "null": return .literal(.null)
      default: throw failure("a value, a query or a function is missing", at: start)
      }
    }
    guard let function = JSONPath.Function(rawValue: name) else {
      let nearest = SpellingSuggestion.didYouMean(name, among: JSONPath.Function.allCases.map(\.rawValue))
      throw failure("the function \(name) is unknown\(nearest)", at: start)
    }
    try descend()
    defer { depth -= 1 }
    var arguments: [JSONPath.Argument] = []
    skipSpace()
    if !take(")") {
      repeat {
        skipSpace()
        let place = position
        arguments.append(try argument(try operand(), of: function, at: place))
        skipSpace()
      } while take(",")
      guard take(")") else { throw failure("a ) is missing") }
    }
    guard arguments.count == function.arity else {
      throw failure("\(name) takes \(function.arity.counted("argument")), not \(arguments.count)", at: start)
    }
    return .call(function, arguments)
  }

  private func argument(
    _ operand: Operand,
    of function: JSONPath.Function,
    at place: Int
  ) throws(JSONPathError) -> JSONPath.Argument {
    guard function.takesNodes else { return .value(try comparable(operand, at: place)) }
    guard case .query(let query) = operand else { throw failure("\(function) takes a query", at: place) }
    return .nodes(query)
  }

  private mutating func takeComparison() -> JSONPath.Comparison? {
    // The longer ones first: `<=` begins as `<` does.
    for comparison in [JSONPath.Comparison.equal, .notEqual, .lessOrEqual, .greaterOrEqual, .less, .greater]
    where take(comparison.rawValue) {
      return comparison
    }
    return nil
  }

  // MARK: Literals

  private mutating func number() throws(JSONPathError) -> JSONValue {
    let start = position
    while let scalar = next, Self.isDigit(scalar) || "+-.eE".unicodeScalars.contains(scalar) { position += 1 }
    let text = String(String.UnicodeScalarView(scalars[start..<position]))
    guard let value = (try? JSONDocument(parsing: text))?.root, value.kind == .number else {
      throw failure("not a valid number", at: start)
    }
    return value
  }

  private mutating func string() throws(JSONPathError) -> String {
    let start = position
    let quote = scalars[position]
    position += 1
    var text = String.UnicodeScalarView()
    while let scalar = next {
      position += 1
      if scalar == quote { return String(text) }
      guard scalar.value >= 0x20 else { throw failure("a control character must be escaped", at: position - 1) }
      text.append(scalar == "\\" ? try escaped(quote) : scalar)
    }
    throw failure("the string is not closed", at: start)
  }

  private mutating func escaped(_ quote: Unicode.Scalar) throws(JSONPathError) -> Unicode.Scalar {
    guard let scalar = next else { throw failure("the string is not closed") }
    position += 1
    switch scalar {
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "/", "\\", quote: return scalar
    case "u":
      let first = try hexadecimal()
      if (0xD800...0xDBFF).contains(first), take("\\u") {
        let second = try hexadecimal()
        if (0xDC00...0xDFFF).contains(second),
          let pair = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        {
          return pair
        }
      } else if let plain = Unicode.Scalar(first) {
        return plain
      }
      throw failure("half a surrogate pair is not a character")
    default: throw failure("\\\(scalar) is not a valid escape", at: position - 2)
    }
  }

  private mutating func hexadecimal() throws(JSONPathError) -> UInt32 {
    let digits = scalars[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ $0.isASCII && $0.properties.isHexDigit }),
      let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
    else { throw failure("\\u needs four hexadecimal digits") }
    position += 4
    return value
  }

  // MARK: Characters

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func take(_ text: String) -> Bool {
    guard scalars[position...].starts(with: text.unicodeScalars) else { return false }
    position += text.unicodeScalars.count
    return true
  }

  private mutating func takeBehindSpace(_ text: String) -> Bool {
    let start = position
    skipSpace()
    if take(text) { return true }
    position = start
    return false
  }

  private mutating func skipSpace() {
    while let scalar = next, scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" { position += 1 }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar.value >= 0x80
  }

  private mutating func descend() throws(JSONPathError) {
    depth += 1
    if depth > Self.depthLimit { throw failure("nested deeper than \(Self.depthLimit) levels") }
  }

  private func failure(_ message: String, at place: Int? = nil) -> JSONPathError {
    JSONPathError(message: message, column: (place ?? position) + 1)
  }
}
