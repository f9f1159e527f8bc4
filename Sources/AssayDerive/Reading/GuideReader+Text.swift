import AssayDocuments
import AssayText

/// Reading of paragraphs and labels.
extension GuideReader {
  mutating func readText(_ passage: Passage, _ announced: [Int], _ named: [Int]) {
    let text = passage.text.plain
    let here = announced.isEmpty && leads(passage, to: named) ? named : announced
    let lowered = text.lowercased()
    let source = Source(document, passage.lines)
    var isItem = false
    if case .item = passage.kind { isItem = true }
    if !here.isEmpty {
      startSubject(here)
      let isAlone = walk.announced[passage.section].count == 1
      walk.isInItem = isItem && !isAlone
      (walk.role, walk.isLabelled, walk.isMade, walk.status) = (isUnderRequest ? .request : .unknown, false, false, nil)
      walk.isForm = lowered.has(.form)
      if isAlone { note(stream: walk.title.lowercased(), of: here, source) }
    } else if !isItem, walk.isInItem {
      walk.operations = []
      walk.isInItem = false
    }
    let isOfNamed = walk.operations.isEmpty || named.contains { table.operations[$0].isNamedAsStream }
    // A label after a command is of what follows.
    if !(walk.isMade && text.trimmed.hasSuffix(":") && !lowered.has(.response)) {
      note(stream: lowered, of: isOfNamed ? named : walk.operations, source)
    }
    // "`POST /x?stream=true` or `GET /x/{id}/stream` returns …": what follows is of both.
    if !here.isEmpty || walk.operations.isEmpty && !isItem, named.count > here.count,
      named.allSatisfy({ table.operations[$0].stream.isStated })
    {
      startSubject(named)
    }
    if isStreaming { noteLines(passage.text) }
    readQuery(of: passage, announced)
    readFacts(passage)
    if StatusText.has(204, in: text) {
      change { operation in if operation.success == nil { operation.addAnswer(204, Shape(), source: source) } }
    }
    if !walk.operations.isEmpty {
      // "**size**: same as above" is about a field.
      let first = passage.text.runs.first
      let member = first.flatMap { $0.isCode && $0.text.isFieldName && Methods.named($0.text) == nil ? $0.text : nil }
      let isOfField =
        isItem
        && first.map { $0.isCode && StatusText.code(in: $0.text) == nil || $0.isStrong && role(of: lowered) == nil }
          == true
      if !isOfField || member != nil, !readLikeness(lowered, of: member, source), let member {
        readType(of: member, lowered, source)
      }
      readStatus(text, lowered, source)
      readReferences(passage, lowered)
    }
    if readEventLines(passage) || readObject(passage) || isItem && readItem(passage) || readHeaderLines(passage) {
      return
    }
    // All that is below an event is about it.
    if walk.role != .event || passage.depth <= walk.eventDepth ?? passage.depth {
      readLabel(passage, isAlone: here.isEmpty)
    }
    readRuns(passage)
    readGeneralHeaders(passage, isItem: isItem)
  }

  /// Reads query strings: "Search: ?search=text" below a call, or "Orders: ?state=open" after a list that begins with
  /// "Orders".
  private mutating func readQuery(of passage: Passage, _ announced: [Int]) {
    let text = passage.text.plain.lowercased()
    let label = text.prefix { $0 != ":" && $0 != "：" }.trimmed
    if !announced.isEmpty {
      let name = label.contains("/") ? walk.group : label
      if !name.isEmpty, walk.groups[name] == nil { walk.groups[name] = announced }
      walk.group = ""
      return
    }
    if case .item = passage.kind { walk.group = label.utf8.count < 60 ? label : "" }
    guard text.contains("?") else { return }
    for (line, source) in passage.lines(in: document) {
      let words = line.plain.split { $0.isWhitespace || "`()".contains($0) }.filter {
        $0.hasPrefix("?") && $0.contains("=")
      }
      let pairs = words.compactMap { CallTarget("/query" + $0)?.query }.flatMap { $0 }
      let asked = (walk.groups[label] ?? walk.operations).filter { table.operations[$0].method == "GET" }
      let plain = asked.filter { table.operations[$0].parameters.isEmpty }
      for pair in pairs {
        table.change(plain.isEmpty ? asked : plain.prefix(1).map { $0 }) {
          $0.add(OperationDraft.Field(name: pair.name, nil, source), to: \.request.query)
        }
      }
    }
  }

