import AssayDocuments
import AssayText

/// The second pass over the guides: reads every example, table and list, and finds the operation it belongs to.
struct GuideReader {
  let first: SightingReader
  var table: OperationTable
  /// The statements found in sections without an operation, which are assigned to operations later.
  struct Loose {
    /// Statements about the order of a list, such as "Sorted by …".
    var orders: [OperationDraft.Order] = []
    /// Lists of states for which the guide names no operation.
    var states: [LooseStates] = []
    /// The names that sentences say a job or a stream ends with.
    var finalStates: Set<String> = []
    /// The comparisons with states and the listeners of client code that makes no call.
    var client = CallSighting.Client()
    /// A statement about the polling interval, such as "Poll every …".
    var interval: (text: String, source: Source)?
    /// Examples, outside operations, that show a model.
    var samples: [(model: String, shape: Shape)] = []
    var events: [LooseEvent] = []
    /// The bodies of failures that sections without an operation show, each with its status if one is named.
    var failures: [(status: Int?, shape: Shape)] = []
    /// Calls that examples make where another call is spoken of: that one, and the example's.
    var otherCalls: [(own: Int, other: Int, source: Source)] = []
  }

  var loose = Loose()
  /// The header fields that all requests need, stated outside operations.
  var generalHeaders: [OperationDraft.Field] = []
  /// Passages outside any call that describe what their heading names, a type or a shared response, by their titles.
  var blocks = OrderedDictionary<String, NamedBlock>()
  var walk = Walk()

  enum Role { case unknown, request, response, failure, parameters, query, form, headers, event, state }

  /// The reader's position in a guide.
  struct Walk {
    var outline = 0
    /// The index of the passage that is being read, and that of its section.
    var passage = 0
    var section = 0
    var operations: [Int] = []
    /// The operations around the section of a type, and the level of its heading.
    var around: (level: Int, operations: [Int])?
    /// The level of the heading whose section is about the current operations.
    var level = 0
    var isInItem = false
    /// The operations that each section announces.
    var announced: [Set<Int>] = []
    /// The operation of a guide that has no other.
    var only: Int?
    /// True if the heading of the call is a label, "Endpoint: /x", and those next to it may be others.
    var isLabelHeading = false
    /// True if the line of the call says that it sends a form.
    var isForm = false
    /// True if a command alone makes the call.
    var isMade = false
    var role = Role.unknown
    /// True if the last label or heading says what follows it.
    var isLabelled = false
    /// True if it has no text of its own after it.
    var isOpen = false
    /// True if it only lists the statuses of failures: "Errors: `404`, `401`."
    var isOfStatuses = false
    var status: Int?
    /// The first success that items of the list around list.
    var listedSuccess: Int?
    /// The name of the event that the guide is describing at this point; `nil` if none.
    var event: String?
    /// The depth of the list whose items are events; `nil` outside of one.
    var eventDepth: Int?
    /// The line on which the guide named the current event.
    var eventLine = Int.max
    var headingLevel = 0
    var title = ""
    /// The enclosing headings, the outermost first.
    var outer: [(level: Int, title: String)] = []
    var label = ""
    /// The calls of lists by what the item around them or before them calls them, and the last such item.
    var groups: [String: [Int]] = [:]
    var group = ""
    /// The member whose items the last label is about: "The objects in `jobs` have:".
    var list: String?
    /// True if the last label names a member of an event: what follows lists its values.
    var isOfValues = false
    /// The last sentences of the last paragraph under the heading, in lower case.
    var introduction: [String] = []
  }

  init(_ guides: [Guide]) {
    first = SightingReader(guides)
    table = OperationTable(first.sightings, bases: first.bases, ids: first.ids)
    for outline in first.outlines.indices { read(outline) }
  }

  // MARK: The walk

  /// The name of the guide that is being read.
  var document: String { first.outlines[walk.outline].name }
  /// The kind of the fence that is being read.
  var fence: Fence { first.fences[walk.outline][walk.passage] }

  mutating func read(_ outline: Int) {
    let guide = first.outlines[outline]
    walk = Walk()
    walk.outline = outline
    walk.announced = guide.sections.map { _ in [] }
    for (index, passage) in guide.passages.enumerated() {
      walk.announced[passage.section].formUnion(operations(at: index, from: .announced))
    }
    let all = Set(guide.passages.indices.flatMap { operations(at: $0, from: .linked) })
    if all.count == 1, let only = all.first { begin(guide, of: only) }
    for (index, passage) in guide.passages.enumerated() {
      walk.passage = index
      read(passage)
    }
  }

