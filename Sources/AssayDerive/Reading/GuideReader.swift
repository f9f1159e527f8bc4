import AssayDocuments

/// Second pass over the guides: what every example, table and list says, and of which operation.
struct GuideReader {
  let first: SightingReader
  var table: OperationTable
  var fates: [SectionFate] = []
  /// The statements of places that mention no operation.
  struct Loose {
    /// "Sorted by …".
    var orders: [(words: [String], isDescending: Bool, source: Source)] = []
    /// Lists of states.
    var states: [LooseStates] = []
    /// Comparisons with states in code that makes no call.
    var comparisons: [(name: String, isFinal: Bool, source: Source)] = []
    var listeners: [(name: String, model: String?, source: Source)] = []
    /// "Poll every …".
    var interval: (text: String, source: Source)?
    /// Examples that are of a model.
    var samples: [(model: String, shape: Shape)] = []
    var events: [LooseEvent] = []
  }

  var loose = Loose()
  /// The header fields that all requests need, stated where no operation is mentioned.
  var generalHeaders: [OperationDraft.Field] = []
  /// The number of times one was mentioned.
  var generalStatements = 0
  /// The shape of errors, where one is given for all operations.
  var generalFailure: Shape?
  /// The things that passages with no call around them name.
  var blocks: [NamedBlock] = []
  /// The place of each block, by its title.
  var blockOf: [String: Int] = [:]
  var walk = Walk()

  enum Role { case unknown, request, response, failure, parameters, query, form, headers, event, state }

  /// The reader's position in a guide.
  struct Walk {
    var outline = 0
    var document = ""
    var operations: [Int] = []
    /// The level of the heading whose section speaks of the operation.
    var level = 0
    var isInItem = false
    var role = Role.unknown
    var status: Int?
    /// The name of the event that is spoken of.
    var event: String?
    /// The line that names it.
    var eventLine = Int.max
    var headingLevel = 0
    var title = ""
    /// The headings around, the outermost first.
    var outer: [(level: Int, title: String)] = []
    var label = ""
    /// The last sentences of the last paragraph under the heading, in lower case.
    var introduction: [String] = []
  }

  init(_ guides: [Guide]) {
    first = SightingReader(guides)
    table = OperationTable(first.sightings, bases: first.bases)
    for outline in first.outlines.indices { read(outline) }
  }

  // MARK: The walk

  mutating func read(_ outline: Int) {
    let guide = first.outlines[outline]
    walk = Walk()
    walk.outline = outline
    walk.document = guide.name
    var used = Set<Int>()
    var unread: [Int: [ClosedRange<Int>]] = [:]
    for (index, passage) in guide.passages.enumerated() {
      let here = operations(outline, index, from: .announced)
      if !here.isEmpty || first.sightingsOf[outline][index].contains(where: { table.operationOf[$0] != nil }) {
        used.insert(passage.section)
      }
      switch passage.kind {
      case .heading(let level): enter(level: level, passage, here)
      case .paragraph, .item:
        let count = generalStatements
        readText(passage, here)
        if generalStatements > count { used.insert(passage.section) }
      case .code(let code):
        if !readCode(code, outline, index, passage) {
          if looksLikeAPI(code, first.fences[outline][index] ?? .other) {
            unread[passage.section, default: []].append(passage.lines)
          }
        } else {
          used.insert(passage.section)
        }
      case .table(let found):
        if readTable(found, passage, here) {
          used.insert(passage.section)
        } else if isOfHeaders(found) {
          unread[passage.section, default: []].append(passage.lines)
        }
      }
    }
    for (index, section) in guide.sections.enumerated()
    where !(index == 0 && section.level == 0 && guide.passages.first?.section != 0) {
      fates.append(
        SectionFate(
          document: guide.name,
          file: guide.file,
          title: section.title.plain.trimmed,
          level: section.level,
          lines: section.lines,
          isUsed: used.contains(index),
          notUnderstood: unread[index] ?? []
        )
      )
    }
  }

  func looksLikeAPI(_ code: CodeBlock, _ fence: Fence) -> Bool {
    switch fence {
    case .values, .transcript: true
    case .wire: walk.operations.isEmpty && WireFence(code, document: walk.document)?.loose?.headers.isEmpty == false
    default: false
    }
  }

  /// The operations of a passage's sightings, each once.
  func operations(_ outline: Int, _ index: Int, from kind: CallSighting.Kind) -> [Int] {
    var found: [Int] = []
    for sighting in first.sightingsOf[outline][index] where first.sightings[sighting].kind >= kind {
      if let operation = table.operationOf[sighting], !found.contains(operation) { found.append(operation) }
    }
    return found
  }