  /// Returns true if a paragraph names the call whose example follows it, where no heading or label does: "Then ask
  /// `GET /x/{id}`:".
  private func leads(_ passage: Passage, to named: [Int]) -> Bool {
    guard named.count == 1, case .paragraph = passage.kind, passage.depth == 0,
      passage.text.plain.trimmed.ends(":", "："), passages[safe: walk.passage + 1]?.section == walk.section
    else { return false }
    let isAlone = walk.announced[walk.section].isEmpty
    switch first.fences[walk.outline][walk.passage + 1] {
    case .values: return isAlone
    case .transcript: return isAlone || table.operations[named[0]].isNamedAsStream
    default: return false
    }
  }

  private static let items = WordList("objects, items, elements, entries, each, array, list")

  /// Takes a label for what follows it: short, or ended by a colon, or in bold.
  private mutating func readLabel(_ passage: Passage, isAlone: Bool) {
    let text = passage.text.plain
    let lowered = text.lowercased()
    let first = passage.text.runs.first
    let isEnded = text.trimmed.ends(":", "：")
    let members = passage.text.runs.filter { $0.isCode && $0.text.isFieldName }
    if passage.depth == 0 {
      walk.list = isEnded && members.count == 1 && lowered.has(Self.items) ? members[0].text : nil
      walk.isOfValues = isEnded && isMember(text.trimmingMarks)
    }
    let isBold = first?.isStrong == true && (passage.text.runs.count <= 2 || text.utf8.count < 60)
    // "**Name** – what it is": the bold words are the label.
    let labelled = isBold && !isEnded && passage.depth > 0 ? first?.text.lowercased() ?? lowered : lowered
    let isLabel = text.utf8.count < 120 && (isEnded || isBold)
    if isLabel || isAlone && text.utf8.count < 60 && !text.contains(". ") {
      walk.label = lowered
      if isStreaming || walk.role == .event { nameEvent(passage.text) }
      if isLabel { walk.isLabelled = false }
      let status = StatusText.told(in: text) ?? (isLabel ? StatusText.code(in: text) : nil)
      // "Consulta cada 3 segundos." is a sentence with a verb, and no label of a query.
      let isSentence = text.trimmed.ends(".", "。")
      let role = role(of: labelled).flatMap { isSentence && $0 == .query ? nil : $0 } ?? presenceRole(of: labelled)
      // A request, in a section of several calls, is that of the only one that sends a body.
      if role == .request, isEnded, walk.operations.isEmpty {
        walk.operations = onlySender
      }
      // A line "Parameters" under a heading of header fields says nothing new.
      let isNothingNew =
        !isLabel && [.request, .parameters].contains(role) && [.headers, .query, .form].contains(walk.role)
      take(label: text, isNothingNew ? walk.role : role, status)
    } else if isEnded {
      let last = lowered.split(whereSeparator: { $0 == "." || $0 == "\n" }).last.map { String($0) } ?? lowered
      if let role = role(of: last) { walk.role = role }
      walk.status = StatusText.code(in: last) ?? walk.status
    }
  }

  /// The role of fields that a label says must be sent or may be: "Optional fields: `note`".
  private func presenceRole(of label: String) -> Role? {
    guard walk.operations.count == 1, table.operations[walk.operations[0]].sendsBody, !isStreaming,
      String(label.prefix { $0 != ":" && $0 != "：" }).nameWords.count <= 3, label.has(Self.nouns),
      Columns.isOfPresence(label)
    else { return nil }
    return .request
  }

  /// The operation of the section that sends a body, if there is only one.
  var onlySender: [Int] {
    let senders = walk.announced[walk.section].filter { table.operations[$0].sendsBody }
    return senders.count == 1 ? Array(senders) : []
  }

