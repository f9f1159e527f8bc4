/// A regular expression as a nondeterministic automaton (Thompson's construction).
struct RegexProgram: Sendable {
  /// A state of the automaton, with its action and the states that follow.
  enum State: Sendable {
    /// Continues after a scalar that is in the set with this index.
    case consume(set: Int, next: Int)
    case split(Int, Int)
    case assert(RegexSyntax.Assertion, next: Int)
    /// Continues if the look-around with this index matches at the position; if `isNegative`, only if it does not.
    case look(Int, isNegative: Bool, next: Int)
    /// Begins another iteration of a repetition: its groups are reset (ECMA-262 section 22.2.2.3.1, RepeatMatcher), and
    /// an optional iteration must advance.
    case begin(forgetting: [Int], mustMove: Bool, next: Int)
    /// Continues only if the current iteration of a repetition has advanced, so that no iteration matches the empty
    /// text.
    case moved(next: Int)
    /// Stores the position in a slot; each group has two, for its start and its end.
    case save(slot: Int, next: Int)
    case match
  }

  /// A look-around: a separate automaton among the same states; that of a look-ahead reads the text backwards.
  struct LookAround: Sendable {
    var start: Int
    var isAhead: Bool
  }

  private(set) var states: [State] = []
  private(set) var sets: [ScalarSet] = []
  private(set) var start = 0
  /// The program's look-arounds. A look-around comes after those inside it.
  private(set) var lookArounds: [LookAround] = []
  /// The index in `lookArounds` of each look-around in the expression, by its number; a repeated one is stored once.
  private var lookAroundIndex: [Int: Int] = [:]
  /// True if any assertion depends on whether a scalar is a word character.
  private(set) var asksForWords = false
  private var setIndex: [ScalarSet: Int] = [:]
  private var steps = 0
  /// The slot for the start of each group, by its number; the next slot is for its end. Groups without a slot are not
  /// recorded.
  private var slots: [Int: Int]
  /// The most states, enough for `^.{1,2000}$`; the worst-case cost per character grows with it.
  private static let stateLimit = 5_000
  /// The most steps of compilation, because counts also multiply parts without states.
  private static let stepLimit = 50_000
  /// The most look-arounds; each has a bit for every position in a text.
  private static let lookAroundLimit = 64

  init(_ syntax: RegexSyntax, slots: [Int: Int] = [:]) throws(ECMARegexError) {
    self.slots = slots
    states.append(.match)
    start = try emit(syntax, 0)
  }

  /// Adds the states of `syntax`, which continue at `next`; returns the first of them. States are built back to front,
  /// so nothing is patched.
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

  /// Adds the states of one iteration of a repetition, which continue at `next`; returns the first of them.
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

/// The partition of all scalars into classes: two scalars are in the same class if every set of the program contains
/// both or neither.
struct RegexAlphabet: Sendable {
  /// The index of the class of each ASCII character.
  private(set) var ascii: [UInt16] = []
  /// The first scalar of each range beyond ASCII whose scalars are in the same class, in ascending order.
  private var starts: [UInt32] = []
  private var classes: [UInt16] = []
  /// For each class, a flag for each set of the program, true if the set contains the class.
  private(set) var memberships: [[Bool]] = []
  /// For each class, true if its scalars are word characters.
  private(set) var isWord: [Bool] = []

  var count: Int { memberships.count }

  /// The most entries in the table of classes and sets.
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
