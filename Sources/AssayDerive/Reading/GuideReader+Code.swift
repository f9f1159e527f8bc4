import AssayDocuments

/// The statements of fences.
extension GuideReader {
  /// Reads a fence; `false` where nothing was read from it.
  mutating func readCode(_ code: CodeBlock, _ outline: Int, _ index: Int, _ passage: Passage) -> Bool {
    let here = operationsHere(outline, index, from: .made)
    switch first.fences[outline][index] ?? .other {
    case .commands:
      settle(here)
      if let transcript = EventTranscript(code) { _ = readTranscript(transcript) }
      return !here.isEmpty
    case .wire: return readWire(code, here)
    case .transcript(let transcript): return readTranscript(transcript)
    case .values: return readValues(SampleReader.samples(in: code.code, firstLine: code.firstLine), code.code)
    case .code:
      settle(here)
      readClient(code, outline, index, here)
      return !here.isEmpty || !first.declarations[outline][index].isEmpty
    case .other: return false
    }
  }

  /// A section that announces no call is about the one its commands make.
  private mutating func settle(_ here: [Int]) {
    guard place.operations.isEmpty, here.count == 1 else { return }
    set(operations: here, level: place.headingLevel)
  }

  private mutating func readWire(_ code: CodeBlock, _ here: [Int]) -> Bool {
    if !here.isEmpty {
      if place.operations.isEmpty || here.count == 1 {
        set(operations: here, level: place.operations.isEmpty ? place.headingLevel : place.level)
      }
      set(role: .response)
      if let transcript = EventTranscript(code) { _ = readTranscript(transcript) }
      return true
    }
    for (offset, line) in code.code.enumerated() where line.contains("→") || line.contains("->") {
      readComment(line, line: code.firstLine + offset)
    }
    guard let loose = WireFence(code, document: place.document)?.loose else { return false }
    guard !place.operations.isEmpty else { return takeGeneral(loose.headers) }
    let document = place.document
    let isRequest = place.role != .response && place.role != .failure
    change { operation in
      if isRequest { operation.add(parts: loose, in: document) }
      if loose.contentType?.contains("urlencoded") == true { operation.request.isFormEncoded = true }
      if let body = loose.body {
        let shape = Shape(body, in: document)
        if isRequest, operation.method != "GET" {
          operation.request.body = operation.request.body?.merging(shape) ?? shape
        } else {
          operation.addAnswer(nil, shape, source: Source(document, body.lines))
        }
      }
      for answer in loose.answers where answer.sample != nil || answer.contentType != nil {
        operation.addAnswer(
          answer.status,
          answer.sample.map { Shape($0, in: document) } ?? Shape(),
          contentType: answer.contentType,
          source: Source(document, answer.lines)
        )
      }
    }
    return !loose.form.isEmpty || loose.body != nil || !loose.answers.isEmpty || isRequest && !loose.headers.isEmpty
  }

  private mutating func readTranscript(_ transcript: EventTranscript) -> Bool {
    // Events belong to the call they are shown under.
    let here = place.operations.filter { table.operations[$0].stream.isStated }
    let targets = here.isEmpty && place.operations.count == 1 ? place.operations : streams
    for index in targets { changeOperation(index) { $0.stream.isStated = true } }
    let document = place.document
    guard !targets.isEmpty else {
      guard place.operations.isEmpty else { return false }
      for entry in transcript.entries {
        guard let name = entry.name ?? entry.sample.flatMap({ Discriminator.member(of: $0)?.text }) else { continue }
        take(event: name, entry.sample.map { Shape($0, in: document) }, Source(document, entry.lines))
      }
      return true
    }
    for entry in transcript.entries {
      let source = Source(document, entry.lines)
      if let mark = entry.mark {
        for index in targets { changeOperation(index) { $0.addMark(mark, named: entry.name, source) } }
        continue
      }
      let member = entry.sample.flatMap { Discriminator.member(of: $0) }
      let named = entry.name ?? member?.text ?? place.event
      guard let name = named ?? (entry.sample == nil ? nil : "message") else { continue }
      let discriminator = entry.name == nil ? member?.name : nil
      for index in targets {
        changeOperation(index) {
          $0.addEvent(
            name,
            entry.sample.map { Shape($0, in: document) },
            source,
            isUnnamed: named == nil,
            discriminator: discriminator
          )
          if entry.name != nil { $0.nameEvent(name) }
        }
      }
    }
    return true
  }

  /// Reads examples: of the event, the answer or the request that the scope is about.
  mutating func readValues(_ samples: [Sample], _ code: [String]) -> Bool {
    guard !samples.isEmpty else { return false }
    let rest = readEvents(samples)
    if rest.isEmpty { return true }
    guard !place.operations.isEmpty else { return readOutside(samples) }
    let (role, status) = labelled(code)
    for (position, sample) in rest.enumerated() {
      for index in place.operations {
        let shape = Shape(sample, in: place.document)
        let isGuess = [.unknown, .parameters, .state, .query, .headers].contains(role)
        let own = isGuess ? guess(shape, table.operations[index], position, rest.count) : role
        let source = Source(place.document, sample.lines)
        changeOperation(index) { operation in
          if isGuess { operation.unlabelled.first = operation.unlabelled.first ?? source }
          operation.add(shape, as: own, status, source)
        }
      }
    }
    return true
  }