  mutating func enter(level: Int, _ passage: Passage, _ here: [Int]) {
    walk.headingLevel = level
    walk.title = passage.text.plain
    walk.label = ""
    walk.introduction = []
    while let last = walk.outer.last, last.level >= level { walk.outer.removeLast() }
    walk.outer.append((level, walk.title.lowercased()))
    walk.event = nil
    walk.isInItem = false
    walk.status = nil
    let text = passage.text.plain.lowercased()
    if !here.isEmpty {
      walk.operations = here
      walk.level = level
      walk.role = .unknown
      note(stream: text, Source(walk.document, passage.lines))
      return
    }
    if level <= walk.level { walk.operations = [] }
    walk.role = role(of: text) ?? .unknown
    walk.status = StatusText.code(in: text)
    if walk.role == .failure, let status = walk.status, status < 400 { walk.role = .response }
    // A heading under one of events names an event.
    if walk.role == .unknown, let outer = walk.outer.dropLast().last, outer.level > 1, role(of: outer.title) == .event {
      walk.role = .event
    }
    if walk.role == .event || isStreaming { nameEvent(passage.text) }
  }

  var isStreaming: Bool { walk.operations.contains { table.operations[$0].stream.isStated } }

  /// The role that words give to what follows them.
  func role(of text: String) -> Role? {
    let has = WordedText(text).has
    if has(Vocabulary.failure) { return .failure }
    if has(Vocabulary.event) && !has(["listen"]) { return .event }
    let isResponse = has(Vocabulary.response)
    if has(Vocabulary.query) && !isResponse { return .query }
    if has(Vocabulary.headers) && !isResponse && !has(["body"]) { return .headers }
    if has(Vocabulary.form) && !isResponse { return .form }
    if has(Vocabulary.request) && !isResponse { return .request }
    if isResponse { return .response }
    if has(Vocabulary.parameters) { return .parameters }
    if has(Vocabulary.state) { return .state }
    return nil
  }

  // MARK: Text

  mutating func readText(_ passage: Passage, _ here: [Int]) {
    let text = passage.text.plain
    let lowered = text.lowercased()
    var isItem = false
    if case .item = passage.kind { isItem = true }
    if !here.isEmpty {
      walk.operations = here
      walk.level = walk.headingLevel
      walk.isInItem = isItem
      walk.role = .unknown
      walk.status = nil
      note(stream: walk.title.lowercased(), Source(walk.document, passage.lines))
    } else if !isItem, walk.isInItem {
      walk.operations = []
      walk.isInItem = false
    }
    note(stream: lowered, Source(walk.document, passage.lines))
    readFacts(passage)
    if StatusText.has(204, in: text) {
      let source = Source(walk.document, passage.lines)
      change { operation in if operation.success == nil { operation.addAnswer(204, Shape(), source: source) } }
    }
    if !walk.operations.isEmpty {
      readLikeness(lowered, Source(walk.document, passage.lines))
      readReferences(passage, lowered)
    }
    if isItem, readItem(passage) { return }
    // A label says what follows it: short, or ended by a colon, or in bold.
    let firstRun = passage.text.runs.first
    let isLabel =
      text.utf8.count < 120
      && (text.trimmed.hasSuffix(":") || text.trimmed.hasSuffix("：")
        || firstRun?.isStrong == true && (passage.text.runs.count <= 2 || text.utf8.count < 60))
    if isLabel || here.isEmpty && text.utf8.count < 60 && !text.contains(". ") {
      walk.label = lowered
      if isStreaming || walk.role == .event { nameEvent(passage.text) }
      let status = StatusText.told(in: text) ?? (isLabel ? StatusText.code(in: text) : nil)
      if let role = role(of: lowered) {
        walk.role = role
        walk.status = status
        if let status { walk.role = status >= 400 ? .failure : role == .failure ? .response : role }
      } else if let status {
        walk.role = status >= 400 ? .failure : .response
        walk.status = status
      }
    } else if let colon = text.trimmed.last, colon == ":" || colon == "：" {
      let last = lowered.split(whereSeparator: { $0 == "." || $0 == "\n" }).last.map { String($0) } ?? lowered
      if let role = role(of: last) { walk.role = role }
      walk.status = StatusText.code(in: last) ?? walk.status
    }
    readRuns(passage)
    readGeneralHeaders(passage, isItem: isItem)
    // Labels inside a paragraph: "**Response** `200 OK`".
    if !isLabel, firstRun?.isStrong == true, let role = role(of: firstRun?.text.lowercased() ?? "") {
      walk.role = role
      walk.status = StatusText.code(in: text)
      if let status = walk.status, status >= 400 { walk.role = .failure }
    }
  }

  /// Takes the links to other sections: what is answered, or sent, is described there.
  mutating func readReferences(_ passage: Passage, _ lowered: String) {
    let own = role(of: lowered) ?? walk.role
    guard own == .response || own == .request else { return }
    let source = Source(walk.document, passage.lines)
    for link in passage.text.runs.compactMap(\.link) where link.hasPrefix("#") {
      let reference = OperationDraft.Reference(
        anchor: String(link.dropFirst()),
        isRequest: own == .request,
        source: source
      )
      change { $0.said.references.append(reference) }
    }
  }

