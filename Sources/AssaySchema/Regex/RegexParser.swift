/// ECMA-262 patterns (section 22.2.1, Unicode mode) to syntax trees.
struct RegexParser {
  let scalars: [Unicode.Scalar]
  /// Whether punctuation may be escaped, and lone brackets stand, as everybody writes them.
  let isLenient: Bool
  var position = 0
  private var depth = 0
  private let groupCount: Int
  private let groupNames: Set<String>
  private static let depthLimit = 200

  init(_ pattern: String, isLenient: Bool) {
    scalars = Array(pattern.unicodeScalars)
    self.isLenient = isLenient
    (groupCount, groupNames) = Self.groups(in: scalars)
  }

  static func parse(_ pattern: String, isLenient: Bool) throws(ECMARegexError) -> RegexSyntax {
    var parser = RegexParser(pattern, isLenient: isLenient)
    let syntax = try parser.disjunction()
    if parser.position < parser.scalars.count { throw parser.error(.unmatchedParenthesis) }
    return syntax
  }

  // MARK: Reading

  var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  func error(_ reason: ECMARegexError.Reason, at position: Int? = nil) -> ECMARegexError {
    ECMARegexError(reason: reason, position: position ?? self.position)
  }

  mutating func next() throws(ECMARegexError) -> Unicode.Scalar {
    guard position < scalars.count else { throw error(.unexpectedEnd) }
    defer { position += 1 }
    return scalars[position]
  }

