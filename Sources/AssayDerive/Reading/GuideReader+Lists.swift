import AssayDocuments
import AssayText

/// Reading of list items about fields, statuses, events and states.
extension GuideReader {
  /// The parts of a list item: the name it begins with, and the text after it.
  private struct Item {
    let name: String
    let rest: String
    let isCode: Bool
    /// True if the name is in code or bold.
    let isMarked: Bool
    /// True for a line of a stream, `event: ping`.
    let isEventLine: Bool
    private let hasColon: Bool

    init?(_ text: MarkdownText) {
      guard let first = text.runs.first(where: { !$0.text.trimmed.isEmpty }) else { return nil }
      (isCode, isMarked) = (first.isCode, first.isCode || first.isStrong)
      var own = isMarked ? first.text.trimmed : text.plain.prefix { !" :(–—".contains($0) }.trimmed
      // "**name (string)**"
      if !isCode, isMarked, own.contains("("), let inner = own.split(separator: " ").first { own = String(inner) }
      isEventLine = text.eventLine != nil
      hasColon = own.hasSuffix(":")
      name = text.eventLine ?? own.trimmingMarks
      rest = String(text.plain.trimmed.dropFirst(own.count)).trimmed
    }

    /// True for what a line of a stream begins with, `data:`.
    var isLineName: Bool { isCode && hasColon && GuideReader.frameWords.contains(name) }

    /// True for a plain name in a list of them: "- queued: waiting for a printer".
    var isPlainName: Bool { name == name.lowercased() && (rest.first.map { ":-–—(".contains($0) } ?? true) }
  }

  /// Reads a list item as a field, a status, an event or a state; returns false for any other item.
  mutating func readItem(_ passage: Passage) -> Bool {
    let text = passage.text
    guard let item = Item(text) else { return false }
    let source = Source(document, passage.lines)
    if passage.isValue || walk.isOfValues { return true }
    // "Type: `text/event-stream`"
    if Methods.all.contains(item.name) || isStreaming && item.rest.contains("text/event-stream") { return false }
    // "If `200`, the job is not ready."
    let code = WordList.conditions.words.contains(item.name.lowercased()) ? text.runs.first(where: \.isCode)?.text : nil
    let around = (walk.role, walk.status)
    if readStatusItem(code ?? item.name, item.rest, source) {
      if code != nil { (walk.role, walk.status) = around }
      return true
    }
    if walk.role == .state, Int(item.name) != nil, let word = item.rest.nameWords.first, Vocabulary.isState(word) {
      addNumber(item.name, word, source)
      return true
    }
    guard item.name.isFieldName || walk.role == .event && item.isCode && item.name.isEventName else {
      // "**PDF links**: …" is about something, and no member.
      guard let row = passage.row, walk.role != .headers, item.isCode || !item.isMarked || !item.name.contains(" "),
        !row.isAssigned || !row.type.isEmpty || [.query, .form, .request, .parameters].contains(walk.role)
      else { return false }
      return take([statement(of: row, source, text)])
    }
    if readEventItem(item, passage, source) || readStateItem(item, source) { return true }
    guard let row = passage.row else { return readUntyped(item, text, source) }
    return take([statement(of: row, source, text)])
  }

  private mutating func readEventItem(_ item: Item, _ passage: Passage, _ source: Source) -> Bool {
    let lowered = item.rest.lowercased()
    let isList = walk.eventDepth == passage.depth
    guard
      item.isEventLine
        || walk.role == .event || !streams.isEmpty && walk.role == .unknown && (walk.event == nil || isList),
      // What is below an event is about it.
      passage.depth <= walk.eventDepth ?? passage.depth, !item.isLineName,
      item.isEventLine || isSpeltAsEvents(item.name),
      item.isMarked || walk.role == .event && (isPlainEvent(item) || isList && item.isPlainName),
      !walk.operations.isEmpty || walk.role == .event, isList || !isTyped(lowered),
      item.isEventLine || !streams.isEmpty || walk.operations.isEmpty && walk.role == .event,
      item.isEventLine || item.name == item.name.lowercased() || item.name.contains("_"),
      passage.text.runs.first(where: \.isCode)?.text.contains("*") != true
    else { return false }
    var shape = shape(in: item.rest, source)
    // Of a line, an item may show a part: "`data` is `{ … }`".
    if let part = shape, streams.contains(where: { table.operations[$0].stream.isLines }),
      let around = passage.text.runs.filter(\.isCode).dropFirst().map(\.text.trimmed).first(where: \.isFieldName)
    {
      shape = Shape(types: ["object"], sources: [source])
      shape?.put(part, at: [around], isRequired: nil)
    }
    // "4. **done** – stream complete": counts where the event is taken for a last one.
    let isEnd = lowered.has(WordList.ends + ["complete", "completed", "finished", "over", "done"])
    for name in Self.leadingNames(of: passage.text, item.name) {
      take(event: name, shape, source, isListed: true, isEndStated: isEnd, isFinal: lowered.has(.finals))
    }
    (walk.event, walk.eventLine, walk.eventDepth) = (item.name, .max, passage.depth)
    if item.isEventLine { walk.role = .event }
    return true
  }

  /// Returns false for a name in capitals where no event that is known has such.
  private func isSpeltAsEvents(_ name: String) -> Bool {
    let known = streams.flatMap { table.operations[$0].stream.events.map(\.name) }
    return name != name.uppercased() || known.isEmpty || known.contains { $0 == $0.uppercased() }
  }

