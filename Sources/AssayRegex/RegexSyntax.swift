/// A regular expression's meaning. Greed and groups make no difference to whether it matches, only to what a group matches.
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

  /// An expression that must match, or must not, right after a place, or right before it.
  struct LookAround: Sendable {
    /// Its number in the expression, from 0, in the order of the closing parentheses: what is inside comes first.
    var number: Int
    var inner: RegexSyntax
    var isAhead: Bool
    var isNegative: Bool
  }
}

extension RegexSyntax {
  /// The look-aheads right after a `^` the whole expression begins with, and the expression without them.
  var lookAheadsAtStart: (looks: [LookAround], rest: RegexSyntax) {
    guard case .sequence(let parts) = self, case .assertion(.start)? = parts.first else { return ([], self) }
    var looks: [LookAround] = []
    for part in parts.dropFirst() {
      guard case .lookAround(let look) = part, look.isAhead else { break }
      looks.append(look)
    }
    return (looks, .sequence([parts[0]] + parts.dropFirst(looks.count + 1)))
  }

  /// True if it matches the empty text somewhere.
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

  /// The numbers of the groups in it that can have a value when it has matched: those in look-arounds apart.
  var groupNumbers: [Int] {
    switch self {
    case .set, .assertion, .lookAround: []
    case .sequence(let parts), .alternation(let parts): parts.flatMap(\.groupNumbers)
    case .repetition(let inner, _, _, _): inner.groupNumbers
    case .group(let number, let inner): [number] + inner.groupNumbers
    }
  }

  /// True if a group is in a look-around that has to hold, where it would have a value.
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

/// The capturing groups of an expression as it is read, and what refers to them.
struct RegexGroups {
  private var count: Int { labels.count }
  /// The name of each group, in the order of the opening parentheses; `nil` for one without.
  private(set) var labels: [String?] = []
  private var names: Set<String> = []
  /// The names no group may take where the reader stands: two of one name are fine in alternatives (ECMA-262 section 22.2.1.1).
  private var taken: Set<String> = []
  /// The open disjunctions: the names of the alternative that is read, and those of the ones before it.
  private var open: [(here: [String], before: [String])] = []
  private var numberReferences: [(number: Int, position: Int)] = []
  private var nameReferences: [(name: String, position: Int)] = []

  /// Adds a group without a name; its number.
  mutating func add() -> Int {
    labels.append(nil)
    return labels.count
  }

  /// Adds a group with a name; its number, or `nil` where the name is taken.
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
