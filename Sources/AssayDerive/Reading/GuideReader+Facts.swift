import AssayDocuments
import AssayText

/// Reading of facts in running text: sort orders, states, intervals, ends of streams.
extension GuideReader {
  mutating func readFacts(_ passage: Passage) {
    for (line, source) in passage.lines(in: document) {
      readFact(line.plain, source, line)
    }
    // "The keys of `rates` are currency codes."
    for sentence in Self.sentences(of: passage.text) {
      let names = sentence.runs.filter { $0.isCode && $0.text.isFieldName }.map(\.text)
      if names.count == 1, sentence.plain.lowercased().has(Self.keyed) { change { $0.said.maps.insert(names[0]) } }
    }
    readStateLines(passage)
    readNumberLines(passage)
    readEnd(passage)
  }

  /// Reads lines that each begin with a state, under a heading of states: "**queued** - waiting", "**stuck** - given up".
  private mutating func readStateLines(_ passage: Passage) {
    let lines = passage.lines(in: document).compactMap { line, source -> (name: String, source: Source)? in
      let runs = line.runs.drop { $0.text.trimmed.isEmpty }
      guard let first = runs.first, first.isCode || first.isStrong,
        let mark = runs.dropFirst().first?.text.trimmed.first, "-–—:".contains(mark)
      else { return nil }
      return (first.text.trimmingMarks, source)
    }
    guard walk.role == .state, !isStreaming, lines.count(where: { Vocabulary.isState($0.name) }) > 1 else { return }
    for line in lines where Remark.isValueWord(line.name) { addLoose(states: [line.name], line.source) }
  }

  /// Reads lines that each begin with a number, a state of the call by its path, and the word for it: "0 waiting".
  private mutating func readNumberLines(_ passage: Passage) {
    let lines = passage.lines(in: document).compactMap {
      line,
      source -> (number: String, word: String, source: Source)? in
      let words = line.plain.wordParts("_")
      return words.count > 1 && Int(words[0]) != nil ? (words[0], words[1], source) : nil
    }
    guard lines.count > 1, walk.role != .failure,
      lines.count(where: { Vocabulary.isState($0.word) }) * 2 >= lines.count,
      walk.role == .state || walk.operations.contains(where: { table.operations[$0].isNamedAsState })
    else { return }
    for line in lines { addNumber(line.number, line.word, line.source) }
  }

  mutating func readFact(_ text: String, _ source: Source, _ line: MarkdownText?) {
    let lowered = text.lowercased()
    readOrder(lowered, source)
    if let line {
      readNamedStates(line, source)
      readValues(of: line, source)
    }
    readChains(text, line, source)
    readNumbers(in: text, source)
    readInterval(lowered, source)
  }

  /// Reads states that are numbers, each with its word, in a line: "status: 0-waiting 1-running 2-done".
  private mutating func readNumbers(in text: String, _ source: Source) {
    let words = text.wordParts("_")
    guard let start = words.firstIndex(where: { $0 == "0" || $0 == "1" }), let first = Int(words[start]),
      words[..<start].contains(where: { Refinement.stateNames.contains($0.lowercased()) })
    else { return }
    var found: [(number: String, word: String)] = []
    for word in words[start...] {
      if Int(word) == first + found.count {
        found.append((word, ""))
      } else if let last = found.indices.last, found[last].word.isEmpty {
        found[last].word = word
      }
    }
    guard found.count > 1, found.count(where: { Vocabulary.isState($0.word) }) * 2 >= found.count else { return }
    for (number, word) in found { addNumber(number, word, source) }
  }

  private mutating func readOrder(_ lowered: String, _ source: Source) {
    // A name such as `created_at_desc` says nothing of its parts.
    let words = WordedText(lowered.replacing("_", with: "a"))
    let isDescending = words.has(Vocabulary.descending)
    guard isDescending || words.has(Vocabulary.ascending) else { return }
    let fact = OperationDraft.Order(text: lowered, isDescending: isDescending, source: source)
    if walk.operations.isEmpty { loose.orders.append(fact) }
    change { $0.said.orders.append(fact) }
  }

