import AssayDocuments
import AssayText

/// Reading of text about streams and their events.
extension GuideReader {
  static let lines = WordList("ndjson, jsonl, newline-delimited, newline delimited, stream of json, json lines")
  /// Words of a sentence that says a call streams what another one does: "streams the same events".
  private static let streaming = WordList("streams, streamed, streamt, diffuse, transmite, 推送, 配信")
  private static let same = WordList("same, gleichen, selben, mêmes, mismos, 相同, 同じ")
  static let streams = WordList("sse, server-sent, eventsource, event-stream, event stream, server sent")

  /// Takes operations for streams, where `text`, in lower case, says so; of several those that their paths call streams.
  mutating func note(stream text: String, of operations: [Int], _ source: Source) {
    let isEvents =
      text.has(Self.streams) || text.has(Self.streaming) && text.has(.event) && text.has(Self.same)
    let isLines = text.has(Self.lines)
    guard isLines || isEvents else { return }
    let streamSwitch = StreamSwitch(in: text)
    let isType =
      streamSwitch == nil && text.contains("text/event-stream") && text.has(.response + ["content-type"])
      && !text.has(["accept", "application/json", "json"])
    let own = operations.filter { operations.count == 1 || table.operations[$0].isNamedAsStream || isAsked($0) }
    table.change(own.isEmpty ? operations : own) { operation in
      guard operation.method != "DELETE" else { return }
      operation.stream.isStated = true
      // "The client reads NDJSON, too" is said of a stream of events.
      operation.stream.isLines = operation.stream.isLines || isLines && !isEvents && operation.stream.sources.isEmpty
      operation.stream.sources.add(source)
      if isType { operation.stream.typeSource = operation.stream.typeSource ?? source }
      if own.count < 2 || !operation.isNamedAsStream {
        operation.stream.asker = operation.stream.asker ?? streamSwitch
      }
    }
  }

  /// Notes the lines of a stream that a text speaks of. `event: message` is what no name is (WHATWG HTML section 9.2.6).
  mutating func noteLines(_ text: MarkdownText) {
    let codes = text.runs.filter(\.isCode).map(\.text.trimmed)
    let isOfData = codes.contains { $0.hasPrefix("data:") || $0 == "event: message" }
    let isOfNames = codes.contains { $0.hasPrefix("event:") && $0 != "event: message" }
    guard isOfData || isOfNames else { return }
    table.change(streams) { operation in
      operation.stream.hasData = operation.stream.hasData || isOfData
      operation.stream.hasNames = operation.stream.hasNames || isOfNames
    }
  }

  /// Returns true if a call's query asks for a stream: `?stream=true`.
  private func isAsked(_ operation: Int) -> Bool {
    table.operations[operation].request.query.contains { $0.name.lowercased() == "stream" }
  }

  /// Begins a guide of one call: it is the stream that the guide tells of.
  mutating func begin(_ guide: Outline, of only: Int) {
    walk.only = only
    for passage in guide.passages where walk.announced[passage.section].isEmpty {
      note(stream: passage.text.plain.lowercased(), of: [only], Source(document, passage.lines))
    }
  }

  /// Reads `event:` and `data:` lines that stand in a paragraph or an item.
  mutating func readEventLines(_ passage: Passage) -> Bool {
    // "Each chunk: `data: {…}`", "token: `{…}`"
    let runs = passage.text.runs.filter { !$0.text.trimmed.isEmpty }
    let codes = runs.filter(\.isCode).map { $0.text.trimmed }
    var lines = passage.text.lines.map { $0.plain.trimmed }
    let label = runs.first.map { $0.isCode ? "" : $0.text.trimming(":-–— ") } ?? ""
    if isStreaming, runs.count <= 3, codes.count == 1, codes[0].dropFirst(5).contains(":"),
      codes[0].hasPrefix("data: {") || walk.role == .event && codes[0].hasPrefix("{") && !label.contains(" ")
    {
      lines = ["event: " + label, codes[0].hasPrefix("{") ? "data: " + codes[0] : codes[0]]
      if !label.isFieldName || label.lowercased().has(Self.pieces) || Self.frameWords.contains(label.lowercased()) {
        lines.removeFirst()
      }
    } else if lines.count < 2 || !lines[0].hasPrefix("event:") {
      return false
    }
    guard lines.contains(where: { $0.hasPrefix("data:") }),
      let transcript = EventTranscript(CodeBlock(info: "", code: lines, firstLine: passage.lines.lowerBound))
    else { return false }
    return readTranscript(transcript)
  }

  /// Reads the event that a label names, in code or bold, or alone: "1. **connected** – …", "#### `progress`", "done
  /// event:".
  mutating func nameEvent(_ text: MarkdownText) {
    let runs = text.runs.filter { $0.isCode || $0.isStrong }.map { $0.text.trimmingMarks }
    for candidate in runs {
      let name = candidate.hasPrefix("event:") ? candidate.dropFirst(6).trimmed : candidate
      let isAlone = walk.role == .event && runs.count == 1 && text.runs.contains { $0.isCode }
      // `event: message` names none.
      guard candidate != "event: message", !PathLabels.isPathOrMethod(name.lowercased()), name.isEventName,
        isAlone || !name.contains(where: { ".:/".contains($0) }),
        role(of: name.lowercased()) == nil || name.contains("_") || isAlone || text.runs.first?.isCode == true,
        name == name.lowercased() || name.contains("_") || runs.count <= 2,
        !Self.frameWords.contains(name.lowercased()), !OperationTable.plainHeaders.contains(name.lowercased()),
        !name.lowercased().has(.authentication), !text.plain.lowercased().has(.headers + ["cookie", "cookies"]),
        !Set(name.lowercased().nameWords).isSubset(of: Self.streamWords), !isMember(name)
      else { continue }
      (walk.event, walk.eventLine) = (name, text.runs.first?.line ?? .max)
      return
    }
  }

