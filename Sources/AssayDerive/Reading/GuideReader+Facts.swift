import AssayDocuments
import AssayText

/// Reading of facts in running text: sort orders, states, intervals, ends of streams.
extension GuideReader {
  mutating func readFacts(_ passage: Passage) {
    for (line, source) in passage.lines(in: document) { readFact(line.plain, source, line) }
    readEnd(passage)
  }

  mutating func readFact(_ text: String, _ source: Source, _ line: MarkdownText?) {
    let lowered = text.lowercased()
    readOrder(lowered, source)
    if let line { readNamedStates(line, source) }
    readChains(text, line, source)
    readInterval(lowered, source)
  }

  private mutating func readOrder(_ lowered: String, _ source: Source) {
    let isDescending = Vocabulary.descending.stand(in: lowered)
    guard isDescending || Vocabulary.ascending.stand(in: lowered) else { return }
    let fact = OperationDraft.Order(text: lowered, isDescending: isDescending, source: source)
    if walk.operations.isEmpty { loose.orders.append(fact) }
    change { $0.said.orders.append(fact) }
  }

  /// Reads chains such as "pending → processing → done".
  private mutating func readChains(_ text: String, _ line: MarkdownText?, _ source: Source) {
    let chains = StateChain.chains(in: text, line)
    let known = chains.flatMap { $0.groups.joined() }.count { Vocabulary.isState($0) }
    for chain in chains {
      let names = chain.groups.flatMap { $0 }
      guard
        names.allSatisfy({ Remark.isValueWord($0) && ($0 == $0.lowercased() || $0 == $0.uppercased()) }),
        !chain.groups.contains([]), known >= 1 || walk.role == .state
      else { continue }
      loose.states.append(LooseStates(names: names, chain: chain, isOfNoCall: walk.operations.isEmpty, source: source))
      change { $0.addStates(chain, source) }
    }
  }

  /// Reads intervals such as "poll every 2 seconds".
  private mutating func readInterval(_ lowered: String, _ source: Source) {
    let isRepeated = lowered.containsAny("poll", "every", "alle ", "toutes les", "cada", "每")
    let isAsked =
      lowered.containsAny("poll", "abfrag", "interrog", "轮询")
      || lowered.contains("every") && lowered.containsAny("check", "status")
    guard isRepeated, isAsked, let seconds = DurationText.seconds(in: lowered), (0.1...120).contains(seconds) else {
      return
    }
    let interval = (DurationText.text(seconds: seconds), source)
    if walk.operations.isEmpty { loose.interval = loose.interval ?? interval }
    change { $0.poll.interval = $0.poll.interval ?? interval }
  }

  /// Words that say, under the name of an event, that the stream does not end with it.
  private static let goingOn: WordList = [
    "stream remains", "stream continues", "stream stays", "event follows", "events follow", "not terminal", "not final",
  ]

  /// Reads statements about the end of a stream, such as "The stream ends with `done` or `error`."
  private mutating func readEnd(_ passage: Passage) {
    guard isStreaming else { return }
    if let event = walk.event, case .paragraph = passage.kind, passage.text.plain.lowercased().has(Self.goingOn) {
      for index in streams { table.change(index) { $0.stream.otherEvents.insert(event) } }
    }
    let names = FinalEvents(passage.text).names
    guard !names.isEmpty else { return }
    let source = Source(document, passage.lines)
    for index in streams {
      table.change(index) { operation in
        operation.stream.lastEvents.formUnion(names)
        for mark in names.compactMap({ MarkText($0) }) { operation.addMark(mark, source, isEndStated: true) }
        for name in Self.eventNames(in: passage.text) where names.contains(name) {
          operation.addEvent(name, nil, source, isListed: true)
        }
      }
    }
  }

  /// The names that can only be those of events: `event: end`, and those of a list, "Final events: `done`, `error`".
  private static func eventNames(in text: MarkdownText) -> [String] {
    let codes = text.runs.filter(\.isCode).map { $0.text.trimmingMarks }
    let words = text.runs.split(whereSeparator: \.isCode).map { $0.map(\.text).joined().trimmed }
    let links = words.dropFirst().flatMap { $0.split { " ,.".contains($0) } }
    let isList =
      words.first.map { $0.hasSuffix(":") && $0.nameWords.count <= 3 } == true
      && links.allSatisfy { Vocabulary.isLink(String($0)) }
    return codes.compactMap { name in
      if name.hasPrefix("event:") { return name.dropFirst(6).trimmed }
      return isList && name.isFieldName && !name.contains("-") ? name : nil
    }
  }

  /// Reads lists such as "states: `pending`, `running`, `done`".
  mutating func readNamedStates(_ line: MarkdownText, _ source: Source) {
    // The member that holds the state is named next to its values.
    let names = line.runs.filter(\.isCode).map { $0.text.trimmingMarks }.filter {
      Remark.isValueWord($0) && !Refinement.stateNames.contains($0.lowercased())
    }
    let known = names.count {
      Vocabulary.isState($0)
    }
    guard names.count >= 2, known * 2 >= names.count, known >= 2, !isStreaming else { return }
    loose.states.append(LooseStates(names: names, isOfNoCall: walk.operations.isEmpty, source: source))
    change { operation in for name in names { operation.addState(name, source) } }
  }

  /// Takes the status a sentence says a valid call is answered with, where it says one alone.
  mutating func readStatus(_ text: String, _ lowered: String, _ source: Source) {
    guard let status = StatusText.told(in: text), (200..<300).contains(status), StatusText.codes(in: text).count == 1,
      lowered.has(.response),
      !lowered.has(.denied), !lowered.has(.conditions)
    else { return }
    change { $0.said.status = $0.said.status ?? (status, source) }
  }

  /// Reads statements such as "same response as register"; the other operation is resolved once all are known.
  mutating func readLikeness(_ lowered: String, _ source: Source) {
    let phrases = [
      "same response", "same shape", "same format", "same body", "same structure", "identical to", "same as",
      "gleiche antwort", "wie bei",
    ]
    guard lowered.utf8.count < 160, let phrase = phrases.first(where: { lowered.contains($0) }),
      let range = lowered.firstRange(of: phrase)
    else { return }
    let words = Array(lowered[range.upperBound...]).split { !($0.isLetter || $0.isNumber || $0 == "_") }.map {
      String($0)
    }
    change { $0.said.likeness = (words, source) }
  }
}

/// States that a guide lists in a line, when it is not yet known to which operation they belong.
struct LooseStates: Sendable {
  var names: [String]
  /// The arrows between the states, if there are any.
  var chain: StateChain?
  /// True if the section with the states mentions no operation.
  var isOfNoCall: Bool
  /// The heading of the section with the states.
  var section = ""
  var source: Source
}
