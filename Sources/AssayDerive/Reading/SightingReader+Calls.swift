import AssayDocuments
import AssayText

/// Finding of calls in text, tables and code blocks.
extension SightingReader {
  mutating func readCalls(_ outline: Int) {
    let guide = outlines[outline]
    let names = Set(models.names)
    var labels = LabelledCall(outline: outline, document: guide.name, start: sightings.count)
    for (index, passage) in guide.passages.enumerated() {
      let section = guide.sections[passage.section]
      let titles = (section.path + [section.title.plain]).joined(separator: " ").lowercased()
      let isFormer = titles.has(.formerly) && TextCall.all(in: section.title.plain).isEmpty
      // A heading may be such a label itself, or a part of the section in which a call is begun.
      if case .heading(let level) = passage.kind, !labels.goOn(after: passage.text.plain, level) {
        insert(labels)
        labels = LabelledCall(outline: outline, document: guide.name, level: level, start: sightings.count)
      }
      guard !isFormer else { continue }
      switch passage.kind {
      case .code(let code):
        var found: [CallSighting] = []
        switch fences[outline][index] {
        case .commands:
          found = CurlReader.calls(in: code, document: guide.name).filter {
            !Hosts.isForeign($0.target.base) && !$0.summary.lowercased().has(.avoided)
          }
        case .wire:
          // "We then send to your server:"
          let isOfReader = guide.passages[safe: index - 1]?.text.plain.lowercased().has(.readers) == true
          found = (WireFence(code, document: guide.name)?.calls ?? []).filter { call in
            !isOfReader || !call.target.isAbsolute || bases.contains { $0.origin == call.target.base }
          }
        case .code: found = clients[outline][index]?.calls ?? []
        default: found = SequenceDiagram.calls(in: code, document: guide.name)
        }
        for call in found { insert(call, (outline, index)) }
        if found.isEmpty {
          let source = Source(guide.name, passage.lines)
          labels.take(fence: code, source, index)
          if let example = Self.example(code) {
            insert(CallSighting(kind: .made, target: example, source: source), (outline, index))
          }
        }
      case .table(let table):
        // "The ID that `POST /jobs` returns" is about a field.
        let columns = GuideReader.Columns(table.header.cells.map { $0.plain.trimmed })
        if columns.name != nil, columns.type != nil { break }
        for row in table.rows { readRow(row, of: table, names, &labels, (outline, index)) }
      case .heading: readText(passage, outline, index, &labels, isHeading: true)
      case .paragraph, .item: readText(passage, outline, index, &labels, isHeading: false)
      }
    }
    insert(labels)
  }

  /// Returns the path with a query that is alone in a fence: an example of a call that the guide announces.
  private static func example(_ code: CodeBlock) -> CallTarget? {
    let lines = code.code.map(\.trimmed).filter { !$0.isEmpty }
    guard lines.count == 1, lines[0].hasPrefix("/"), let target = CallTarget(lines[0]), !target.query.isEmpty else {
      return nil
    }
    return target
  }

  private mutating func insert(_ labels: LabelledCall) {
    let (found, place) = labels.finish(isAlone: labels.start == sightings.count)
    for var sighting in found {
      // A path alone is called as the commands of its section call it, which may have more before it.
      if sighting.method == nil,
        let call = sightings[labels.start...].last(where: { $0.method != nil && $0.target.ends(like: sighting.target) })
      {
        (sighting.method, sighting.target.path) = (call.method, call.target.path)
      } else if sighting.method == nil, labels.isOfHeading, labels.isGroup(of: sightings[labels.start...]) {
        continue
      }
      insert(sighting, place)
    }
  }