  private mutating func read(_ passage: Passage) {
    let here = operations(at: walk.passage, from: .announced)
    walk.section = passage.section
    if passage.depth == 0 { leaveList() }
    switch passage.kind {
    case .heading(let level): enter(level: level, passage, here)
    case .paragraph, .item: readText(passage, here, operations(at: walk.passage, from: .named))
    case .code(let code): readCode(code, passage)
    case .table(let found): readTable(found, here)
    }
  }

  /// Returns the operations that a passage shows or names, each once. Sightings weaker than `kind`, such as a mention
  /// in running text, do not count.
  func operations(at index: Int, from kind: CallSighting.Kind) -> [Int] {
    var found: [Int] = []
    for sighting in first.sightingsOf[walk.outline][index] where first.sightings[sighting].kind >= kind {
      if let operation = table.operationOf[sighting] { found.add(operation) }
    }
    return found
  }

  /// The level of the heading that a call here is the subject of: one that says only "Request" is a part of its section.
  var subjectLevel: Int {
    let around = walk.outer.last { _, title in
      title.nameWords.count > 2 || role(of: title) == nil && !PathLabels.isPathOrMethod(title)
    }
    return around.map { $0.level > 1 ? $0.level : walk.headingLevel } ?? walk.headingLevel
  }

  /// Sets the operations that the section around this place describes. After a heading that says "Endpoint", headings of
  /// its level that say "Request" or "Response" describe them as well.
  mutating func startSubject(_ operations: [Int]) {
    (walk.operations, walk.level) = (operations, subjectLevel)
    walk.isLabelHeading = PathLabels.isPathOrMethod(walk.title.lowercased().trimmed)
  }

  /// The passages of the guide that is read.
  var passages: [Passage] { first.outlines[walk.outline].passages }

  /// True under a heading that says "Request" alone, whose examples and tables describe requests.
  var isUnderRequest: Bool { role(of: walk.title.lowercased()) == .request && isRoleAlone(walk.title) }

  /// Returns true if each word of a title says what follows, such as "Request body" or "Event types".
  func isRoleAlone(_ title: String) -> Bool {
    // "4.1 Request"
    let words = title.lowercased().nameWords.filter { Int($0) == nil }
    return !words.isEmpty && words.allSatisfy { role(of: $0) != nil || Self.parts.contains($0) }
  }

  private static let parts = CommaSeparated.set("example, examples, body, schema, format, type, types, stream, and")

  /// True under a heading that says "Webhooks" or "Callback" alone: the server makes those calls. Not so where a call of
  /// the guide sets one up.
  private var isUnderCallbacks: Bool {
    walk.outer.contains { _, title in title.has(.webhooks) && title.nameWords.allSatisfy { $0.has(.webhooks) } }
      && !table.operations.contains { $0.target.path.lowercased().has(.webhooks) }
  }

  /// Goes on after a list of statuses: what follows is of the call that succeeds, where one of them says so.
  private mutating func leaveList() {
    if let status = walk.listedSuccess, walk.role == .failure { (walk.role, walk.status) = (.response, status) }
    (walk.listedSuccess, walk.eventDepth) = (nil, nil)
  }