  /// Reads the code after a label: an example, or the names of query parameters.
  mutating func readRuns(_ passage: Passage) {
    var line = passage.lines.lowerBound
    for text in passage.text.lines {
      defer { line += 1 }
      let source = Source(walk.document, min(line, passage.lines.upperBound))
      let codes = text.runs.filter(\.isCode).map { $0.text.trimmed }
      guard let example = codes.first, !walk.operations.isEmpty else { continue }
      if readAssigned(text, source) { continue }
      let label = text.plain.lowercased()
      if example.hasPrefix("{") || example.hasPrefix("["), example.contains("\"") {
        let own = role(of: String(label.prefix { $0 != "{" && $0 != "[" }))
        if let own { walk.role = own }
        _ = readValues(SampleReader.samples(in: [example], firstLine: source.lines.lowerBound), [example])
      } else if let model = codes.first(where: { first.models.shape(named: TypeName.bare($0)) != nil }) {
        let own = role(of: label) ?? walk.role
        change { operation in
          if own == .response { operation.client.answerModels.append(model) }
          if own == .request { operation.client.requestModels.append(TypeName.bare(model)) }
        }
      } else if role(of: String(label.prefix { $0 != ":" && $0 != "：" })) == .query,
        label.contains(":") || label.contains("：")
      {
        for name in codes where name.isFieldName {
          let field = OperationDraft.Field(
            name: name,
            shape: Shape(types: ["string"], sources: [source], evidence: .stated),
            isRequired: nil,
            sources: [source]
          )
          change { $0.add(field, to: \.request.query) }
        }
      }
    }
  }

  /// Takes a line that is nothing but `name=[type]`, as templates of guides have it.
  private mutating func readAssigned(_ text: MarkdownText, _ source: Source) -> Bool {
    let runs = text.runs.filter { !$0.text.trimmed.isEmpty }
    guard [.request, .query, .form, .parameters, .response].contains(walk.role), let only = runs.first, only.isCode,
      runs.count == 1,
      only.text.contains("=[") || only.text.contains("=<") || only.text.contains(": <"),
      let row = FieldRow(text, under: nil), !row.type.isEmpty
    else { return false }
    return take([statement(of: row, source)], header: "")
  }

  // MARK: What others of this type use

  mutating func change(_ act: (inout OperationDraft) -> Void) {
    for index in walk.operations { table.change(index, act) }
  }
  var place: Walk { walk }
  mutating func set(role: Role, status: Int? = nil) { (walk.role, walk.status) = (role, status) }
  mutating func set(event: String?) { (walk.event, walk.eventLine) = (event, .max) }
  mutating func set(introduction: [String]) {
    walk.introduction = introduction.suffix(4).map { String($0.suffix(500)) }
  }
  mutating func set(operations: [Int], level: Int) { (walk.operations, walk.level) = (operations, level) }
  mutating func addLoose(sample: Shape, of model: String) { loose.samples.append((model, sample)) }
  mutating func addFailure(_ shape: Shape) { generalFailure = generalFailure?.merging(shape) ?? shape }
  mutating func addLoose(states: [String], _ source: Source) {
    // The items of one list are one list of states.
    if let last = loose.states.indices.last, loose.states[last].chain == nil, loose.states[last].section == walk.title,
      loose.states[last].source.document == source.document
    {
      for name in states where loose.states[last].names.count < 200 && !loose.states[last].names.contains(name) {
        loose.states[last].names.append(name)
      }
      return
    }
    loose.states.append(
      LooseStates(names: states, isOfNoCall: walk.operations.isEmpty, section: walk.title, source: source)
    )
  }
  mutating func addLoose(
    comparisons: [(name: String, isFinal: Bool, line: Int)],
    listeners: [(name: String, model: String?, line: Int)]
  ) {
    loose.comparisons += comparisons.map { ($0.name, $0.isFinal, Source(walk.document, $0.line)) }
    loose.listeners += listeners.map { ($0.name, $0.model, Source(walk.document, $0.line)) }
  }
  mutating func readComment(_ text: String, line: Int) { readFact(text, Source(walk.document, line), nil) }
  func operationsHere(_ outline: Int, _ index: Int, from kind: CallSighting.Kind) -> [Int] {
    operations(outline, index, from: kind)
  }
  mutating func changeOperation(_ index: Int, _ act: (inout OperationDraft) -> Void) { table.change(index, act) }

  /// The stream that is spoken of where events are stated without saying whose: the one here, else the only one.
  var streams: [Int] {
    let here = walk.operations.filter { table.operations[$0].stream.isStated }
    if !here.isEmpty { return here }
    guard table.streams.count > 1 else { return table.streams }
    let title = Set(walk.title.nameWords)
    return table.streams.filter { !title.isDisjoint(with: table.operations[$0].target.path.nameWords) }
  }
}

/// The use that a draft makes of a section of a guide.
package struct SectionFate: Sendable {
  /// The document's name in the contract, and its file.
  package var document: String
  package var file: String
  package var title: String
  package var level: Int
  package var lines: ClosedRange<Int>
  /// True if something of the section is in the draft.
  package var isUsed: Bool
  /// The lines that look like API and were not understood.
  package var notUnderstood: [ClosedRange<Int>]
}