  /// Returns true if the last event that was described has a member of a name: a label with it is about that.
  func isMember(_ name: String) -> Bool {
    streams.contains { index in
      let events = table.operations[index].stream.events
      return events.last?.shape[name] != nil && !events.contains { $0.name == name }
        && !Vocabulary.lastEvents.contains(name)
    }
  }

  /// Takes the names in code next to the word for an event, in a sentence about what is sent: "then `a` and `b` events",
  /// "sends the event `c`".
  mutating func nameEvents(_ passage: Passage) {
    let runs = passage.text.runs
    func isLink(_ run: MarkdownText.Run) -> Bool {
      run.isCode || run.text.split { " ,\n".contains($0) }.allSatisfy { Vocabulary.isLink(String($0)) }
    }
    let marked = runs.map { $0.isCode ? "`\($0.text)`" : $0.text }.joined().lowercased()
    let sentences = marked.replacing("\n", with: " ").replacing(". ", with: "\n").split(separator: "\n").map {
      String($0)
    }.filter {
      $0.has(Self.sendings) && !$0.has(.denied)
    }
    for (place, run) in runs.enumerated() where run.isCode {
      let name = run.text.trimmingMarks
      let before = runs[..<place].last { !isLink($0) }?.text.trimmed.split(separator: " ").last
      let behind = runs[place...].first { !isLink($0) }?.text.trimmed.split { " ,.;".contains($0) }.first
      let isNamed = [before, behind].contains { $0.map { Self.isEventWord($0.lowercased().trimming("-:：")) } == true }
      guard isNamed, name.isFieldName, !run.text.containsAny(".", "*"), !Self.frameWords.contains(name),
        sentences.contains(where: { $0.contains("`\(name)`") })
      else { continue }
      take(event: name, nil, Source(document, passage.lines), isListed: true)
    }
    for (line, source) in passage.lines(in: document) {
      for name in Self.listed(in: line, after: .event) { take(event: name, nil, source, isListed: true) }
    }
  }

  /// Returns the names that a line of nothing else lists in code after a few words, which have one of `words`: "Event
  /// types are still `a` / `b`", "Terminals: `a`, `b`".
  static func listed(in line: MarkdownText, after words: WordList) -> [String] {
    let label = line.runs.prefix { !$0.isCode }
    let text = label.map(\.text).joined().lowercased()
    guard text.nameWords.count <= 4, text.has(words), !text.has(.denied) else { return [] }
    let names = Remark.list(inCode: line.runs[label.endIndex...])
    return names.count == line.runs.count(where: \.isCode) ? names : []
  }

  private static func isEventWord(_ word: String) -> Bool {
    eventWords.contains(word) || !word.allSatisfy(\.isASCII) && word.has(.event)
  }

  /// Words that say that a server sends something.
  private static let sendings = WordList(
    """
    emits, emit, emitted, sends, send, sent, then, followed by, yields, pushes, publishes, sendet, gesendet, folgt,
    envoie, émet, puis, envía, emite, luego, 发送, 推送, 送信
    """
  )

  private static let eventWords = CommaSeparated.set("event, events, evento, eventos, eventi")
  /// The names of fields around the data of an event, which are not names of events.
  static let frameWords = CommaSeparated.set("data, type, id, retry, event, note, get, post, example, payload")

  /// Words for what a stream is made of.
  static let pieces = WordList("chunk, chunks, stream item, stream items, frame, frames, each line")

  /// Words for streams in labels, which are not names of events.
  private static let streamWords = CommaSeparated.set(
    """
    server, sent, sse, event, events, stream, streams, streaming, streamed
    """
  )

}

/// The part of a request that asks for a stream as the answer: `"stream": true`, `?stream=true`,
/// `Accept: text/event-stream`.
struct StreamSwitch: Sendable {
  /// The member or parameter that is true; `nil` if the field `Accept` selects the stream.
  let member: String?

  init(member: String?) { self.member = member }

  /// - Parameter text: The text in lower case.
  init?(in text: String) {
    let words = text.wordParts("_-/:=?&\"'`")
    let parts = words.flatMap { $0.parts(":=?&\"'`") }.filter {
      !["to", "is", "set", "auf", "à", "a"].contains($0)
    }
    for (name, value) in zip(parts, parts.dropFirst()) {
      if ["true", "1"].contains(value), name.nameWords.contains(where: { $0.hasPrefix("stream") || $0 == "sse" }) {
        member = name
        return
      }
      if name == "accept", value == "text/event-stream" {
        member = nil
        return
      }
    }
    return nil
  }
}
