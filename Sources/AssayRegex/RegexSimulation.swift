extension RegexMatcher {
  /// Returns true if the program matches in `bytes` from `start` on. Follows all states at once and remembers none, so
  /// that the cost per character is limited by the program's size.
  ///
  /// This suits texts that rarely reach the same set of states twice.
  func simulate(
    from places: RegexPlaces,
    isAnchored: Bool,
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ start: Int
  ) -> Bool {
    var round = RegexRound(program)
    defer { round.deallocate() }
    for state in places.states { round.reach(state) }
    var before = places.before
    let nothing = RegexOracles()
    return program.states.withUnsafeBufferPointer { states in
      var position = start
      while position < bytes.count {
        let column = alphabet.classOf(Self.scalar(in: bytes, &position))
        let isWord = alphabet.isWord[column]
        let surroundings = RegexClosure.Surroundings(before: before, nextIsWord: isWord, isAtEnd: false)
        let matches = alphabet.memberships[column].withUnsafeBufferPointer { sets in
          round.run(states, sets, surroundings, nothing, at: 0)
        }
        if matches { return true }
        if !isAnchored { round.reach(Int32(program.start)) }
        if round.isEmpty { return false }
        before = program.asksForWords && isWord ? .word : .other
      }
      let surroundings = RegexClosure.Surroundings(before: before, nextIsWord: false, isAtEnd: true)
      return round.run(states, UnsafeBufferPointer(start: nil, count: 0), surroundings, nothing, at: 0)
    }
  }
}

/// The states of a program before and after one character, in memory that is used again for every character.
struct RegexRound {
  private let memory: UnsafeMutablePointer<Int32>
  /// The stack of states that are still to be visited. A state can be added as a start state, and by the two branches
  /// that lead to it.
  private let pending: UnsafeMutablePointer<Int32>
  private let reached: UnsafeMutablePointer<Int32>
  private var reachedCount = 0
  /// The number of the last round in which each state was visited and, in `reachedIn`, in which it was reached.
  private let seenIn: UnsafeMutablePointer<Int32>
  private let reachedIn: UnsafeMutablePointer<Int32>
  private var number: Int32 = 1

  init(_ program: RegexProgram) {
    let count = program.states.count
    memory = .allocate(capacity: count * 6)
    memory.initialize(repeating: 0, count: count * 6)
    pending = memory
    reached = memory + count * 3
    seenIn = memory + count * 4
    reachedIn = memory + count * 5
  }

  func deallocate() { memory.deallocate() }

  var isEmpty: Bool { reachedCount == 0 }

  mutating func reach(_ state: Int32) {
    guard reachedIn[Int(state)] != number else { return }
    reachedIn[Int(state)] = number
    reached[reachedCount] = state
    reachedCount += 1
  }

  /// Advances all states over one character. `sets` tells which sets contain the character; if it is empty, the text
  /// has ended. Returns true if the program matches before the character; with `stopsAtMatch`, the round ends then.
  mutating func run(
    _ states: UnsafeBufferPointer<RegexProgram.State>,
    _ sets: UnsafeBufferPointer<Bool>,
    _ surroundings: RegexClosure.Surroundings,
    _ oracles: borrowing RegexOracles,
    at place: Int,
    stopsAtMatch: Bool = true
  ) -> Bool {
    var matches = false
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
      case .match:
        if stopsAtMatch { return true }
        matches = true
      case .consume(let set, let next): if !sets.isEmpty, sets[set] { reach(Int32(truncatingIfNeeded: next)) }
      case .split(let first, let second):
        pending[count] = Int32(truncatingIfNeeded: first)
        pending[count + 1] = Int32(truncatingIfNeeded: second)
        count += 2
      case .assert(let assertion, let next):
        guard surroundings.satisfy(assertion) else { continue }
        pending[count] = Int32(truncatingIfNeeded: next)
        count += 1
      case .look(let index, let isNegative, let next):
        guard oracles[index, place] != isNegative else { continue }
        pending[count] = Int32(truncatingIfNeeded: next)
        count += 1
      case .begin(_, _, let next), .moved(let next), .save(_, let next):
        pending[count] = Int32(truncatingIfNeeded: next)
        count += 1
      }
    }
    return matches
  }
}