  mutating func skip(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard scalars[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  mutating func decimal() -> Int? {
    let start = position
    var value = 0
    while let digit = peek?.value, digit >= 0x30, digit <= 0x39 {
      value = min(value * 10 + Int(digit - 0x30), 1 << 30)
      position += 1
    }
    return position > start ? value : nil
  }

  // MARK: Grammar

  private mutating func disjunction() throws(ECMARegexError) -> RegexSyntax {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.depthLimit else { throw error(.tooDeep) }
    var branches = [try alternative()]
    while skip("|") { branches.append(try alternative()) }
    return branches.count == 1 ? branches[0] : .alternation(branches)
  }

  private mutating func alternative() throws(ECMARegexError) -> RegexSyntax {
    var terms: [RegexSyntax] = []
    while let scalar = peek, scalar != "|", scalar != ")" { terms.append(try term()) }
    return terms.count == 1 ? terms[0] : .sequence(terms)
  }

  private mutating func term() throws(ECMARegexError) -> RegexSyntax {
    let start = position
    let scalar = try next()
    switch scalar {
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case "\\":
      if skip("b") { return .assertion(.wordBoundary) }
      if skip("B") { return .assertion(.notWordBoundary) }
      return try quantified(atomEscape(start))
    case ".": return try quantified(.set(.notLineTerminators))
    case "[": return try quantified(.set(characterClass(start)))
    case "(": return try group(start)
    case "*", "+", "?": throw error(.nothingToRepeat, at: start)
    case "{":
      if isLenient, !isQuantifier(at: start) { return try quantified(.set(ScalarSet(scalar.value))) }
      throw error(.nothingToRepeat, at: start)
    case "]", "}":
      guard isLenient else { throw error(.unmatchedBracket, at: start) }
      return try quantified(.set(ScalarSet(scalar.value)))
    default: return try quantified(.set(ScalarSet(scalar.value)))
    }
  }

  private mutating func group(_ start: Int) throws(ECMARegexError) -> RegexSyntax {
    var refusal: ECMARegexError.Reason?
    var canRepeat = true
    if skip("?") {
      if skip(":") {
      } else if skip("=") || skip("!") || skip("<=") || skip("<!") {
        refusal = .lookAround
        canRepeat = false
      } else if skip("<") {
        _ = try groupName()
      } else {
        try modifiers()
        refusal = .modifiers
      }
    }
    let inner = try disjunction()
    guard skip(")") else { throw error(.unmatchedParenthesis, at: start) }
    let syntax = refusal.map { RegexSyntax.refused(error($0, at: start)) } ?? inner
    return canRepeat ? try quantified(syntax) : syntax
  }

  /// `(?ims-ims:` (section 22.2.1, RegularExpressionModifiers): no flag twice.
  private mutating func modifiers() throws(ECMARegexError) {
    let start = position
    var seen: Set<Unicode.Scalar> = []
    var hasMinus = false
    while true {
      let scalar = try next()
      switch scalar {
      case "i", "m", "s": if !seen.insert(scalar).inserted { throw error(.invalidGroup, at: start) }
      case "-" where !hasMinus: hasMinus = true
      case ":" where !seen.isEmpty: return
      default: throw error(.invalidGroup, at: start)
      }
    }
  }

  /// The name behind `(?<` or `\k<`, and its `>`.
  mutating func groupName() throws(ECMARegexError) -> String {
    let start = position
    var name = ""
    while let scalar = peek, scalar != ">" {
      let isFirst = name.isEmpty
      let properties = scalar.properties
      guard
        scalar == "$" || scalar == "_" || properties.isIDStart
          || (!isFirst && (properties.isIDContinue || scalar == "\u{200C}" || scalar == "\u{200D}"))
      else { throw error(.invalidGroup) }
      name.unicodeScalars.append(scalar)
      position += 1
    }
    guard skip(">"), !name.isEmpty else { throw error(.invalidGroup, at: start) }
    return name
  }

  func hasGroup(_ number: Int) -> Bool { number <= groupCount }
  func hasGroup(_ name: String) -> Bool { groupNames.contains(name) }

  private static func groups(in scalars: [Unicode.Scalar]) -> (Int, Set<String>) {
    var count = 0
    var names: Set<String> = []
    var isInClass = false
    var position = 0
    while position < scalars.count {
      switch scalars[position] {
      case "\\": position += 1
      case "[": isInClass = true
      case "]": isInClass = false
      case "(" where !isInClass:
        let rest = scalars[(position + 1)...]
        if rest.first != "?" {
          count += 1
        } else if rest.dropFirst().first == "<", let third = rest.dropFirst(2).first, third != "=", third != "!" {
          count += 1
          names.insert(String(String.UnicodeScalarView(rest.dropFirst(2).prefix { $0 != ">" })))
        }
      default: break
      }
      position += 1
    }
    return (count, names)
  }

  // MARK: Quantifiers

  private mutating func quantified(_ atom: RegexSyntax) throws(ECMARegexError) -> RegexSyntax {
    let start = position
    let bounds: (Int, Int?)
    switch peek {
    case "*": bounds = (0, nil)
    case "+": bounds = (1, nil)
    case "?": bounds = (0, 1)
    case "{":
      guard isQuantifier(at: position) else {
        if isLenient { return atom }
        throw error(.invalidQuantifier)
      }
      position += 1
      bounds = braces()
      // The closing brace is moved over below, like the single characters.
      position -= 1
    default: return atom
    }
    position += 1
    _ = skip("?")
    if let maximum = bounds.1, maximum < bounds.0 { throw error(.invalidQuantifier, at: start) }
    return .repetition(atom, minimum: bounds.0, maximum: bounds.1)
  }

  /// The numbers between braces that were checked already; stands behind the closing one.
  private mutating func braces() -> (Int, Int?) {
    let minimum = decimal() ?? 0
    var maximum: Int? = minimum
    if skip(",") { maximum = decimal() }
    _ = skip("}")
    return (minimum, maximum)
  }

  /// Whether `{n}`, `{n,}` or `{n,m}` stands at `start`.
  private func isQuantifier(at start: Int) -> Bool {
    var copy = self
    copy.position = start
    guard copy.skip("{"), copy.decimal() != nil else { return false }
    if copy.skip(",") { _ = copy.decimal() }
    return copy.skip("}")
  }
}
