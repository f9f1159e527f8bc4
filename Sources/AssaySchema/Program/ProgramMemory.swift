/// The memory of one run over a document: expensive answers, postponed questions and the work done.
///
/// A schema may be asked about a value along many paths, exponentially many if references double. The second time the
/// answer is here. A value may be nested deeper than a thread's stack allows. A value that is too deep is postponed,
/// treated as valid until then, and judged again from the bottom of the stack.
///
/// Such an assumption only makes the answers that rest on it true (see `ProgramRunner.depends(on:)`). So "no" is always
/// final, and "yes" is final if nothing was assumed since.
struct ProgramMemory {
  /// The number of judged schemas with many paths to them, and of judged alternatives.
  private(set) var steps = 0
  private let stepLimit: Int
  /// The number of times an assumption was made, or used again.
  private(set) var assumptions = 0
  /// True if more was asked than the limit allows; then everything still open is assumed.
  private(set) var isExhausted = false
  /// True if values that fail are remembered at any cost, to be explained.
  let remembersFailures: Bool
  /// Made when there is something to remember, which small documents never have; hence not counted by the compiler.
  private var unmanagedAnswers: Unmanaged<ProgramAnswers>?

  /// Answers are kept where finding them took more steps than this: to ask again is cheaper than to remember.
  private static let dearSteps = 32

  init(stepLimit: Int, remembersFailures: Bool) {
    self.stepLimit = stepLimit
    self.remembersFailures = remembersFailures
  }

  /// Counts steps; false where there are too many.
  mutating func spend(_ count: Int) -> Bool {
    steps &+= count
    if steps > stepLimit { isExhausted = true }
    if isExhausted { assumptions += 1 }
    return !isExhausted
  }

  /// The answer as far as it is known: assumed ones only where they are of this round.
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

  /// The answer, or where it is not known an assumption; the question is then put off.
  mutating func answerLater(_ question: ProgramQuestion) -> Bool {
    if let known = known(question) { return known }
    assumptions += 1
    if !isExhausted, !made().putOff(question) { isExhausted = true }
    return true
  }

  /// Keeps an answer that took all steps and assumptions since those given.
  mutating func learn(_ question: ProgramQuestion, _ holds: Bool, since start: (steps: Int, assumptions: Int)) {
    guard steps &- start.steps > Self.dearSteps else { return }
    made().learn(question, holds ? (assumptions == start.assumptions ? .yes : .assumed) : .no)
  }

  mutating func learn(_ question: ProgramQuestion, _ holds: Bool) { made().learn(question, holds ? .yes : .no) }

  /// Starts to ask anew, and hands over what was put off before.
  mutating func beginRound() -> [ProgramQuestion] { made().beginRound() }

  func isDecided(_ question: ProgramQuestion) -> Bool {
    switch answers?[question] {
    case .no, .yes: true
    case .assumed, nil: false
    }
  }

  /// Gives back what was made; nothing is asked from here on.
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

/// A step and the value it judges, or all steps of a schema from that one on.
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

/// The answers a run keeps, and the questions it has put off.
final class ProgramAnswers {
  enum Answer {
    case no, yes
    /// Taken for true in this round.
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

  /// Bounds the memory this takes, at about 100 MB.
  private static let limit = 4_000_000

  subscript(question: ProgramQuestion) -> Answer? {
    guard let entry = entries[question], entry.answer != .assumed || entry.round == round else { return nil }
    return entry.answer
  }

  /// Keeps an answer; without room, it has to be found again.
  func learn(_ question: ProgramQuestion, _ answer: Answer) {
    guard entries.count < Self.limit else { return }
    entries[question] = Entry(answer: answer, round: round)
  }

  /// Takes a question's answer for true and keeps the question; false without room for more.
  func putOff(_ question: ProgramQuestion) -> Bool {
    guard entries.count < Self.limit else { return false }
    learn(question, .assumed)
    open.append(question)
    return true
  }

  /// Starts to ask anew, and hands over what was put off before.
  func beginRound() -> [ProgramQuestion] {
    round &+= 1
    defer { open = [] }
    return open
  }
}
