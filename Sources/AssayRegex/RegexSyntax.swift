/// The meaning of a regular expression. Greediness and groups do not affect whether it matches, only what a group
/// matches.
indirect enum RegexSyntax: Sendable {
  case set(ScalarSet)
  case sequence([RegexSyntax])
  case alternation([RegexSyntax])
  case repetition(RegexSyntax, minimum: Int, maximum: Int?, isLazy: Bool)
  /// A capturing group, by its number, from 1 in the order of the opening parentheses.
  case group(Int, RegexSyntax)
  case assertion(Assertion)
  case lookAround(LookAround)

  enum Assertion: Sendable {
    case start, end, wordBoundary, notWordBoundary
  }

  /// An expression that must match, or must not, directly after a position, or directly before it.
  struct LookAround: Sendable {
    /// The number in the expression, from 0, in the order of the closing parentheses, so that inner ones come first.
    var number: Int
    var inner: RegexSyntax
    var isAhead: Bool
    var isNegative: Bool
  }
}

extension RegexSyntax {
  /// The look-aheads directly after a `^` at the beginning of the whole expression, and the expression without them.
  var lookAheadsAtStart: (looks: [LookAround], rest: RegexSyntax) {
    guard case .sequence(let parts) = self, case .assertion(.start)? = parts.first else { return ([], self) }
    var looks: [LookAround] = []
    for part in parts.dropFirst() {
      guard case .lookAround(let look) = part, look.isAhead else { break }
      looks.append(look)
    }
    return (looks, .sequence([parts[0]] + parts.dropFirst(looks.count + 1)))
  }

  /// True if the expression can match the empty text.
  var mayBeEmpty: Bool {
    switch self {
    case .set: false
    case .assertion, .lookAround: true
    case .sequence(let parts): parts.allSatisfy(\.mayBeEmpty)
    case .alternation(let branches): branches.contains(where: \.mayBeEmpty)
    case .repetition(let inner, let minimum, _, _): minimum == 0 || inner.mayBeEmpty
    case .group(_, let inner): inner.mayBeEmpty
    }
  }

  /// True if the expression asks for what is around a position.
  var hasConditions: Bool {
    switch self {
    case .set: false
    case .assertion, .lookAround: true
    case .sequence(let parts), .alternation(let parts): parts.contains(where: \.hasConditions)
    case .repetition(let inner, _, _, _), .group(_, let inner): inner.hasConditions
    }
  }

  /// The numbers of the groups in the expression that can have a value after a match, except those in look-arounds.
  var groupNumbers: [Int] {
    switch self {
    case .set, .assertion, .lookAround: []
    case .sequence(let parts), .alternation(let parts): parts.flatMap(\.groupNumbers)
    case .repetition(let inner, _, _, _): inner.groupNumbers
    case .group(let number, let inner): [number] + inner.groupNumbers
    }
  }

  /// True if a group is in a look-around that must hold, where the group would have a value.
  var hasGroupInLookAround: Bool {
    switch self {
    case .set, .assertion: false
    case .sequence(let parts), .alternation(let parts): parts.contains(where: \.hasGroupInLookAround)
    case .repetition(let inner, _, _, _), .group(_, let inner): inner.hasGroupInLookAround
    case .lookAround(let look):
      !look.isNegative && (!look.inner.groupNumbers.isEmpty || look.inner.hasGroupInLookAround)
    }
  }
}

/// The capturing groups of an expression during parsing, and the references to them.
struct RegexGroups {
  private var count: Int { labels.count }
  /// The name of each group, in the order of the opening parentheses; `nil` for one without.
  private(set) var labels: [String?] = []
  private var names: Set<String> = []
  /// The names that are already used at the current position, so that a group there may not have them. Different
  /// alternatives may use the same name (ECMA-262 section 22.2.1.1).
  private var taken: Set<String> = []
  /// The enclosing disjunctions: for each, the group names in the current alternative, and those in the earlier
  /// alternatives.
  private var open: [(here: [String], before: [String])] = []
  private var numberReferences: [(number: Int, position: Int)] = []
  private var nameReferences: [(name: String, position: Int)] = []

  /// Adds a group without a name; returns its number.
  mutating func add() -> Int {
    labels.append(nil)
    return labels.count
  }

  /// Adds a group with a name; returns its number, or `nil` if the name is not allowed again.
  mutating func add(named name: String) -> Int? {
    labels.append(name)
    names.insert(name)
    guard taken.insert(name).inserted else { return nil }
    if !open.isEmpty { open[open.count - 1].here.append(name) }
    return labels.count
  }

  mutating func refer(to number: Int, at position: Int) { numberReferences.append((number, position)) }
  mutating func refer(to name: String, at position: Int) { nameReferences.append((name, position)) }

  mutating func enterDisjunction() { open.append(([], [])) }

  mutating func nextAlternative() {
    guard !open.isEmpty else { return }
    let last = open.count - 1
    taken.subtract(open[last].here)
    open[last].before += open[last].here
    open[last].here = []
  }

  mutating func leaveDisjunction() {
    guard let (here, before) = open.popLast() else { return }
    taken.formUnion(before)
    if !open.isEmpty { open[open.count - 1].here += before + here }
  }

  /// The position of the first reference to a group that the expression does not contain, not even further on.
  var firstDanglingReference: Int? {
    let numbers = numberReferences.lazy.filter { $0.number > count }.map(\.position)
    let names = nameReferences.lazy.filter { !self.names.contains($0.name) }.map(\.position)
    return [numbers.first, names.first].compactMap { $0 }.min()
  }
}
