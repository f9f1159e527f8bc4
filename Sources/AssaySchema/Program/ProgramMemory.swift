/// The memory of one validation of a document: expensive results, postponed questions, and the number of steps taken.
///
/// Many paths may lead to the same schema and value, exponentially many if references double; the result is then
/// remembered. A value nested deeper than a thread's stack allows is postponed, treated as valid for the moment, and
/// tested again with an empty stack.
///
/// Such an assumption can only make results true that depend on it (see `ProgramRunner.depends(on:)`). So a negative
/// result is always final, and a positive one is final if nothing was assumed meanwhile.
struct ProgramMemory {
  /// The steps taken: evaluations of schemas that many paths lead to, and of alternatives.
  private(set) var steps = 0
  private let stepLimit: Int
  /// The number of times a postponed question was assumed to be true, or such an assumption was used.
  private(set) var assumptions = 0
  /// True if the step limit was exceeded; from then on, all open questions are assumed to be true.
  private(set) var isExhausted = false
  /// True if all failures are remembered, so that they can be explained.
  let remembersFailures: Bool
  /// The remembered results, created on first use. Small documents never need them, so the reference is not counted by
  /// the compiler.
  private var unmanagedAnswers: Unmanaged<ProgramAnswers>?

  /// The number of steps above which a result is remembered; repeating fewer is cheaper.
  private static let dearSteps = 32

  init(stepLimit: Int, remembersFailures: Bool) {
    self.stepLimit = stepLimit
    self.remembersFailures = remembersFailures
  }

  /// Adds to the steps taken; returns false if the limit is exceeded.
  mutating func spend(_ count: Int) -> Bool {
    steps &+= count
    if steps > stepLimit { isExhausted = true }
    if isExhausted { assumptions += 1 }
    return !isExhausted
  }

  /// Returns the remembered result; `nil` if none exists. An assumption counts only in the round in which it was made.
  mutating func known(_ question: ProgramQuestion) -> Bool? {
    guard let answers, let answer = answers[question] else { return nil }
    switch answer {
    case .no: return false
    case .yes: return true
    case .assumed:
      assumptions += 1
      return true
    }
  }

  /// Returns the remembered result; if none exists, postpones the question and returns true.
  mutating func answerLater(_ question: ProgramQuestion) -> Bool {
    if let known = known(question) { return known }
    assumptions += 1
    if !isExhausted, !made().putOff(question) { isExhausted = true }
    return true
  }

  /// Remembers a result if it took enough steps; `start` is the state before, which shows if the result depends on
  /// assumptions.
  mutating func learn(_ question: ProgramQuestion, _ holds: Bool, since start: (steps: Int, assumptions: Int)) {
    guard steps &- start.steps > Self.dearSteps else { return }
    made().learn(question, holds ? (assumptions == start.assumptions ? .yes : .assumed) : .no)
  }

  mutating func learn(_ question: ProgramQuestion, _ holds: Bool) { made().learn(question, holds ? .yes : .no) }

  /// Starts a new round, in which earlier assumptions do not count; returns the questions that were postponed.
  mutating func beginRound() -> [ProgramQuestion] { made().beginRound() }

  func isDecided(_ question: ProgramQuestion) -> Bool {
    switch answers?[question] {
    case .no, .yes: true
    case .assumed, nil: false
    }
  }

  /// Releases the remembered results; the memory must not be used afterwards.
  mutating func end() {
    if let unmanagedAnswers { unmanagedAnswers.release() }
    unmanagedAnswers = nil
  }

  private var answers: ProgramAnswers? { unmanagedAnswers?.takeUnretainedValue() }

  private mutating func made() -> ProgramAnswers {
    if let answers { return answers }
    let made = ProgramAnswers()
    unmanagedAnswers = .passRetained(made)
    return made
  }
}

/// A question to be answered: whether a value passes one instruction, or all instructions of a schema from that one on.
struct ProgramQuestion: Hashable {
  // 32 bits of the step, one for the schema, 31 for the place: a tape has less than half as many entries as the text
  // has bytes.
  private let bits: UInt64

  init(step: Int, place: Int, wholeSchema: Bool = false) {
    bits = UInt64(UInt32(truncatingIfNeeded: step)) << 32 | (wholeSchema ? 1 << 31 : 0) | UInt64(place & 0x7FFF_FFFF)
  }

  var step: Int { Int(bits >> 32) }
  var place: Int { Int(bits & 0x7FFF_FFFF) }
}

/// The remembered results of a validation, and its postponed questions.
final class ProgramAnswers {
  enum Answer {
    case no, yes
    /// Assumed to be true in this round.
    case assumed
  }

  /// An answer, and the round in which it was assumed.
  private struct Entry {
    var answer: Answer
    var round: UInt32
  }

  private var entries: [ProgramQuestion: Entry] = [:]
  private var open: [ProgramQuestion] = []
  private var round: UInt32 = 0

  /// The maximum number of entries, which limits the memory to about 100 MB.
  private static let limit = 4_000_000

  subscript(question: ProgramQuestion) -> Answer? {
    guard let entry = entries[question], entry.answer != .assumed || entry.round == round else { return nil }
    return entry.answer
  }

  /// Remembers a result; if the memory is full, it is dropped and computed again when needed.
  func learn(_ question: ProgramQuestion, _ answer: Answer) {
    guard entries.count < Self.limit else { return }
    entries[question] = Entry(answer: answer, round: round)
  }

  /// Postpones a question and assumes that it is true; returns false if the memory is full.
  func putOff(_ question: ProgramQuestion) -> Bool {
    guard entries.count < Self.limit else { return false }
    learn(question, .assumed)
    open.append(question)
    return true
  }

  /// Starts a new round, in which earlier assumptions do not count; returns the questions that were postponed.
  func beginRound() -> [ProgramQuestion] {
    round &+= 1
    defer { open = [] }
    return open
  }
}