  /// Takes the examples that are events of a stream the scope is about; returns the others.
  private mutating func readEvents(_ samples: [Sample]) -> [Sample] {
    let streaming = streams
    let isHere = place.operations.isEmpty || place.operations.contains { streaming.contains($0) }
    guard !streaming.isEmpty, place.role == .event || isHere, place.role != .request else { return samples }
    let isEvent = place.role == .event || place.event != nil
    var others: [Sample] = []
    for sample in samples {
      let source = Source(place.document, sample.lines)
      if let name = Discriminator.name(of: sample, expected: place.event, isEvent: isEvent) {
        readEvent(name, sample, streaming, source)
        continue
      }
      let own = place.operations.isEmpty ? streaming : streaming.filter { place.operations.contains($0) }
      guard place.role == .event, !sample.members.isEmpty, !own.isEmpty else {
        others.append(sample)
        continue
      }
      // "Each event:", and nothing that distinguishes it from others.
      let shape = Shape(sample, in: place.document)
      for index in own { changeOperation(index) { $0.addEvent("message", shape, source, isUnnamed: true) } }
    }
    return others
  }

  private mutating func readEvent(_ name: String, _ sample: Sample, _ streaming: [Int], _ source: Source) {
    var shape = Shape(sample, in: place.document)
    // { "event": "x", "data": {…} } shows the frame, not the data.
    if sample.members.count <= 3, sample["event"]?.string == name, let inner = sample["data"], !inner.members.isEmpty {
      shape = Shape(inner, in: place.document)
    }
    let isListed = place.event == name
    let member = Discriminator.member(of: sample)?.name
    for index in streaming {
      changeOperation(index) { operation in
        let own = operation.stream.isLines ? member : nil
        let isUnnamed = operation.stream.isLines && own == nil
        operation.addEvent(name, shape, source, isUnnamed: isUnnamed, discriminator: own, isListed: isListed)
      }
    }
  }

  /// Takes examples with no call around them: of a model, an event, an error, or of what the heading names.
  private mutating func readOutside(_ samples: [Sample]) -> Bool {
    guard let sample = samples.first else { return false }
    let shape = Shape(sample, in: place.document)
    if place.role != .failure, let model = first.models.best(for: shape) {
      addLoose(sample: shape, of: model.name)
      return true
    }
    if place.role == .event || place.event != nil {
      for sample in samples {
        guard let name = Discriminator.name(of: sample, expected: place.event, isEvent: true) else { continue }
        let source = Source(place.document, sample.lines)
        take(event: name, Shape(sample, in: place.document), source, isListed: place.event == name)
      }
      return true
    }
    if place.role != .failure { return takeBlock(shape, isStated: false) }
    addFailure(shape)
    return true
  }

  /// The role and the status of a fence: those of its first line, where that is a comment, else those of the scope.
  private func labelled(_ code: [String]) -> (role: Role, status: Int?) {
    let line = code.first?.trimmed ?? ""
    guard line.hasPrefix("//") || line.hasPrefix("#") else { return (place.role, place.status) }
    let comment = line.lowercased()
    if let code = StatusText.code(in: comment) { return (code >= 400 ? .failure : .response, code) }
    if Vocabulary.has(Vocabulary.response, in: comment) { return (.response, place.status) }
    return (Vocabulary.has(Vocabulary.request, in: comment) ? .request : place.role, place.status)
  }

  /// Returns the role of an unlabelled example: sent or received; `unknown` if all examples must be seen first.
  private func guess(_ shape: Shape, _ operation: OperationDraft, _ position: Int, _ count: Int) -> Role {
    guard ["POST", "PUT", "PATCH"].contains(operation.method) else { return .response }
    // `PUT` and `PATCH` send what they are about (RFC 9110 section 9.3.4, RFC 5789); a status alone has no body.
    let isSending = operation.method != "POST" || operation.success?.status == "204"
    if let body = operation.request.body {
      return body.overlap(with: shape) >= 0.6 && shape.overlap(with: body) >= 0.6 ? .request : .response
    }
    if !operation.request.form.isEmpty || operation.success?.shape.isEmpty == false { return .response }
    if count > 1, position == 0 { return .request }
    if let model = first.models.best(for: shape, isRequest: true)?.name {
      if operation.client.answerModels.contains(model) { return .response }
      if operation.client.requestModels.contains(model) || model.hasSuffix("Request") { return .request }
    }
    return isSending ? .request : .unknown
  }