  /// Reads a row of a table: a label with its value, or a call with its purpose and the models it names.
  private mutating func readRow(
    _ row: MarkdownTable.Row,
    of table: MarkdownTable,
    _ names: Set<String>,
    _ labels: inout LabelledCall,
    _ place: (Int, Int)
  ) {
    let source = Source(outlines[place.0].name, row.line)
    let cells = row.cells.map { $0.unstruck.trimmed }
    if cells.count == 2 { labels.take(cells[0] + ": " + cells[1], source, place.1) }
    guard let call = Self.call(inRow: cells), !cells.joined(separator: " ").lowercased().has(.avoided) else {
      if table.rows.count == 1 {
        for (title, cell) in zip(table.header.cells, cells) where PathLabels.isPathOrMethod(title.plain.trimmed) {
          labels.take(title.plain + ": " + cell, source, place.1)
        }
      }
      return
    }
    let purposes = cells.filter { CallTarget($0) == nil && Methods.named($0) == nil && $0.contains(" ") }
    for method in call.methods {
      var sighting = CallSighting(kind: .announced, method: method, target: call.target, source: source)
      for (cell, header) in zip(cells, table.header.cells) {
        Self.read(cell, under: WordedText(header.plain.lowercased()), names, &sighting)
      }
      sighting.summary = purposes.max { $0.count < $1.count } ?? ""
      sighting.isStream =
        method == "GET" && call.target.isNamedAsStream
        && cells.contains { CallTarget($0) == nil && $0.lowercased().has(GuideReader.streams) }
      insert(sighting, place)
    }
  }

  /// Reads the model or the example in a cell under a title for requests or responses.
  private static func read(
    _ cell: String,
    under header: WordedText,
    _ names: Set<String>,
    _ sighting: inout CallSighting
  ) {
    let isAnswer = header.has(.response)
    guard isAnswer || header.has(.request) else { return }
    if names.contains(TypeName.bare(cell)) {
      if isAnswer {
        sighting.client.answerModels.append(cell.trimmingCode)
      } else {
        sighting.client.requestModels.append(TypeName.bare(cell))
      }
    } else if let sample = SampleReader.samples(in: [cell], firstLine: sighting.source.lines.lowerBound).first,
      sample.isShown
    {
      if isAnswer {
        sighting.answers.append(.init(sample: sample, lines: sample.lines))
      } else if sighting.method != "GET" {
        sighting.body = sample
      }
    }
  }

  /// Returns the call in a row of a table of endpoints: a cell with both parts, or a cell each for the method and the
  /// path.
  static func call(inRow cells: [String]) -> (methods: [String], target: CallTarget)? {
    for cell in cells.prefix(3) {
      let calls = TextCall.all(in: cell)
      if let first = calls.first, cell.split(separator: " ").count <= 4 {
        return (calls.compactMap(\.method), first.target)
      }
    }
    // "GET", "GET, POST", "DELETE (all)"
    let methods = cells.lazy.map { cell in
      let words = cell.split { !$0.isLetter }.map { String($0) }
      let found = words.prefix { Methods.all.contains($0) }
      return words.count < found.count + 2 ? Array(found) : []
    }.first { !$0.isEmpty }
    guard let methods,
      let target = cells.lazy.filter({ !$0.contains(" ") || $0.contains("\\(") }).compactMap({ CallTarget($0) }).first
    else { return nil }
    return (methods, target)
  }

  mutating func readText(
    _ passage: Passage,
    _ outline: Int,
    _ index: Int,
    _ labels: inout LabelledCall,
    isHeading: Bool
  ) {
    let document = outlines[outline].name
    for (line, source) in passage.lines(in: document) {
      let text = line.unstruck
      let commands = line.runs.filter { $0.isCode && ShellCommand.isCall($0.text) }.flatMap { run in
        CurlReader.calls(
          in: CodeBlock(info: "", code: [run.text], firstLine: source.lines.lowerBound),
          document: document
        )
      }
      for command in commands where !Hosts.isForeign(command.target.base) { insert(command, (outline, index)) }
      if !commands.isEmpty { continue }
      let calls = TextCall.all(in: text)
      let isAvoided =
        (!calls.isEmpty || text.contains("://")) && text.lowercased().has(.avoided)
      if calls.isEmpty {
        if isHeading, let target = Self.bareTarget(line) { labels.take(heading: target, source, index) }
        if !isHeading, let call = labels.call(in: line) {
          let lines = outlines[outline].sections[passage.section].lines.lowerBound...source.lines.upperBound
          insert(
            CallSighting(
              kind: .announced,
              method: call.method,
              target: call.target,
              source: lines.count < 8 ? Source(document, lines) : source,
              summary: text.drop { !$0.isWhitespace }.drop { !$0.isLetter }.description
            ),
            (outline, index)
          )
          continue
        }
        labels.take(text, source, index)
        labels.take(sentence: text)
        if text.contains("://"), !isAvoided { readURLs(text, source, (outline, index)) }
        continue
      }
      if !isAvoided || isHeading { read(calls, in: text, of: passage, source, (outline, index)) }
    }
  }

