/// A regular expression's meaning, as far as whether it matches is concerned: greed and captures make no difference to that.
indirect enum RegexSyntax: Sendable {
  case set(ScalarSet)
  case sequence([RegexSyntax])
  case alternation([RegexSyntax])
  case repetition(RegexSyntax, minimum: Int, maximum: Int?)
  case assertion(Assertion)
  case lookAround(LookAround)

  enum Assertion: Sendable {
    case start, end, wordBoundary, notWordBoundary
  }

  /// What has to match, or must not, right behind a place, or right before it.
  struct LookAround: Sendable {
    /// Its number in the expression, from 0, in the order of the closing parentheses: what is inside comes first.
    var number: Int
    var inner: RegexSyntax
    var isAhead: Bool
    var isNegative: Bool
  }
}

extension RegexSyntax {
  /// The look-aheads right behind a `^` the whole expression begins with, and the expression without them.
  var lookAheadsAtStart: (looks: [LookAround], rest: RegexSyntax) {
    guard case .sequence(let parts) = self, case .assertion(.start)? = parts.first else { return ([], self) }
    var looks: [LookAround] = []
    for part in parts.dropFirst() {
      guard case .lookAround(let look) = part, look.isAhead else { break }
      looks.append(look)
    }
    return (looks, .sequence([parts[0]] + parts.dropFirst(looks.count + 1)))
  }
}

/// The capturing groups of an expression as it is read, and what refers to them.
struct RegexGroups {
  private var count = 0
  private var names: Set<String> = []
  /// The names no group may take where the reader stands: two of one name are fine in alternatives (ECMA-262 section 22.2.1.1).
  private var taken: Set<String> = []
  /// The open disjunctions: the names of the alternative that is read, and those of the ones before it.
  private var open: [(here: [String], before: [String])] = []
  private var numberReferences: [(number: Int, position: Int)] = []
  private var nameReferences: [(name: String, position: Int)] = []

  mutating func add() { count += 1 }

  /// Adds a group with a name; `false` where the name is taken.
  mutating func add(named name: String) -> Bool {
    count += 1
    names.insert(name)
    guard taken.insert(name).inserted else { return false }
    if !open.isEmpty { open[open.count - 1].here.append(name) }
    return true
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

  /// Where the first reference to a group stands that the expression does not have, be it further on.
  var firstDanglingReference: Int? {
    let numbers = numberReferences.lazy.filter { $0.number > count }.map(\.position)
    let names = nameReferences.lazy.filter { !self.names.contains($0.name) }.map(\.position)
    return [numbers.first, names.first].compactMap { $0 }.min()
  }
}
