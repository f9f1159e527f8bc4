/// A program made deterministic, a state at a time, when a text first leads there.
struct RegexAutomaton: Sendable {
  /// What stands before the place the text was read up to.
  private enum Before: UInt8, Sendable {
    case start, word, other
  }

  private struct Key: Hashable, Sendable {
    var states: [Int32]
    var before: Before
  }

  static let matched: Int32 = -1
  private static let unknown: Int32 = -2
  static let dead: Int32 = 0

  private let program: RegexProgram
  let alphabet: RegexAlphabet
  /// Whether every match starts at the text's start.
  private let isAnchored: Bool
  private var keys: [Key] = []
  private var known: [Key: Int32] = [:]
  /// One row a state, one column a class, and one more for the text's end.
  private var table: [Int32] = []
  let width: Int
  let start: Int32
  private let stateLimit: Int

  init(_ program: RegexProgram, alphabet: RegexAlphabet, stateLimit: Int) {
    self.program = program
    self.alphabet = alphabet
    self.stateLimit = stateLimit
    width = alphabet.count + 1
    start = 1
    let first = Int32(program.start)
    isAnchored = [Before.word, .other].allSatisfy { before in
      [true, false].allSatisfy { next in
        let (states, matches) = Self.closure([first], before, nextIsWord: next, isAtEnd: false, program)
        return states.isEmpty && !matches && !Self.closure([first], before, nextIsWord: false, isAtEnd: true, program).1
      }
    }
    _ = add(Key(states: [], before: .other))
    _ = add(Key(states: [first], before: .start))
    for column in 0..<width { table[column] = Self.dead }
  }

  /// Every state and what follows it, or `false` where there are too many.
  mutating func complete() -> Bool {
    var state = 1
    while state < keys.count {
      for column in 0..<width where !keys.isEmpty {
        _ = next(Int32(state), column)
        if keys.count >= stateLimit { return false }
      }
      state += 1
    }
    return true
  }

  /// The whole table, once it is complete.
  var finished: [Int32] { table }

  /// Where `state` goes over a class; the last column is the text's end.
  mutating func next(_ state: Int32, _ column: Int) -> Int32 {
    let cell = Int(state) * width + column
    if table[cell] != Self.unknown { return table[cell] }
    let key = keys[Int(state)]
    let target = follow(key, column)
    table[cell] = target
    return target
  }

  /// Forgets all states where there are too many; the state to go on from, as known afterwards.
  mutating func trim(_ state: Int32) -> Int32 {
    guard keys.count >= stateLimit else { return state }
    let current = keys[Int(state)]
    let first = keys[Int(start)]
    (keys, known, table) = ([], [:], [])
    _ = add(Key(states: [], before: .other))
    _ = add(first)
    for column in 0..<width { table[column] = Self.dead }
    return known[current] ?? add(current)
  }

  private mutating func follow(_ key: Key, _ column: Int) -> Int32 {
    let isAtEnd = column == width - 1
    let nextIsWord = !isAtEnd && alphabet.isWord[column]
    let (states, matches) = Self.closure(key.states, key.before, nextIsWord: nextIsWord, isAtEnd: isAtEnd, program)
    if matches { return Self.matched }
    if isAtEnd { return Self.dead }
    var targets: Set<Int32> = isAnchored ? [] : [Int32(program.start)]
    for state in states {
      if case .consume(let set, let next) = program.states[Int(state)], alphabet.memberships[column][set] {
        targets.insert(Int32(next))
      }
    }
    let before: Before = nextIsWord ? .word : .other
    let target = Key(states: targets.sorted(), before: targets.isEmpty ? .other : before)
    return known[target] ?? add(target)
  }

  private mutating func add(_ key: Key) -> Int32 {
    let id = Int32(keys.count)
    keys.append(key)
    known[key] = id
    table += Array(repeating: Self.unknown, count: width)
    return id
  }

  /// The consuming states reachable without reading anything, and whether a match is.
  private static func closure(
    _ roots: [Int32],
    _ before: Before,
    nextIsWord: Bool,
    isAtEnd: Bool,
    _ program: RegexProgram
  ) -> ([Int32], Bool) {
    var seen: Set<Int32> = []
    var pending = roots
    var found: [Int32] = []
    while let state = pending.popLast() {
      guard seen.insert(state).inserted else { continue }
      switch program.states[Int(state)] {
      case .match: return ([], true)
      case .consume: found.append(state)
      case .split(let first, let second):
        pending.append(Int32(first))
        pending.append(Int32(second))
      case .assert(let assertion, let next):
        let holds =
          switch assertion {
          case .start: before == .start
          case .end: isAtEnd
          case .wordBoundary: (before == .word) != nextIsWord
          case .notWordBoundary: (before == .word) == nextIsWord
          }
        if holds { pending.append(Int32(next)) }
      }
    }
    return (found, false)
  }
}
