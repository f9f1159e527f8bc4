/// The states a program reaches without reading anything, where it stands between two scalars.
struct RegexClosure: Sendable {
  /// What stands before the place.
  enum Before: UInt8, Sendable {
    case start, word, other
  }

  /// All that assertions ask about.
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
  /// The states that wait for a scalar.
  private(set) var consuming: [Int32] = []
  /// Whether the match is among what was reached.
  private(set) var matches = false
  /// The steps taken so far.
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