  /// Adds the calls of a line of text.
  private mutating func read(
    _ calls: [TextCall],
    in text: String,
    of passage: Passage,
    _ source: Source,
    _ place: (outline: Int, passage: Int)
  ) {
    let section = outlines[place.outline].sections[passage.section]
    var isHeading = false
    if case .heading = passage.kind { isHeading = true }
    for call in calls {
      let isOnly = calls.count == 1 && TextCall.all(in: section.title.plain).isEmpty
      // Where a call has a line of its own, a sentence that begins with one shown before is about the first.
      let isAside =
        passage.depth == 0 && owned == [place.outline, passage.section] && Self.isSentence(text, of: call)
        && sightings.contains { $0.kind >= .made && $0.method == call.method && $0.target.path == call.target.path }
      let isBulk = isHeading || Self.isBulk(text, of: call, isOnly: isOnly) && !isAside
      if calls.count == 1, text.parts(" ").count <= 3 { owned = [place.outline, passage.section] }
      var sighting = CallSighting(
        kind: isBulk ? .announced : call.before.has(Self.explaining) ? .mentioned : .named,
        method: call.method,
        target: call.target,
        source: source
      )
      if isBulk { sighting.summary = Self.summary(of: section) }
      // `POST /x { "id": 1 }`
      if let path = text.firstRange(of: call.target.path), call.method.map({ $0 != "GET" && $0 != "DELETE" }) == true,
        text[path.upperBound...].trimmed.hasPrefix("{")
      {
        let rest = String(text[path.upperBound...].prefix { $0 != "`" })
        sighting.body = SampleReader.samples(in: [rest], firstLine: source.lines.lowerBound).first
      }
      insert(sighting, place)
    }
  }

  /// A heading that is a path and no more: `/upload`, `` `/jobs/{id}` – job status ``.
  static func bareTarget(_ line: MarkdownText) -> CallTarget? {
    if let run = line.runs.first(where: { $0.isCode }), let target = CallTarget(run.text) { return target }
    let words = line.plain.parts(" ")
    return words.count <= 4 ? words.first { $0.hasPrefix("/") }.flatMap { CallTarget($0) } : nil
  }

  /// Returns true if a line exists to name the call: besides the call, it has only a label and a few words after it, or
  /// it is a sentence that begins with the only call of its section.
  static func isBulk(_ text: String, of call: TextCall, isOnly: Bool) -> Bool {
    let trimmed = text.trimmed
    var before = ""
    if let method = call.method, let range = trimmed.firstRange(of: method) {
      before = trimmed[..<range.lowerBound].trimmed
      // The path, then the method: `/upload` (POST).
      let address = (call.target.isAbsolute ? call.target.base : "") + call.target.path
      if let end = before.firstRange(of: address) { before = before[..<end.lowerBound].trimmed }
    }
    let isLabel =
      before.isEmpty || before.ends(":", "：") || before.count <= 3
      || before.allSatisfy { !$0.isLetter } || isAfterWord(trimmed, call)
    guard isLabel, before.count < 40 else { return false }
    let behind =
      trimmed.count - before.count - (call.method?.count ?? 0) - call.target.path.count
      - (call.target.isAbsolute ? call.target.base.count : 0)
    return behind < 90 || isOnly && before.isEmpty
  }

  /// Returns true if a line begins with a call and goes on as a sentence: "POST /x returned the id to ask with".
  private static func isSentence(_ text: String, of call: TextCall) -> Bool {
    let words = text.parts(" `*")
    guard let place = words.firstIndex(where: { CallTarget($0)?.path == call.target.path }) else { return false }
    return place < 2 && words.count > place + 3 && words[place + 1].first?.isLetter == true
  }