  private mutating func take(label text: String, _ role: Role?, _ status: Int?) {
    if let role {
      let colon = text.firstIndex { $0 == ":" || $0 == "：" }
      let rest = colon.map { String(text[$0...].dropFirst()).trimming("*_ ") } ?? ""
      walk.isOpen = rest.isEmpty
      walk.isOfStatuses =
        role == .failure && !rest.isEmpty
        && rest.wordParts().allSatisfy { StatusText.code(in: $0) != nil || Vocabulary.isLink($0.lowercased()) }
      walk.isLabelled = !text.hasSuffix(".")
      // One label may give the status, and the next the body.
      walk.status = status ?? (role == .response && walk.role == .response ? walk.status : nil)
      walk.role = role
      if status == nil, role == .response, let outer = walk.outer.last, self.role(of: outer.title) == .failure {
        walk.role = .failure
      }
    }
    guard let status else { return }
    walk.event = nil
    walk.role = status >= 400 ? .failure : role == nil || role == .failure ? .response : walk.role
    walk.status = status
  }

  /// Reads an example that a passage has in its text: "payload: { name: 'Ann' }", over several lines.
  mutating func readObject(_ passage: Passage) -> Bool {
    let lines = passage.text.lines.map(\.plain)
    let label = passage.text.plain.prefix { $0 != "{" }.lowercased()
    guard lines.count > 1, !walk.operations.isEmpty, !passage.text.runs.contains(where: \.isCode),
      let own = label.isEmpty && [.request, .response].contains(walk.role) ? walk.role : role(of: label)
    else { return false }
    let samples = SampleReader.samples(in: lines, firstLine: passage.lines.lowerBound)
    guard samples.count == 1, samples[0].isShown else { return false }
    (walk.role, walk.status) = (own, nil)
    guard own == .headers else { return readValues(samples) }
    let (shape, source) = (Shape(samples[0], in: document), Source(document, samples[0].lines))
    change { $0.add(shape, as: .headers, nil, source) }
    return true
  }

  /// Reads the lines under a label of header fields: `X-Api-Key: KEY`.
  mutating func readHeaderLines(_ passage: Passage) -> Bool {
    let fields = passage.lines(in: document).map { (WireFence.header($0.text.plain.trimmed), $0.source) }
    guard walk.role == .headers, walk.isOpen, passage.depth == 0, !walk.operations.isEmpty,
      fields.allSatisfy({ $0.0.map { $0.value.split(separator: " ").count <= 3 } ?? false })
    else { return false }
    for (field, source) in fields {
      guard let (name, value) = field, !OperationTable.plainHeaders.contains(name.lowercased()) else { continue }
      var header = OperationDraft.Field(name: name, value, source)
      header.isRequired = true
      change { $0.add(header, to: \.request.headers) }
    }
    return true
  }

  private static let taking = WordList(
    "takes, take, accepts, accept, expects, nimmt, erwartet, prend, accepte, recibe, acepta, принимает, 接受, 接收, 受け取"
  )

  /// Returns the sections and types that a text names by links and in code, each with the role that the words of its
  /// sentence before it give it: "Body: `WorkInput`. Response: `Work[]`."
  private func names(in text: MarkdownText) -> [(name: String, role: Role?, isList: Bool)] {
    var names: [(name: String, role: Role?, isList: Bool)] = []
    var before = ""
    for (place, run) in text.runs.enumerated() {
      let link = run.link.flatMap { $0.hasPrefix("#") ? String($0.dropFirst()) : nil }
      let bare = TypeName.bare(run.text)
      let isType = run.isCode && bare.first?.isUppercase == true && bare.isFieldName
      guard let name = link ?? (isType ? bare : nil) else {
        before += run.text.lowercased()
        continue
      }
      let words = before.split { ".\n".contains($0) }.last.map { String($0) } ?? ""
      let next = text.runs[safe: place + 1]?.text.nameWords.first ?? ""
      names.append(
        (
          name, role(of: words) ?? (words.has(Self.taking) ? .request : nil),
          TypeName.isList(run.text) || (words.nameWords + [next]).contains { TypeWords.type($0) == "array" }
        )
      )
      before = ""
    }
    return names
  }

