/// A parser of ECMA-262 patterns (section 22.2.1, Unicode mode), which makes syntax trees.
struct RegexParser {
  let scalars: [Unicode.Scalar]
  /// True if punctuation may be escaped and lone brackets may appear, as is common practice.
  let isLenient: Bool
  var position = 0
  private var depth = 0
  private var groups = RegexGroups()
  private var lookArounds = 0
  /// The error for the first construct that is valid but cannot be matched in linear time; `nil` if none was found yet.
  private var refusal: ECMARegexError?
  private static let depthLimit = 200

  private init(_ pattern: String, isLenient: Bool) {
    scalars = Array(pattern.unicodeScalars)
    self.isLenient = isLenient
  }

  /// Parses an expression for matching; also throws for well-formed expressions that cannot be matched in linear time.
  static func parse(_ pattern: String) throws(ECMARegexError) -> RegexSyntax { try parseWithGroups(pattern).syntax }

  /// Parses an expression like `parse`, and returns the name of each group, `nil` for one without.
  static func parseWithGroups(
    _ pattern: String
  ) throws(ECMARegexError) -> (syntax: RegexSyntax, groups: [String?]) {
    var parser = RegexParser(pattern, isLenient: true)
    let syntax = try parser.pattern()
    if let refusal = parser.refusal { throw refusal }
    return (syntax, parser.groups.labels)
  }

  /// Throws if `pattern` is not a valid expression by the strict grammar, even if it could be matched leniently.
  static func check(_ pattern: String) throws(ECMARegexError) {
    var parser = RegexParser(pattern, isLenient: false)
    _ = try parser.pattern()
  }

  /// Notes that the matcher cannot handle the construct at `position`; an error of syntax later in the pattern still has priority.
  mutating func refuse(_ reason: ECMARegexError.Reason, at position: Int) {
    if refusal.map({ position < $0.position }) ?? true { refusal = error(reason, at: position) }
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
    let wanted = text.unicodeScalars
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

  private mutating func pattern() throws(ECMARegexError) -> RegexSyntax {
    let syntax = try disjunction()
    if position < scalars.count { throw error(.unmatchedParenthesis) }
    if let start = groups.firstDanglingReference { throw error(.noSuchGroup, at: start) }
    return syntax
  }

  private mutating func disjunction() throws(ECMARegexError) -> RegexSyntax {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.depthLimit else { throw error(.tooDeep) }
    groups.enterDisjunction()
    var branches = [try alternative()]
    while skip("|") {
      groups.nextAlternative()
      branches.append(try alternative())
    }
    groups.leaveDisjunction()
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
    var looking: (isAhead: Bool, isNegative: Bool)?
    var number: Int?
    if skip("?") {
      if skip(":") {
      } else if skip("=") {
        looking = (isAhead: true, isNegative: false)
      } else if skip("!") {
        looking = (isAhead: true, isNegative: true)
      } else if skip("<=") {
        looking = (isAhead: false, isNegative: false)
      } else if skip("<!") {
        looking = (isAhead: false, isNegative: true)
      } else if skip("<") {
        number = groups.add(named: try groupName())
        if number == nil { throw error(.duplicateGroupName, at: start) }
      } else {
        try modifiers()
        refuse(.modifiers, at: start)
      }
    } else {
      number = groups.add()
    }
    let inner = try disjunction()
    guard skip(")") else { throw error(.unmatchedParenthesis, at: start) }
    guard let looking else { return try quantified(number.map { .group($0, inner) } ?? inner) }
    defer { lookArounds += 1 }
    return .lookAround(
      .init(number: lookArounds, inner: inner, isAhead: looking.isAhead, isNegative: looking.isNegative)
    )
  }

  /// Parses `(?ims-ims:` (section 22.2.1, RegularExpressionModifiers); no flag may be repeated.
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

  /// Parses the name after `(?<` or `\k<`, with escapes resolved, and the closing `>`.
  private mutating func groupName() throws(ECMARegexError) -> String {
    let start = position
    var name = ""
    while let scalar = peek, scalar != ">" {
      let place = position
      position += 1
      let part =
        scalar == "\\" ? skip("u") ? try unicodeEscape(place).single.flatMap(Unicode.Scalar.init) : nil : scalar
      guard let part, part.canName(first: name.isEmpty) else { throw error(.invalidGroup, at: place) }
      name.unicodeScalars.append(part)
    }
    guard skip(">"), !name.isEmpty else { throw error(.invalidGroup, at: start) }
    return name
  }

  /// Parses an escape outside of a character class, after its backslash (ECMA-262 section 22.2.1, AtomEscape).
  private mutating func atomEscape(_ start: Int) throws(ECMARegexError) -> RegexSyntax {
    if let scalar = peek, scalar.value >= 0x31, scalar.value <= 0x39 {
      groups.refer(to: decimal() ?? 0, at: start)
    } else if skip("k") {
      guard skip("<") else { throw error(.invalidEscape, at: start) }
      groups.refer(to: try groupName(), at: start)
    } else {
      return .set(try classEscape(start))
    }
    refuse(.backReference, at: start)
    return .sequence([])
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
    let isLazy = skip("?")
    if let maximum = bounds.1, maximum < bounds.0 { throw error(.invalidQuantifier, at: start) }
    return .repetition(atom, minimum: bounds.0, maximum: bounds.1, isLazy: isLazy)
  }

  /// Parses the numbers between braces that were already checked; the cursor is after the closing brace afterwards.
  private mutating func braces() -> (Int, Int?) {
    let minimum = decimal() ?? 0
    var maximum: Int? = minimum
    if skip(",") { maximum = decimal() }
    _ = skip("}")
    return (minimum, maximum)
  }

  /// Returns true if there is a `{n}`, `{n,}` or `{n,m}` at `start`.
  private func isQuantifier(at start: Int) -> Bool {
    var copy = self
    copy.position = start
    guard copy.skip("{"), copy.decimal() != nil else { return false }
    if copy.skip(",") { _ = copy.decimal() }
    return copy.skip("}")
  }
}

extension Unicode.Scalar {
  /// Returns true if the scalar is allowed in a group's name (RegExpIdentifierName).
  fileprivate func canName(first isFirst: Bool) -> Bool {
    self == "$" || self == "_" || properties.isIDStart
      || (!isFirst && (properties.isIDContinue || self == "\u{200C}" || self == "\u{200D}"))
  }
}