  /// Returns true if an item that nothing marks names an event: no example shows others, or its list names one of them.
  private func isPlainEvent(_ item: Item) -> Bool {
    let known = streams.flatMap { table.operations[$0].stream.events.map(\.name) }
    guard item.isPlainName, !Self.frameWords.contains(item.name) else { return false }
    return known.isEmpty || known.contains(item.name)
      || itemsAround.contains { Item($0).map { known.contains($0.name) } == true }
  }

  /// The texts of the items around the one that is being read, at its depth.
  private var itemsAround: [MarkdownText] {
    let here = passages[walk.passage]
    func isBeside(_ passage: Passage) -> Bool {
      if case .item = passage.kind { passage.section == here.section } else { false }
    }
    let before = passages[..<walk.passage].suffix(50).reversed().prefix(while: isBeside)
    let after = passages[walk.passage...].prefix(50).prefix(while: isBeside)
    return (before + after).filter { $0.depth == here.depth }.map(\.text)
  }

  private mutating func readStateItem(_ item: Item, _ source: Source) -> Bool {
    let lowered = item.rest.lowercased()
    let isKnown = Vocabulary.isState(item.name) && !isTyped(lowered)
    let isName = item.isMarked || item.name.count > 2 && item.name == item.name.uppercased()
    let isListed = walk.role == .state && (isName || isKnown && item.isPlainName)
    guard isListed || isKnown && item.isMarked else { return false }
    addLoose(states: [item.name], source)
    let isOfFinals = walk.label.has(.state) && walk.label.has(.ends)
    if isOfFinals || lowered.has(Self.ending) { loose.finalStates.insert(item.name) }
    return true
  }

  /// `404: not found`, `200: { "id": 1 }`.
  private mutating func readStatusItem(_ name: String, _ rest: String, _ source: Source) -> Bool {
    guard let status = StatusText.code(in: name), name.count <= 40, !walk.operations.isEmpty,
      Int(name.prefix(3)) != nil || walk.role == .failure || walk.role == .response
    else { return false }
    let shape = shape(in: rest, source) ?? Shape()
    let isWaiting = rest.lowercased().has(Self.waiting)
    change {
      $0.addAnswer(status, shape, source: source)
      if isWaiting { $0.said.waiting.insert(String(status)) }
    }
    (walk.role, walk.status) = (status >= 400 ? .failure : .response, status)
    if status < 300 { walk.listedSuccess = walk.listedSuccess ?? status }
    return true
  }

  /// Words that say of a success: ask again, it is not ready.
  private static let waiting = WordList(
    """
    not complete, not completed, not ready, not finished, not done, try again, ask again, poll again, in progress
    """
  )

  /// The shape of an example in a text.
  func shape(in text: String, _ source: Source) -> Shape? {
    // `/jobs/{id}` is not an example.
    let text =
      text.contains("/{") ? text.split(separator: " ").filter { !$0.contains("/{") }.joined(separator: " ") : text
    guard text.contains("{") else { return nil }
    return SampleReader.samples(in: [text], firstLine: source.lines.lowerBound).first.map {
      Shape($0, in: source.document)
    }
  }

  /// The names an item begins with, where it tells of several: "`a`, `b` and `c`: …".
  private static func leadingNames(of text: MarkdownText, _ first: String) -> [String] {
    let runs = text.runs.prefix { run in
      run.isCode || run.text.split { $0 == " " || $0 == "," }.allSatisfy { Vocabulary.isLink(String($0)) }
    }
    let names = runs.filter(\.isCode).map { $0.text.trimmingMarks }
    return names.count > 1 && names.allSatisfy(\.isFieldName) ? names : [first]
  }

  /// Reads a list item as a field without a stated type, if the label before the list says where the field belongs,
  /// such as to the request; otherwise returns false.
  private mutating func readUntyped(_ item: Item, _ text: MarkdownText, _ source: Source) -> Bool {
    let isOfCall = !walk.operations.isEmpty && Self.fieldRoles.contains(walk.role)
    guard isOfCall || walk.list != nil,
      item.isCode || item.rest.hasPrefix(":") && item.name.first?.isLowercase == true
    else { return false }
    let names = Self.leadingNames(of: text, item.name)
    return take(names.map { statement(of: FieldRow(path: $0, about: item.rest), source, text) })
  }

  func statement(of row: FieldRow, _ source: Source, _ text: MarkdownText = MarkdownText()) -> OperationDraft.Field {
    let type = String(row.type.prefix(60))
    let isType = TypeExpression.shape(ofWords: String(type.prefix(40)), source) != nil || type.contains("required")
    var found = statement(
      row.path,
      type: isType ? type : "",
      about: row.about,
      isRequired: nil,
      location: row.type.firstRange(of: "in ").map { String(row.type[$0.upperBound...]) } ?? "",
      standard: "",
      source
    )
    if type.lowercased().contains("optional") { found.isRequired = false }
    if row.values.count > 1, found.shape.types.isEmpty || found.shape.types == ["string"] {
      found.shape.values = row.values
    }
    found.shape.list(Remark.list(inCode: text.runs.dropFirst()))
    // "(integer, example: 4)"
    if let example = row.type.firstRange(of: "example: ") {
      found.shape.takeExample(String(row.type[example.upperBound...]).trimmingMarks, at: source)
    }
    return found
  }

  /// Returns true if a text names a type or says whether a field is required.
  func isTyped(_ text: String) -> Bool {
    guard let mark = text.first, "(:-–—[".contains(mark) else { return false }
    // In brackets there may be several words; after a dash the first says what the rest is.
    return FieldRow.isTypeText(String(text.prefix(60)), words: mark == "(" || mark == "[" ? 4 : 1)
  }
}