  /// Records the types and the sections that describe what is returned or sent.
  mutating func readReferences(_ passage: Passage, _ lowered: String) {
    let source = Source(document, passage.lines)
    let found = names(in: passage.text)
    let hasLink = passage.text.runs.contains { $0.link != nil }
    for name in found {
      guard let own = name.role ?? (found.count == 1 ? role(of: lowered) ?? (hasLink ? walk.role : nil) : nil),
        own == .response || own == .request
      else { continue }
      let isRequest = own == .request
      change {
        $0.said.references.append(.init(anchor: name.name, isRequest: isRequest, isList: name.isList, source: source))
      }
    }
    let own = role(of: lowered) ?? walk.role
    guard found.isEmpty, own == .response || own == .request else { return }
    // "Response: see section Errors", "see the Errors section".
    if lowered.utf8.count < 80, lowered.contains("section"), let see = lowered.firstRange(of: "see ") {
      let words = lowered[see.upperBound...].nameWords.filter { !["the", "section", "above", "below"].contains($0) }
      let anchor = words.joined(separator: "-")
      change { $0.said.references.append(.init(anchor: anchor, isRequest: own == .request, source: source)) }
    }
  }

  /// Reads code in running text after a label: an example of a request or response, or the names of query parameters.
  mutating func readRuns(_ passage: Passage) {
    var before = ""
    for (text, source) in passage.lines(in: document) {
      let codes = text.runs.filter(\.isCode).map { $0.text.trimmed }
      // A label may have a line of its own.
      let label = before + text.plain.lowercased()
      before = text.plain.trimmed.ends(":", "：") ? label : ""
      // A line below "Request: `{ … }`" is the label of what follows.
      if codes.isEmpty, !before.isEmpty, let own = role(of: text.plain.lowercased()) { walk.role = own }
      guard !codes.isEmpty, !walk.operations.isEmpty else { continue }
      if readAssigned(text, source) { continue }
      if let (value, own) = shown(in: text) {
        if let own { walk.role = own }
        _ = readValues(SampleReader.samples(in: [value], firstLine: source.lines.lowerBound))
      } else if codes.contains(where: { first.models.shape(named: TypeName.bare($0)) != nil }) {
        let found = names(in: text).filter { first.models.shape(named: $0.name) != nil }
        for model in found {
          let own = model.role ?? (found.count == 1 ? role(of: label) ?? walk.role : .unknown)
          change { operation in
            if own == .response { operation.client.answerModels.append(model.name + (model.isList ? "[]" : "")) }
            if own == .request { operation.client.requestModels.append(model.name) }
          }
        }
      } else if let (names, own) = members(in: text) ?? namedFields(in: text) {
        let around = (walk.role, walk.isLabelled)
        (walk.role, walk.isLabelled) = (own, true)
        _ = take(names.map { statement(of: FieldRow(path: $0, about: ""), source) })
        (walk.role, walk.isLabelled) = around
      } else if label.containsAny(":", "：") {
        let title = String(label.prefix { $0 != ":" && $0 != "：" })
        let isForm =
          role(of: title) == .form
          || (walk.isForm || walk.role == .form) && title.has(["field", "fields", "part", "parts", "字段"])
        let isFile = title.has(Self.nouns) && codes.count == 1 && TypeWords.type(codes[0]) == "file"
        guard isForm || isFile || role(of: title) == .query else { continue }
        for name in codes where name.isFieldName {
          var field = OperationDraft.Field(name: name, nil, source)
          field.isFile = isFile || isForm && label.nameWords.contains { TypeWords.type($0) == "file" }
          change { $0.add(field, to: isForm || isFile ? \.request.form : \.request.query) }
        }
      }
    }
  }

