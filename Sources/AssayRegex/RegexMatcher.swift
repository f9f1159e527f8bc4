/// Searches text for a regular expression, byte by byte, by tables made beforehand where they are small enough.
package final class RegexMatcher: Sendable {
  let program: RegexProgram
  let alphabet: RegexAlphabet
  /// All transitions, where there are few enough to know them beforehand.
  private let table: [Int32]?
  private let width: Int

  private static let tableLimit = 400
  private static let cacheLimit = 2_000

  init(_ program: RegexProgram) throws(ECMARegexError) {
    self.program = program
    alphabet = try RegexAlphabet(program)
    var automaton = RegexAutomaton(program, alphabet: alphabet, stateLimit: Self.tableLimit)
    table = automaton.complete() ? automaton.finished : nil
    width = automaton.width
  }

  /// Whether the expression matches anywhere in well-formed UTF-8.
  package func contains(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let table else { return searchLazily(bytes) }
    return table.withUnsafeBufferPointer { table in
      alphabet.ascii.withUnsafeBufferPointer { search(bytes, table, $0) }
    }
  }

  private func search(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ table: UnsafeBufferPointer<Int32>,
    _ ascii: UnsafeBufferPointer<UInt16>
  ) -> Bool {
    var state: Int32 = 1
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      let column: Int
      if byte < 0x80 {
        column = Int(ascii[Int(byte)])
        position &+= 1
      } else {
        column = alphabet.classOf(Self.scalar(in: bytes, &position))
      }
      state = table[Int(state) &* width &+ column]
      if state <= 0 { return state == RegexAutomaton.matched }
    }
    return table[Int(state) * width + width - 1] == RegexAutomaton.matched
  }

  private func searchLazily(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var automaton = RegexAutomaton(program, alphabet: alphabet, stateLimit: Self.cacheLimit)
    var state = automaton.start
    var position = 0
    while position < bytes.count {
      if automaton.isCrowded {
        return simulate(from: automaton.places(of: state), isAnchored: automaton.isAnchored, bytes, position)
      }
      state = automaton.next(state, alphabet.classOf(Self.scalar(in: bytes, &position)))
      if state <= 0 { return state == RegexAutomaton.matched }
    }
    return automaton.next(state, width - 1) == RegexAutomaton.matched
  }

  /// The scalar at `position`, which moves behind it.
  static func scalar(in bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> UInt32 {
    let lead = bytes[position]
    let length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard length > 1, position + length <= bytes.count else {
      position += 1
      return UInt32(lead)
    }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(bytes[position + offset] & 0x3F) }
    position += length
    return value
  }
}

extension RegexMatcher {
  /// Follows all places at once: only the program's size bounds what a character costs, and nothing is remembered.
  ///
  /// For texts that hardly ever come to the same places twice.
  func simulate(
    from places: RegexPlaces,
    isAnchored: Bool,
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ start: Int
  ) -> Bool {
    var round = RegexRound(program, places)
    defer { round.deallocate() }
    return program.states.withUnsafeBufferPointer { states in
      var position = start
      while position < bytes.count {
        let column = alphabet.classOf(Self.scalar(in: bytes, &position))
        let isWord = alphabet.isWord[column]
        let matches = alphabet.memberships[column].withUnsafeBufferPointer { sets in
          round.run(states, sets, nextIsWord: isWord, isAtEnd: false)
        }
        if matches { return true }
        if !isAnchored { round.reach(Int32(program.start)) }
        if round.isEmpty { return false }
        round.before = program.asksForWords && isWord ? .word : .other
      }
      return round.run(states, UnsafeBufferPointer(start: nil, count: 0), nextIsWord: false, isAtEnd: true)
    }
  }
}

/// The states of a program before and after one character, in memory that is used again for every character.
private struct RegexRound {
  private let memory: UnsafeMutablePointer<Int32>
  /// The states still to look at; each may be added as a place, and by the two branches that lead to it.
  private let pending: UnsafeMutablePointer<Int32>
  private let reached: UnsafeMutablePointer<Int32>
  private var reachedCount = 0
  /// For each state, the last round it was looked at, and the last it was reached in.
  private let seenIn: UnsafeMutablePointer<Int32>
  private let reachedIn: UnsafeMutablePointer<Int32>
  private var number: Int32 = 1
  var before: RegexClosure.Before

  init(_ program: RegexProgram, _ places: RegexPlaces) {
    let count = program.states.count
    memory = .allocate(capacity: count * 6)
    memory.initialize(repeating: 0, count: count * 6)
    pending = memory
    reached = memory + count * 3
    seenIn = memory + count * 4
    reachedIn = memory + count * 5
    before = places.before
    for state in places.states { reach(state) }
  }

  func deallocate() { memory.deallocate() }

  var isEmpty: Bool { reachedCount == 0 }

  mutating func reach(_ state: Int32) {
    guard reachedIn[Int(state)] != number else { return }
    reachedIn[Int(state)] = number
    reached[reachedCount] = state
    reachedCount += 1
  }

  /// Goes over a character of the class that is in `sets`, or looks at the text's end; whether the program matches before it.
  mutating func run(
    _ states: UnsafeBufferPointer<RegexProgram.State>,
    _ sets: UnsafeBufferPointer<Bool>,
    nextIsWord: Bool,
    isAtEnd: Bool
  ) -> Bool {
    let surroundings = RegexClosure.Surroundings(before: before, nextIsWord: nextIsWord, isAtEnd: isAtEnd)
    var count = reachedCount
    pending.update(from: reached, count: count)
    reachedCount = 0
    number &+= 1
    while count > 0 {
      count -= 1
      let state = Int(pending[count])
      guard seenIn[state] != number else { continue }
      seenIn[state] = number
      switch states[state] {
      case .match: return true
      case .consume(let set, let next): if !isAtEnd, sets[set] { reach(Int32(truncatingIfNeeded: next)) }
      case .split(let first, let second):
        pending[count] = Int32(truncatingIfNeeded: first)
        pending[count + 1] = Int32(truncatingIfNeeded: second)
        count += 2
      case .assert(let assertion, let next):
        guard surroundings.satisfy(assertion) else { continue }
        pending[count] = Int32(truncatingIfNeeded: next)
        count += 1
      }
    }
    return false
  }
}
