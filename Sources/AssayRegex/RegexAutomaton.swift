/// The set of states in which a program may be between two scalars, with the kind of scalar before that position.
struct RegexPlaces: Hashable, Sendable {
  var states: [Int32]
  var before: RegexClosure.Before
}

/// A deterministic automaton for a program. Its states are computed only when a text reaches them, and are then
/// remembered.
struct RegexAutomaton: Sendable {
  static let matched: Int32 = -1
  private static let unknown: Int32 = -2
  static let dead: Int32 = 0

  private let program: RegexProgram
  let alphabet: RegexAlphabet
  /// True if every match starts at the text's start.
  let isAnchored: Bool
  private var keys: [RegexPlaces] = []
  private var known: [RegexPlaces: Int32] = [:]
  /// The transitions: a row for each state, a column for each class, and another for the end of the text.
  private var table: [Int32] = []
  let width: Int
  let start: Int32
  private let stateLimit: Int
  /// The size of the remembered states, in units of four bytes, limited by `weightLimit`.
  private var weight = 0
  private static let weightLimit = 500_000
  private var closure: RegexClosure
  private var targets: RegexStateSet

  init(_ program: RegexProgram, alphabet: RegexAlphabet, stateLimit: Int) {
    self.program = program
    self.alphabet = alphabet
    self.stateLimit = stateLimit
    width = alphabet.count + 1
    start = 1
    targets = RegexStateSet(capacity: program.states.count)
    var closure = RegexClosure(program)
    let first = Int32(program.start)
    isAnchored = !RegexClosure.Surroundings.all.contains { surroundings in
      guard surroundings.before != .start else { return false }
      closure.compute([first], surroundings)
      return closure.matches || !closure.consuming.isEmpty
    }
    self.closure = closure
    _ = add(RegexPlaces(states: [], before: .other))
    _ = add(RegexPlaces(states: [first], before: .start))
    for column in 0..<width { table[column] = Self.dead }
  }

  /// Finds every state and its transitions; returns false if there are too many.
  mutating func complete() -> Bool {
    var state = 1
    while state < keys.count {
      for column in 0..<width {
        _ = next(Int32(state), column)
        if isCrowded || closure.work > Self.workLimit { return false }
      }
      state += 1
    }
    return true
  }

  /// The most steps through the program spent on building a table beforehand.
  private static let workLimit = 100_000

  /// The complete transition table, after `complete()` has returned true.
  var finished: [Int32] { table }

  /// Returns the state that `state` leads to over a class; the last column is the text's end.
  mutating func next(_ state: Int32, _ column: Int) -> Int32 {
    let cell = Int(state) * width + column
    if table[cell] != Self.unknown { return table[cell] }
    let target = follow(state, column)
    table[cell] = target
    return target
  }

  /// True if so many states are remembered that further ones are more likely to cost time than to save it.
  var isCrowded: Bool { keys.count >= stateLimit || weight >= Self.weightLimit }

  /// True if the remembered states take so much memory that they are not kept after a search.
  var isLarge: Bool { isCrowded || weight >= Self.weightLimit / 10 }

  /// Returns the set of the program's states for the automaton's `state`, to continue the search without remembering
  /// more states.
  func places(of state: Int32) -> RegexPlaces { keys[Int(state)] }

  private mutating func follow(_ state: Int32, _ column: Int) -> Int32 {
    let key = keys[Int(state)]
    let isAtEnd = column == width - 1
    let nextIsWord = !isAtEnd && alphabet.isWord[column]
    closure.compute(
      key.states,
      RegexClosure.Surroundings(before: key.before, nextIsWord: nextIsWord, isAtEnd: isAtEnd)
    )
    if closure.matches { return Self.matched }
    if isAtEnd { return Self.dead }
    targets.removeAll()
    if !isAnchored { targets.insert(Int32(program.start)) }
    for state in closure.consuming {
      if case .consume(let set, let next) = program.states[Int(state)], alphabet.memberships[column][set] {
        targets.insert(Int32(next))
      }
    }
    if targets.members.isEmpty { return Self.dead }
    let before: RegexClosure.Before = program.asksForWords && nextIsWord ? .word : .other
    let target = RegexPlaces(states: targets.members.sorted(), before: before)
    return known[target] ?? add(target)
  }

