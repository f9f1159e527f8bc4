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