  private mutating func readClient(_ code: CodeBlock, _ outline: Int, _ index: Int, _ here: [Int]) {
    let names = first.declarations[outline][index].map(\.name)
    if !place.operations.isEmpty, place.operations.count == 1, !names.isEmpty {
      change { $0.client.nearModels += names }
    }
    let tokens = CodeLexer.tokens(of: code)
    for token in tokens where token.kind == .comment { readComment(token.text, line: token.line) }
    let plain = tokens.filter { $0.kind != .comment }
    readComparisons(plain)
    let states = ClientCode.states(in: plain)
    let (listeners, _) = ClientCode.listeners(in: plain, models: Set(first.models.names))
    addLoose(comparisons: states, listeners: listeners)
    if here.isEmpty, !listeners.isEmpty {
      let document = place.document
      for stream in streams {
        changeOperation(stream) { operation in
          operation.client.listeners += listeners.map { ($0.name, $0.model, Source(document, $0.line)) }
        }
      }
    }
  }

  /// `results[i].similarity >= results[i + 1].similarity` and its like in test code.
  private mutating func readComparisons(_ tokens: [CodeToken]) {
    for (index, token) in tokens.enumerated() where token.kind == .word {
      let isAtLeast = ["XCTAssertGreaterThanOrEqual", "toBeGreaterThanOrEqual", "assertGreaterEqual"].contains(
        token.text
      )
      guard isAtLeast || token.text == "XCTAssertLessThanOrEqual" || token.text == "toBeLessThanOrEqual" else {
        continue
      }
      let near = tokens[max(0, index - 12)..<min(index + 24, tokens.count)]
      guard near.contains(where: { $0.isMark("+") || $0.isMark("-") }),
        let dot = near.indices.first(where: {
          near[$0].isMark(".") && near.indices.contains($0 - 1) && near[$0 - 1].isMark("]")
        }), let member = tokens[safe: dot + 1]
      else { continue }
      readComment("sorted by \(member.text) \(isAtLeast ? "descending" : "ascending")", line: token.line)
    }
  }
}

extension OperationDraft {
  /// Adds the parts of a form and the header fields that a fence shows.
  fileprivate mutating func add(parts loose: CallSighting, in document: String) {
    for part in loose.form {
      let source = Source(document, part.line)
      let text = part.value ?? ""
      let field = Field(
        name: part.name,
        shape: TypeExpression.shape(ofWords: text, source) ?? Shape(types: ["string"], sources: [source]),
        isRequired: Remark(text).isOptional ? false : Remark(text).isRequired ? true : nil,
        isFile: part.isFile,
        example: Remark.quotedWords(text).first,
        sources: [source]
      )
      if loose.contentType?.contains("form") == true || request.body == nil && method != "GET" {
        add(field, to: \.request.form)
      } else if method == "GET" {
        add(field, to: \.request.query)
      }
    }
    for header in loose.headers where !OperationTable.plainHeaders.contains(header.name.lowercased()) {
      let source = Source(document, header.line)
      let shape = Shape(types: ["string"], sources: [source])
      add(
        .init(name: header.name, shape: shape, isRequired: true, example: header.value, sources: [source]),
        to: \.request.headers
      )
    }
  }

  /// Adds an example in the role it has.
  fileprivate mutating func add(_ shape: Shape, as role: GuideReader.Role, _ status: Int?, _ source: Source) {
    switch role {
    case .unknown: unlabelled.bodies.append((shape, status, source))
    case .request, .form, .headers:
      if method == "GET" {
        addAnswer(status, shape, source: source)
      } else {
        request.body = request.body?.merging(shape) ?? shape
      }
    case .query:
      for member in shape.members {
        let example = member.shape.sample?.string
        let field = Field(
          name: member.name,
          shape: member.shape,
          isRequired: nil,
          example: example,
          sources: member.shape.sources
        )
        add(field, to: \.request.query)
      }
    case .failure: addAnswer(status, shape, source: source, isFailure: true)
    case .event: unlabelled.events.append((shape, status, source))
    default: addAnswer(status, shape, source: source)
    }
  }
}

/// The member that says which event an example is of.
enum Discriminator {
  static let names = ["type", "event", "event_type", "eventType", "kind"]

  /// - Parameter expected: The event a label named.
  static func name(of sample: Sample, expected: String? = nil, isEvent: Bool = false) -> String? {
    let member = names.lazy.compactMap { text(of: $0, in: sample) }.first {
      expected == nil || expected == $0 || isEvent
    }
    return member ?? expected
  }

  /// The member that says it, and what it says.
  static func member(of sample: Sample) -> (name: String, text: String)? {
    names.lazy.compactMap { name in text(of: name, in: sample).map { (name, $0) } }.first
  }

  private static func text(of name: String, in sample: Sample) -> String? {
    guard let text = sample[name]?.string, text.isFieldName, !text.contains(".") || text.count < 40 else { return nil }
    return text
  }
}