  private mutating func add(_ key: RegexPlaces) -> Int32 {
    let id = Int32(keys.count)
    keys.append(key)
    known[key] = id
    weight += key.states.count + width
    table += Array(repeating: Self.unknown, count: width)
    return id
  }
}

/// The states that a program reaches at a position without reading a scalar.
struct RegexClosure: Sendable {
  /// The kind of scalar before a position: the start of the text, a word character, or any other scalar.
  enum Before: UInt8, Sendable {
    case start, word, other
  }

  /// The facts about a position on which assertions such as `^` and `\b` depend.
  struct Surroundings: Sendable {
    var before: Before
    var nextIsWord: Bool
    var isAtEnd: Bool

    static let all = [Before.start, .word, .other].flatMap { before in
      [(false, false), (true, false), (false, true)].map {
        Surroundings(before: before, nextIsWord: $0.0, isAtEnd: $0.1)
      }
    }
  }

  private let program: RegexProgram
  private var seen: RegexStateSet
  private var pending: [Int32] = []
  /// The reached states that continue by reading a scalar.
  private(set) var consuming: [Int32] = []
  /// True if the program has matched at this position.
  private(set) var matches = false
  /// The number of steps through the program so far, to limit the work.
  private(set) var work = 0

  init(_ program: RegexProgram) {
    self.program = program
    seen = RegexStateSet(capacity: program.states.count)
  }

  mutating func compute(_ roots: [Int32], _ surroundings: Surroundings) {
    seen.removeAll()
    consuming.removeAll(keepingCapacity: true)
    pending.removeAll(keepingCapacity: true)
    pending += roots
    matches = false
    while let state = pending.popLast() {
      guard seen.insert(state) else { continue }
      work += 1
      switch program.states[Int(state)] {
      case .match:
        matches = true
        return
      case .consume: consuming.append(state)
      case .split(let first, let second):
        pending.append(Int32(first))
        pending.append(Int32(second))
      case .assert(let assertion, let next):
        if surroundings.satisfy(assertion) { pending.append(Int32(next)) }
      case .look(_, _, let next):
        // Whether it holds hangs on the rest of the text: a program that looks around is never made deterministic, and
        // this says only what it may reach.
        pending.append(Int32(next))
      case .begin(_, _, let next), .moved(let next), .save(_, let next): pending.append(Int32(next))
      }
    }
  }
}

extension RegexClosure.Surroundings {
  func satisfy(_ assertion: RegexSyntax.Assertion) -> Bool {
    switch assertion {
    case .start: before == .start
    case .end: isAtEnd
    case .wordBoundary: (before == .word) != nextIsWord
    case .notWordBoundary: (before == .word) == nextIsWord
    }
  }
}

/// A set of a program's states that is emptied at no cost.
struct RegexStateSet: Sendable {
  /// The members in the order they were added.
  private(set) var members: [Int32] = []
  /// The number of the round in which each state was last added; only states of the current round are members.
  private var rounds: [UInt32]
  private var round: UInt32 = 1

  init(capacity: Int) { rounds = Array(repeating: 0, count: capacity) }

  mutating func removeAll() {
    members.removeAll(keepingCapacity: true)
    round &+= 1
    if round == 0 {
      rounds = Array(repeating: 0, count: rounds.count)
      round = 1
    }
  }

  /// Adds a state; returns false if it was already present.
  @discardableResult
  mutating func insert(_ state: Int32) -> Bool {
    guard rounds[Int(state)] != round else { return false }
    rounds[Int(state)] = round
    members.append(state)
    return true
  }
}