  mutating func enter(level: Int, _ passage: Passage, _ here: [Int]) {
    walk.headingLevel = level
    walk.title = passage.text.plain
    (walk.label, walk.list, walk.isOfValues) = ("", nil, false)
    walk.introduction = []
    while let last = walk.outer.last, last.level >= level { walk.outer.removeLast() }
    walk.outer.append((level, walk.title.lowercased()))
    walk.event = nil
    if let around = walk.around, level <= around.level { (walk.operations, walk.around) = (around.operations, nil) }
    if walk.isInItem { walk.operations = [] }
    walk.isInItem = false
    walk.status = nil
    let text = passage.text.plain.lowercased()
    walk.isLabelled = false
    if !here.isEmpty {
      // "Request body (`POST /x`)"
      let own = role(of: String(text.prefix { !"(`（".contains($0) }))
      let isPart = text.contains { "(（".contains($0) } && (own == .request || own == .response)
      (walk.operations, walk.level, walk.role) = (here, level, isPart ? own ?? .unknown : .unknown)
      walk.isLabelHeading = PathLabels.isPathOrMethod(text.prefix { $0 != ":" }.trimmed)
      note(stream: text, of: here, Source(document, passage.lines))
      return
    }
    let isPart =
      walk.isLabelHeading && level == walk.level && (isRoleAlone(text) || PathLabels.isPathOrMethod(text))
    if level <= walk.level && !isPart || isUnderCallbacks { walk.operations = [] }
    let key = OperationTable.singular(NamedBlock.key(walk.title))
    if !walk.operations.isEmpty, role(of: text) == nil, !text.has(.authentication), first.types.contains(key) {
      (walk.around, walk.operations) = ((level, walk.operations), [])
    }
    // A name in code says nothing of its own, `response.created` may be an event; only that of a state's member does.
    let isName = passage.text.runs.allSatisfy { $0.isCode || !$0.text.contains(where: \.isLetter) }
    let isState = Refinement.stateNames.contains(text.trimmingMarks)
    // Under one of events it names an event, whatever the words after it are: "9. `phase_change` - state changed".
    let around = walk.outer.dropLast().last.flatMap { $0.level > 1 ? role(of: $0.title) : nil }
    let first = passage.text.runs.first { $0.isCode || $0.text.contains(where: \.isLetter) }
    let isEvent = around == .event && first.map { $0.isCode && $0.text.isEventName } == true
    let own = isEvent || isName && !isState && !text.contains("/") ? nil : role(of: text)
    (walk.isMade, walk.role) = (false, own ?? .unknown)
    (walk.isLabelled, walk.isOpen, walk.isOfStatuses) = (walk.role != .unknown, walk.role != .unknown, false)
    walk.status = StatusText.code(in: text)
    if walk.role == .failure, let status = walk.status, status < 400 { walk.role = .response }
    // What a heading says is of what the one around it says: one under one of events names an event.
    if walk.role == .unknown, let around, [.event, .request, .response, .failure].contains(around) {
      (walk.role, walk.isLabelled) = (around, true)
    }
    // What a guide of one call says under a heading of answers, requests or events is about that call.
    if walk.operations.isEmpty, walk.role != .unknown, walk.around == nil, !isUnderCallbacks, let only = walk.only {
      (walk.operations, walk.level) = ([only], level)
    }
    if passage.text.eventLine != nil { walk.role = .event }
    guard walk.role == .event || isStreaming else { return }
    nameEvent(passage.text)
    // A heading in code, under one of events, lists an event.
    if walk.role == .event, own == nil, let event = walk.event, passage.text.runs.contains(where: \.isCode) {
      take(event: event, nil, Source(document, passage.lines), isListed: true)
    }
  }

  var isStreaming: Bool { walk.operations.contains { table.operations[$0].stream.isStated } }

  /// Returns the role that words give to the content after them.
  func role(of text: String) -> Role? {
    let has = WordedText(text).has
    if has(.failure) { return .failure }
    // "The SSE proxy reads …" is a sentence about a server, "SSE" a label.
    let isEvent = has(.eventNames) || has(["sse"]) && text.nameWords.count <= 4
    if isEvent && !has(["listen"]) || isStreaming && has(Self.pieces) || has(Self.lines) && !has(.request) {
      return .event
    }
    if has(.response) { return .response }
    if has(.query) { return .query }
    if has(.headers) && !has(["body"]) { return .headers }
    if has(.form) { return .form }
    if has(.request) { return .request }
    if has(.parameters) { return .parameters }
    if has(.state) { return .state }
    return nil
  }

  mutating func change(_ act: (inout OperationDraft) -> Void) {
    table.change(walk.operations, act)
  }

  /// Returns states that the current section lists.
  func looseStates(_ names: [String], _ source: Source) -> LooseStates {
    LooseStates(names: names, operations: walk.operations, section: walk.title, source: source)
  }

  mutating func addLoose(states: [String], meanings: [String: String] = [:], _ source: Source, isNew: Bool = false) {
    var list = looseStates([], source)
    // The items of one list are one list of states.
    if !isNew, let last = loose.states.last, last.chain == nil, last.section == walk.title,
      last.operations == walk.operations, last.source.document == source.document
    {
      list = loose.states.removeLast()
    }
    for name in states where list.names.count < 200 && !list.names.contains(name) {
      list.names.append(name)
      list.places[name] = source
    }
    list.meanings.merge(meanings) { first, _ in first }
    let first = list.source.lines.lowerBound
    list.source = Source(source.document, first...max(first, source.lines.upperBound))
    loose.states.append(list)
  }

  /// The stream that events belong to if the text does not name it: the one in scope, or else the only one.
  var streams: [Int] {
    let here = walk.operations.filter { table.operations[$0].stream.isStated }
    if !here.isEmpty { return here }
    guard table.streams.count > 1 else { return table.streams }
    // "Events" alone names none of several.
    let title = Set(walk.title.nameWords.filter { !$0.has(.event) })
    return table.streams.filter { !title.isDisjoint(with: table.operations[$0].target.path.nameWords) }
  }
}
