import AssayHTTP
import AssayJSON

/// A poll being put together again from its answers, an entry each.
struct HARPollAssembly {
  let check: String
  private let label: HARLabelReader
  private let start: Duration
  private var answers: [PollAnswer] = []

  init(first label: HARLabelReader) throws(HARError) {
    self.label = label
    check = try label.node.text("check")
    start = try label.node.time("start_us")
  }

  /// Takes the next answer; gives the whole poll back once it was the last.
  mutating func take(_ label: HARLabelReader, _ exchange: Exchange) throws(HARError) -> Observation? {
    let part = try label.node.integer("part")
    guard part == answers.count + 1 else {
      throw label.node.error(
        "is answer \(part) of the poll \(check), and answer \(answers.count + 1) is not in the file before it"
      )
    }
    answers.append(PollAnswer(index: part, time: try label.node.time("time_us"), exchange: exchange))
    guard let poll = try label.poll(answers) else { return nil }
    return try label.observation(start: start, .poll(poll))
  }

  /// The error of a poll whose last answer is not in the file.
  var unfinished: HARError { label.node.error("begins the poll \(check), whose end is not in the file") }
}
