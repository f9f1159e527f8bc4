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

  /// Keeps an answer; where there is no room, it has to be found again.
  func learn(_ question: ProgramQuestion, _ answer: Answer) {
    guard entries.count < Self.limit else { return }
    entries[question] = Entry(answer: answer, round: round)
  }

  /// Takes a question's answer for true and keeps the question; false where there is no room for more.
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
