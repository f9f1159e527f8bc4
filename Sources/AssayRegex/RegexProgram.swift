/// A regular expression as a nondeterministic automaton (Thompson's construction).
struct RegexProgram: Sendable {
  /// The action of a state.
  enum State: Sendable {
    /// Moves on over a scalar of one of the alphabet's classes.
    case consume(set: Int, next: Int)
    case split(Int, Int)
    case assert(RegexSyntax.Assertion, next: Int)
    /// Goes on where a look-around holds, or does not.
    case look(Int, isNegative: Bool, next: Int)
    /// Begins another turn of a repetition: what the slots say is forgotten (ECMA-262 section 22.2.2.3.1, RepeatMatcher),
    /// and a turn that may be left out has to move.
    case begin(forgetting: [Int], mustMove: Bool, next: Int)
    /// Goes on where the turn has moved, so that none matches nothing.
    case moved(next: Int)
    /// Notes the place in a slot: two a group, where it begins and where it ends.
    case save(slot: Int, next: Int)
    case match
  }

  /// A look-around: an automaton of its own among the same states, that of a look-ahead for the text read backwards.
  struct LookAround: Sendable {
    var start: Int
    var isAhead: Bool
  }

  private(set) var states: [State] = []
  private(set) var sets: [ScalarSet] = []
  private(set) var start = 0
  /// Each after those inside it.
  private(set) var lookArounds: [LookAround] = []
  /// The position of each look-around of the expression in `lookArounds`, by its number; a repeated one is there once.
  private var lookAroundIndex: [Int: Int] = [:]
  /// True if any assertion depends on whether a scalar belongs to a word.
  private(set) var asksForWords = false
  private var setIndex: [ScalarSet: Int] = [:]
  private var steps = 0
  /// The slot in which the beginning of each group is noted, by its number; its end is noted in the next one. Groups without
  /// one are not noted.
  private var slots: [Int: Int]
  /// Enough for `^.{1,2000}$`; what a character of text costs at worst grows with it.
  private static let stateLimit = 5_000
  /// Counts multiply what has no states as well.
  private static let stepLimit = 50_000
  /// Each has a bit for every place of a text.
  private static let lookAroundLimit = 64

  init(_ syntax: RegexSyntax, slots: [Int: Int] = [:]) throws(ECMARegexError) {
    self.slots = slots
    states.append(.match)
    start = try emit(syntax, 0)
  }

  /// Adds the states of `syntax`, which go on to `next`; the first of them. Built back to front, so nothing is patched.
  private mutating func emit(_ syntax: RegexSyntax, _ next: Int, backwards: Bool = false) throws(ECMARegexError) -> Int
  {
    steps += 1
    guard steps <= Self.stepLimit else { throw ECMARegexError(reason: .tooLarge, position: 0) }
    switch syntax {
    case .set(let set): return try add(.consume(set: index(of: set), next: next))
    case .sequence(let parts):
      var entry = next
      for part in backwards ? parts : parts.reversed() { entry = try emit(part, entry, backwards: backwards) }
      return entry
    case .alternation(let branches):
      var entry = try emit(branches[branches.count - 1], next, backwards: backwards)
      for branch in branches.dropLast().reversed() {
        entry = try add(.split(try emit(branch, next, backwards: backwards), entry))
      }
      return entry
    case .repetition(let inner, let minimum, let maximum, let isLazy):
      return try emit(inner, minimum, maximum, isLazy: isLazy, next, backwards: backwards)
    case .group(let number, let inner):
      steps -= 1
      guard let slot = slots[number] else { return try emit(inner, next, backwards: backwards) }
      return try add(.save(slot: slot, next: try emit(inner, try add(.save(slot: slot + 1, next: next)))))
    case .assertion(let assertion):
      if assertion == .wordBoundary || assertion == .notWordBoundary { asksForWords = true }
      return try add(.assert(assertion, next: next))
    case .lookAround(let look):
      return try add(.look(try index(of: look), isNegative: look.isNegative, next: next))
    }
  }