  /// Returns true if a line is a word and the call: "Request [POST] /x".
  private static func isAfterWord(_ text: String, _ call: TextCall) -> Bool {
    let words = text.parts(" ")
    return words.count == 3 && words[0].allSatisfy(\.isLetter) && words[1].trimmingMarks == call.method
  }

  private static let explaining = WordList(
    """
    reuse, reuses, comes from, came from, same as, as in, as for, identical to, returned by, kommt aus, stammt aus,
    in contrast to, contrary to, as opposed to, compared to, unlike, im gegensatz zu, anders als, contrairement à
    """
  )

  /// Returns the purpose of the call, from its heading without the call.
  static func summary(of section: Section) -> String {
    let title = section.title.plain.trimmed
    let words = title.split(separator: " ").filter { word in
      Methods.named(word.trimmingMarks) == nil && !word.contains("/") && !word.hasSuffix(".")
    }
    return words.joined(separator: " ").drop { !$0.isLetter }.description
  }

  /// Reads URLs in running text, which may be calls without a stated method: a health check, a download.
  mutating func readURLs(_ text: String, _ source: Source, _ place: (Int, Int)) {
    for part in text.split(whereSeparator: { $0.isWhitespace || "`\"'|<>(),".contains($0) }) where part.contains("://")
    {
      guard let target = CallTarget(String(part)), target.isAbsolute, !Hosts.isForeign(target.base), target.path != "/",
        !target.segments.allSatisfy({ Self.isBaseSegment($0) }),
        bases.contains(where: { $0.origin == target.base }),
        !bases.contains(where: { $0.origin == target.base && $0.path == target.path })
      else { continue }
      insert(CallSighting(kind: .named, target: target, source: source), place)
    }
  }

  private static let sockets = WordList("websocket, websockets, web socket, ws, wss, socket.io")

  /// Returns true if a call opens a WebSocket and not an exchange of a request and a response: its path says so, and
  /// either no method is stated or the titles around it say so, too.
  private func opensSocket(_ sighting: CallSighting, _ guide: Outline, _ passage: Int) -> Bool {
    guard sighting.method ?? "GET" == "GET",
      sighting.target.segments.contains(where: { $0.lowercased().has(Self.sockets) })
    else { return false }
    let section = guide.sections[guide.passages[passage].section]
    let titles = section.path.dropFirst() + [section.title.plain]
    let words = titles.flatMap { $0.split(separator: " ") }.filter { !$0.contains("/") }.joined(separator: " ")
    return sighting.method == nil || words.lowercased().has(Self.sockets)
  }

  mutating func insert(_ sighting: CallSighting, _ place: (outline: Int, passage: Int)) {
    guard sighting.target.segments.count <= 16, sighting.target.segments.allSatisfy({ $0.utf8.count <= 120 }),
      !opensSocket(sighting, outlines[place.outline], place.passage)
    else { return }
    sightingsOf[place.outline][place.passage].append(sightings.count)
    sightings.append(sighting)
  }
}

/// Names of models as they are written in tables and sentences.
enum TypeName {
  private static let fillers = CommaSeparated.set(
    """
    of, or, and, the, a, an, null, required, optional, nullable, in, see
    """
  )

  /// Returns the words of a type that are not JSON types: `Task` for `array of Task`.
  static func words(in text: String) -> String {
    let words = text.wordParts("_")
    return words.prefix(6).filter { word in
      TypeWords.type(word) == nil && !fillers.contains(word.lowercased())
        && TypeWords.type(OperationTable.singular(word)) == nil
        && word.count > 2
    }.joined(separator: " ")
  }

  /// Returns the element type: `Position` for `Position[]`, `[Position]` and `Array<Position>`.
  static func bare(_ text: String) -> String {
    let inner = text.trimming("`* []?")
    for wrapper in ["Array<", "List<", "List["] where inner.hasPrefix(wrapper) {
      return String(inner.dropFirst(wrapper.count)).trimming(">[]")
    }
    return inner
  }

  static func isList(_ text: String) -> Bool {
    text.contains("[]") || text.begins("[", "Array<", "List<", "List[")
  }
}

extension String {
  /// The text without the marks of code and emphasis.
  var trimmingCode: String { trimming("`*") }
}