  static let nouns = WordList(
    "property, properties, field, fields, member, members, campo, campos, champ, feld, felder, поля, 字段, フィールド"
  )
  /// Words after which the members of something are listed.
  private static let holding =
    nouns
    + [
      "with", "has", "have", "contains", "contain", "containing", "includes", "include", "including", "returns",
      "return",
      "mit", "enthält", "avec", "contient", "con", "contiene", "包含", "返回", "传",
    ]

  /// Returns the members that a sentence says are sent or returned, in code: "Returns a job with `id` and `url`", "a
  /// payload with property `uri`".
  private func members(in text: MarkdownText) -> (names: [String], role: Role)? {
    guard let first = text.runs.firstIndex(where: { $0.isCode && $0.text.isFieldName }) else { return nil }
    let before = text.runs[..<first].filter { !$0.isCode }.map(\.text).joined().lowercased()
    let listed = text.runs[first...].prefix { run in
      run.isCode || run.text.split { " ,、".contains($0) }.allSatisfy { Vocabulary.conjunctions.contains(String($0)) }
    }
    let names = listed.filter(\.isCode).map { $0.text.trimmed }
    let isForm = text.runs[..<first].contains { $0.text.lowercased().has(.form) }
    let own: Role? =
      before.has(.response) ? .response : before.has(.request) ? (isForm ? .form : .request) : nil
    guard let own, !before.has(.failure), !before.has(.headers), !before.has(.denied),
      String(before.trimmed.split(separator: " ").last ?? "").has(names.count > 1 ? Self.holding : Self.nouns)
        || names.count > 1 && before.trimmed.ends("'s", "’s"),
      names.allSatisfy({ $0.isFieldName && !["true", "false", "null"].contains($0) }),
      names.count(where: { Vocabulary.isState($0) }) * 2 < names.count
    else { return nil }
    return (names, own)
  }

  /// Returns the fields that a line lists after a label for those that must be sent or may be.
  private func namedFields(in text: MarkdownText) -> (names: [String], role: Role)? {
    let label = String(text.plain.lowercased().prefix { $0 != ":" && $0 != "：" })
    guard label.utf8.count < text.plain.utf8.count, let own = presenceRole(of: label) else { return nil }
    let names = text.runs.filter(\.isCode).map { $0.text.trimmed }.filter(\.isFieldName)
    return names.isEmpty ? nil : (names, own)
  }

  /// Returns the value that a line shows in code, and the role that the words before it give it: an example, or the
  /// shape of what a label or an arrow says is sent or returned, "Returns `{ id: string, size }`". Before it there may be
  /// the call.
  private func shown(in text: MarkdownText) -> (value: String, role: Role?)? {
    guard let place = text.runs.firstIndex(where: { $0.isCode && $0.text.trimmed.begins("{", "[") }) else { return nil }
    let value = text.runs[place].text.trimmed
    if value.hasPrefix("["), Remark.quotedWords(value).contains(where: Vocabulary.isState) { return nil }
    let before = text.runs[..<place]
    let codes = before.filter(\.isCode).map { $0.text.trimmingMarks }
    guard codes.allSatisfy({ $0.contains("/") || Methods.named($0) != nil }) else { return nil }
    let words = before.filter { !$0.isCode }.map(\.text).joined().lowercased().trimmed
    let isArrow = words.ends("→", "->", "=>", "⇒")
    let own = isArrow ? .response : role(of: words)
    if value.contains("\"") { return codes.isEmpty || isArrow || own == .response ? (value, own) : nil }
    return value.hasPrefix("{") && value.hasSuffix("}") && value.contains { ":,".contains($0) }
      && [.request, .response].contains(own) ? (value, own) : nil
  }

  /// Reads a line that contains only `name=[type]`, as in templates of guides.
  private mutating func readAssigned(_ text: MarkdownText, _ source: Source) -> Bool {
    let runs = text.runs.filter { !$0.text.trimmed.isEmpty }
    guard [.request, .query, .form, .parameters, .response].contains(walk.role), let only = runs.first, only.isCode,
      runs.count == 1,
      only.text.containsAny("=[", "=<", ": <"),
      let row = FieldRow(text, under: nil), !row.type.isEmpty
    else { return false }
    return take([statement(of: row, source)])
  }
}