  private mutating func index(of look: RegexSyntax.LookAround) throws(ECMARegexError) -> Int {
    if let known = lookAroundIndex[look.number] { return known }
    let outside = slots
    slots = [:]
    let start = try emit(look.inner, 0, backwards: look.isAhead)
    slots = outside
    guard lookArounds.count < Self.lookAroundLimit else { throw ECMARegexError(reason: .tooLarge, position: 0) }
    lookArounds.append(LookAround(start: start, isAhead: look.isAhead))
    lookAroundIndex[look.number] = lookArounds.count - 1
    return lookArounds.count - 1
  }

  private mutating func emit(
    _ inner: RegexSyntax,
    _ minimum: Int,
    _ maximum: Int?,
    isLazy: Bool,
    _ next: Int,
    backwards: Bool
  ) throws(ECMARegexError) -> Int {
    func split(_ turn: Int, _ next: Int) -> State { isLazy ? .split(next, turn) : .split(turn, next) }
    var entry = next
    if let maximum {
      guard maximum <= Self.stateLimit else { throw ECMARegexError(reason: .tooLarge, position: 0) }
      for _ in 0..<(maximum - minimum) {
        entry = try add(split(try turn(inner, entry, mustMove: true, backwards: backwards), next))
      }
    } else {
      let loop = try add(.split(next, next))
      let body = try turn(inner, loop, mustMove: true, backwards: backwards)
      states[loop] = split(body, next)
      entry = loop
    }
    guard minimum <= Self.stateLimit else { throw ECMARegexError(reason: .tooLarge, position: 0) }
    for _ in 0..<minimum { entry = try turn(inner, entry, mustMove: false, backwards: backwards) }
    return entry
  }

  /// Adds the states of one turn of a repetition.
  private mutating func turn(
    _ inner: RegexSyntax,
    _ next: Int,
    mustMove: Bool,
    backwards: Bool
  ) throws(ECMARegexError) -> Int {
    guard !slots.isEmpty else { return try emit(inner, next, backwards: backwards) }
    let forgotten = inner.groupNumbers.compactMap { slots[$0] }.flatMap { [$0, $0 + 1] }
    let mustMove = mustMove && inner.mayBeEmpty
    let end = mustMove ? try add(.moved(next: next)) : next
    let entry = try emit(inner, end, backwards: backwards)
    guard mustMove || !forgotten.isEmpty else { return entry }
    return try add(.begin(forgetting: forgotten, mustMove: mustMove, next: entry))
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

/// The scalars a program tells apart: those no set of it separates are one class.
struct RegexAlphabet: Sendable {
  /// The class of each ASCII character.
  private(set) var ascii: [UInt16] = []
  /// The first scalars of the classes beyond ASCII; ordered.
  private var starts: [UInt32] = []
  private var classes: [UInt16] = []
  /// For each class, the sets it belongs to.
  private(set) var memberships: [[Bool]] = []
  /// For each class, whether its scalars are of a word.
  private(set) var isWord: [Bool] = []

  var count: Int { memberships.count }

  /// The most entries of the table of which class is in which set.
  private static let membershipLimit = 1 << 22

  init(_ program: RegexProgram) throws(ECMARegexError) {
    let sets = program.sets + (program.asksForWords ? [ScalarSet.word] : [])
    var bounds: Set<UInt32> = [0]
    for set in sets {
      for range in set.ranges {
        bounds.insert(range.lowerBound)
        bounds.insert(range.upperBound + 1)
      }
    }
    var known: [[Bool]: UInt16] = [:]
    for bound in bounds.sorted() where bound <= 0x10FFFF {
      let membership = sets.map { $0.contains(bound) }
      let id = known[membership] ?? UInt16(memberships.count)
      if known.updateValue(id, forKey: membership) == nil {
        guard (memberships.count + 1) * sets.count <= Self.membershipLimit, memberships.count < UInt16.max else {
          throw ECMARegexError(reason: .tooLarge, position: 0)
        }
        memberships.append(membership)
        isWord.append(program.asksForWords && membership[membership.count - 1])
      }
      starts.append(bound)
      classes.append(id)
    }
    ascii = (0..<128).map { Self.find($0, starts, classes) }
  }

  func classOf(_ scalar: UInt32) -> Int {
    Int(scalar < 128 ? ascii[Int(scalar)] : Self.find(scalar, starts, classes))
  }

  private static func find(_ scalar: UInt32, _ starts: [UInt32], _ classes: [UInt16]) -> UInt16 {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle + 1 } else { high = middle }
    }
    return classes[low - 1]
  }
}