  /// Words before values that are all that there are.
  private static let listing = CommaSeparated.set(
    """
    one of, either, is, are, be, values, ist, sind, eins von, einer von, est, parmi, es, uno de, una de, ser, é, один из, 是, 为,
    は
    """
  )

  /// Reads a sentence that gives a member its values: "The `state` is one of `open`, `late` or `closed`."
  private mutating func readValues(of line: MarkdownText, _ source: Source) {
    guard let first = line.runs.firstIndex(where: \.isCode), line.runs[first].text.isFieldName,
      let link = line.runs[safe: first + 1], !link.isCode
    else { return }
    let words = link.text.lowercased().trimming(":： ").wordParts()
    guard (1...2).contains(where: { Self.listing.contains(words.suffix($0).joined(separator: " ")) }),
      !words.contains("not")
    else { return }
    let rest = line.runs[(first + 2)...]
    let end = rest.firstIndex { !$0.isCode && $0.text.containsAny(".", "。") } ?? rest.endIndex
    let values = Remark.list(inCode: rest[..<end])
    // A list that the sentence goes on after may not be all.
    let isAll = line.runs[safe: end].map { $0.text.trimmed.begins(".", "。") } ?? (rest.last?.isCode == true)
    guard values.count > 1, isAll, values.count == rest[..<end].count(where: \.isCode) else { return }
    change { $0.said.lists.append((line.runs[first].text, values, source)) }
  }

  /// Reads chains such as "pending → processing → done".
  private mutating func readChains(_ text: String, _ line: MarkdownText?, _ source: Source) {
    let chains = StateChain.chains(in: text, line)
    let isOfStates = walk.role == .state || chains.contains(where: \.hasKnownState)
    for chain in chains where isOfStates && chain.isOfWords { take(chain, source) }
  }

  /// Reads the lines of a diagram: it is of states if one of its lines is; returns false for other fences.
  mutating func readDiagram(_ code: CodeBlock) -> Bool {
    let chains = code.code.enumerated().flatMap { offset, line in
      StateChain.chains(in: line, nil).map { ($0, Source(document, code.firstLine + offset)) }
    }
    guard walk.role == .state || chains.contains(where: { $0.0.hasKnownState }), chains.allSatisfy({ $0.0.isOfWords })
    else { return false }
    for (chain, source) in chains { take(chain, source) }
    return !chains.isEmpty
  }

  mutating func take(_ chain: StateChain, _ source: Source) {
    var states = looseStates(chain.groups.flatMap { $0 }, source)
    states.chain = chain
    loose.states.append(states)
  }

  private static let repeating = WordList(
    """
    every, interval, intervall, intervalle, intervalo, alle, aller, toutes les, cada, ogni, каждые, 每, 间隔, ごと, おきに, 間隔, 마다
    """
  )
  private static let asking = WordList(
    """
    abfrage, abfragen, abfragt, abgefragt, nachfragen, interroger, interrogez, interroge,
    consultar, consulta, consulte, sondear, sondeo, interrogare, опрашивать, опрашивайте, 轮询, 查询, ポーリング, 確認, 폴링
    """
  )

  /// Reads intervals such as "poll every 2 seconds".
  private mutating func readInterval(_ lowered: String, _ source: Source) {
    let isPoll = lowered.contains("poll")
    let isAsked =
      isPoll || lowered.has(Self.asking) || lowered.contains("every") && lowered.containsAny("check", "status")
    guard isAsked, isPoll || lowered.has(Self.repeating), let seconds = DurationText.seconds(in: lowered),
      (0.1...120).contains(seconds)
    else {
      return
    }
    let interval = (DurationText.text(seconds: seconds), source)
    if walk.operations.isEmpty { loose.interval = loose.interval ?? interval }
    change { $0.poll.interval = $0.poll.interval ?? interval }
  }

