/// What one run over a document remembers: the answers that were dear, the questions it has put off, what it has done.
///
/// A schema may be asked about a value along many paths, exponentially many where references double; the second time
/// the answer is here. And a value may be nested deeper than a thread's stack goes; what is too deep is put off, taken
/// for true until then, and asked again from the bottom of the stack.
///
/// Such an assumption only ever makes what rests on it true (see `ProgramRunner.depends(on:)`), so that "no" is always
/// final, and "yes" is where nothing was assumed since.
struct ProgramMemory {
  /// A step and the value it judges, or all steps of a schema from that one on.
  struct Question: Hashable {
    private let bits: UInt64

    init(step: Int, place: Int, wholeSchema: Bool = false) {
      bits = (UInt64(UInt32(step)) << 1 | (wholeSchema ? 1 : 0)) << 31 | UInt64(UInt32(place))
    }

    var step: Int { Int(bits >> 32) }
    var place: Int { Int(bits & 0x7FFF_FFFF) }
  }

  private enum Answer: Equatable {
    case no, yes
    /// Taken for true in one round.
    case assumed(round: UInt32)
  }

  /// How many schemas with many paths to them have been asked.
  private(set) var steps = 0
  let stepLimit: Int
  /// Whether more was asked than the limit allows; then everything still open is assumed.
  private(set) var isExhausted = false
  /// How often an assumption was made, or met again.
  private(set) var assumptions = 0
  /// Whether values that fail are remembered whatever they cost, to be explained.
  let remembersFailures: Bool
  private var answers: [Question: Answer] = [:]
  private var open: [Question] = []
  private var round: UInt32 = 0

  /// The memory this may take is bounded by the number of answers.
  private static let answerLimit = 4_000_000
  /// Answers are kept where finding them took more than this: to ask again is cheaper than to remember.
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
  mutating func known(_ question: Question) -> Bool? {
    guard !answers.isEmpty, let answer = answers[question] else { return nil }
    switch answer {
    case .no: return false
    case .yes: return true
    case .assumed(let round):
      guard round == self.round else { return nil }
      assumptions += 1
      return true
    }
  }

  /// The answer, or where it is not known an assumption; the question is then put off.
  mutating func answerLater(_ question: Question) -> Bool {
    if let known = known(question) { return known }
    assumptions += 1
    guard !isExhausted else { return true }
    open.append(question)
    keep(.assumed(round: round), for: question)
    return true
  }

  /// Keeps an answer that took all steps and assumptions since those given.
  mutating func learn(_ question: Question, _ holds: Bool, since start: (steps: Int, assumptions: Int)) {
    guard steps &- start.steps > Self.dearSteps else { return }
    keep(holds ? (assumptions == start.assumptions ? .yes : .assumed(round: round)) : .no, for: question)
  }

  mutating func learn(_ question: Question, _ holds: Bool) { keep(holds ? .yes : .no, for: question) }

  /// Starts to ask anew, and hands over what was put off before.
  mutating func beginRound() -> [Question] {
    round &+= 1
    defer { open = [] }
    return open
  }

  func isDecided(_ question: Question) -> Bool {
    switch answers[question] {
    case .no, .yes: true
    case .assumed, nil: false
    }
  }

  private mutating func keep(_ answer: Answer, for question: Question) {
    if answers.count < Self.answerLimit {
      answers[question] = answer
    } else if answer == .assumed(round: round) {
      isExhausted = true
    }
  }
}
