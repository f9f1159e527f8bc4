/// A regular expression as a nondeterministic automaton (Thompson's construction).
struct RegexProgram: Sendable {
  /// What a state does.
  enum State: Sendable {
    /// Moves on over a scalar of one of the alphabet's classes.
    case consume(set: Int, next: Int)
    case split(Int, Int)
    case assert(RegexSyntax.Assertion, next: Int)
    case match
  }

  private(set) var states: [State] = []
  private(set) var sets: [ScalarSet] = []
  private(set) var start = 0
  /// Whether whether a scalar is a word's matters to any assertion.
  private(set) var asksForWords = false
  private var setIndex: [ScalarSet: Int] = [:]
  private var steps = 0
  /// Enough for `^.{1,2000}$`; what a character of text costs at worst grows with it.
  private static let stateLimit = 5_000
  /// Counts multiply what has no states as well.
  private static let stepLimit = 50_000

  init(_ syntax: RegexSyntax) throws(ECMARegexError) {
    states.append(.match)
    start = try emit(syntax, 0)
  }

  /// Adds the states of `syntax`, which go on to `next`; the first of them. Built back to front, so nothing is patched.
  private mutating func emit(_ syntax: RegexSyntax, _ next: Int) throws(ECMARegexError) -> Int {
    steps += 1
    guard steps <= Self.stepLimit else { throw ECMARegexError(reason: .tooLarge, position: 0) }
    switch syntax {
    case .set(let set): return try add(.consume(set: index(of: set), next: next))
    case .sequence(let parts):
      var entry = next
      for part in parts.reversed() { entry = try emit(part, entry) }
      return entry
    case .alternation(let branches):
      var entry = try emit(branches[branches.count - 1], next)
      for branch in branches.dropLast().reversed() { entry = try add(.split(try emit(branch, next), entry)) }
      return entry
    case .repetition(let inner, let minimum, let maximum):
      return try emit(inner, minimum, maximum, next)
    case .assertion(let assertion):
      if assertion == .wordBoundary || assertion == .notWordBoundary { asksForWords = true }
      return try add(.assert(assertion, next: next))
    }
  }

  private mutating func emit(_ inner: RegexSyntax, _ minimum: Int, _ maximum: Int?, _ next: Int) throws(ECMARegexError)
    -> Int
  {
    var entry = next
    if let maximum {
      guard maximum <= Self.stateLimit else { throw ECMARegexError(reason: .tooLarge, position: 0) }
      for _ in 0..<(maximum - minimum) { entry = try add(.split(try emit(inner, entry), next)) }
    } else {
      let loop = try add(.split(next, next))
      let body = try emit(inner, loop)
      states[loop] = .split(body, next)
      entry = loop
    }
    guard minimum <= Self.stateLimit else { throw ECMARegexError(reason: .tooLarge, position: 0) }
    for _ in 0..<minimum { entry = try emit(inner, entry) }
    return entry
  }

  private mutating func add(_ state: State) throws(ECMARegexError) -> Int {
    guard states.count < Self.stateLimit else { throw ECMARegexError(reason: .tooLarge, position: 0) }
    states.append(state)
    return states.count - 1
  }

  private mutating func index(of set: ScalarSet) -> Int {
    if let known = setIndex[set] { return known }
    sets.append(set)
    setIndex[set] = sets.count - 1
    return sets.count - 1
  }
}