  /// Words that say, under the name of an event, that the stream does not end with it.
  private static let goingOn = WordList(
    """
    stream remains, stream continues, stream stays, event follows, events follow, not terminal,
    not final
    """
  )

  /// Reads statements about the end of a stream, such as "The stream ends with `done` or `error`."
  private mutating func readEnd(_ passage: Passage) {
    let names = FinalEvents(passage.text).names
    guard isStreaming else {
      loose.finalStates.formUnion(names + Self.awaited(in: passage.text))
      if walk.role == .event { end(names) }
      return
    }
    nameEvents(passage)
    if let event = walk.event, case .paragraph = passage.kind, passage.text.plain.lowercased().has(Self.goingOn) {
      table.change(streams) { $0.stream.otherEvents.insert(event) }
    }
    guard !names.isEmpty else { return }
    let source = Source(document, passage.lines)
    table.change(streams) { operation in
      operation.stream.lastEvents.formUnion(names)
      for mark in names.compactMap({ MarkText($0) }) { operation.addMark(mark, source, isEndStated: true) }
      for name in Self.eventNames(in: passage.text) where names.contains(name) {
        operation.addEvent(name, nil, source, isListed: true)
      }
    }
  }

  /// Takes the names of events that end a stream from a section about the events of calls elsewhere.
  private mutating func end(_ names: [String]) {
    loose.events.change { if names.contains($0.name) { $0.isFinal = true } }
    table.change(streams) { operation in
      operation.stream.lastEvents.formUnion(operation.stream.events.map(\.name).filter(names.contains))
    }
  }

  private static let untils = WordList("until, till, bis, jusqu, hasta, fino a, пока, 直到")

  /// The names in code after "until" in its sentence: the states that a client waits for.
  private static func awaited(in text: MarkdownText) -> [String] {
    guard
      let place = text.runs.firstIndex(where: { run in
        !run.isCode && run.text.split(separator: ".").last?.lowercased().has(Self.untils) == true
      })
    else { return [] }
    let names = text.runs[(place + 1)...].prefix { $0.isCode || !$0.text.contains(".") }
    return names.filter(\.isCode).map { $0.text.trimmingMarks }
  }

  /// The names that can only be those of events: `event: end`, and those of a list, "Final events: `done`, `error`".
  private static func eventNames(in text: MarkdownText) -> [String] {
    let lines = text.runs.filter(\.isCode).map { $0.text.trimmingMarks }.compactMap { name in
      name.hasPrefix("event:") ? name.dropFirst(6).trimmed : nil
    }
    return lines + text.lines.flatMap { listed(in: $0, after: .ends) }
  }

  /// Reads lists such as "states: `pending`, `running`, `done`".
  mutating func readNamedStates(_ line: MarkdownText, _ source: Source) {
    guard !isStreaming, !line.plain.lowercased().has(.denied) else { return }
    // "`queued | running`", and in plain words "status (queued|running)", "Statuses: queued, running, done".
    let codes = line.runs.filter(\.isCode).flatMap { $0.text.parts(",|/[]\"' ") }
    let plain = line.plain
    let barred = plain.parts(" ()`").filter { $0.contains("|") }.flatMap { $0.parts("|") }
    let worded = plain.lowercased().has(.state) ? Remark.list(in: plain) : []
    // The member that holds the state is named next to its values, and others are spelt otherwise.
    func states(_ words: [String]) -> LooseStates {
      let names = words.map(\.trimmingMarks).filter {
        Remark.isValueWord($0) && !Refinement.stateNames.contains($0.lowercased())
          && ($0 == $0.lowercased() || $0 == $0.uppercased() || Vocabulary.isState($0))
      }
      return looseStates(names, source)
    }
    let plainStates = states(barred + worded)
    let states = plainStates.isOfStates ? plainStates : states(codes)
    let names = states.names
    // One after another, under a heading of states: "The job starts as `pending`."
    let known = names.filter { Vocabulary.isState($0) }
    if walk.role == .state, !known.isEmpty {
      // "User states: `active`, `banned`": a list of its own.
      let parts = plain.replacing("：", with: ":").halves(":")
      let isList = parts.count > 1 && parts[0].lowercased().has(.state)
      addLoose(states: states.isOfStates ? names : known, source, isNew: isList)
    }
    guard states.isOfStates else { return }
    if walk.role != .state { loose.states.append(states) }
  }

  /// Takes the status a sentence says a valid call is answered with, where it says one alone.
  mutating func readStatus(_ text: String, _ lowered: String, _ source: Source) {
    // "Errors: `404`, `401`."
    let head = String(lowered.prefix { $0 != ":" && $0 != "：" })
    let codes = StatusText.codes(in: text.trimmingMarks)
    if head.utf8.count < lowered.utf8.count, head.nameWords.count <= 3, head.has(.failure) {
      for code in codes where code >= 400 { change { $0.addAnswer(code, Shape(), source: source) } }
    }
    guard let status = StatusText.told(in: text), (200..<300).contains(status), codes.count == 1,
      lowered.has(.response),
      !lowered.has(.denied), !lowered.has(.conditions)
    else { return }
    change { $0.said.status = $0.said.status ?? (status, source) }
  }

  /// Reads statements such as "same response as register"; the other operation is resolved once all are known.
  /// Returns false for other text.
  ///
  /// - Parameter member: The member that the statement is about.
  mutating func readLikeness(_ lowered: String, of member: String? = nil, _ source: Source) -> Bool {
    let phrases = [
      "same response", "same shape", "same format", "same body", "same request", "same payload", "same structure",
      "same parameters", "same fields", "identical to", "same as", "gleiche antwort", "wie bei", "结构同",
    ]
    guard lowered.utf8.count < 240, let phrase = phrases.first(where: { lowered.contains($0) }),
      let range = lowered.firstRange(of: phrase), StatusText.code(in: lowered) ?? 200 < 400
    else { return false }
    let isRequest =
      phrase.has(.request + .parameters)
      && !String(lowered[..<range.lowerBound].split(separator: ".").last ?? "").has(.response)
    let text = String(lowered[range.upperBound...])
    change {
      $0.said.likenesses.append(
        .init(text: text, isRequest: isRequest && $0.sendsBody && member == nil, member: member, source: source)
      )
    }
    return true
  }

  /// Reads a short sentence that gives a member its type, "`best` is a Work", which is resolved once all are known.
  mutating func readType(of member: String, _ lowered: String, _ source: Source) {
    let sentence = lowered.firstRange(of: ". ").map { String(lowered[..<$0.lowerBound]) } ?? lowered
    guard sentence.nameWords.count <= 8 else { return }
    let text = String(sentence.dropFirst(member.count))
    change { $0.said.likenesses.append(.init(text: text, isRequest: false, member: member, source: source)) }
  }
}

/// States that a guide lists in a line, when it is not yet known to which operation they belong.
struct LooseStates: Sendable {
  var names: [String]
  /// The words for the states, by the names, if these are numbers.
  var meanings: [String: String] = [:]
  /// The place of each state that a list names on a line of its own.
  var places: [String: Source] = [:]
  /// The arrows between the states, if there are any.
  var chain: StateChain?
  /// The operations that the section with the states is about.
  var operations: [Int]
  /// The heading of the section with the states.
  var section = ""
  var source: Source

  func place(of name: String) -> Source { places[name] ?? source }

  /// True if at least half of the names are those of states of jobs.
  var isOfStates: Bool {
    let known = names.count { Vocabulary.isState(meanings[$0] ?? $0) }
    return known >= 2 && known * 2 >= names.count
  }
}
