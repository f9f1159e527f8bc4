import AssayDocuments

/// What fences say.
extension GuideReader {
  /// Reads a fence; `false` where nothing came of it.
  mutating func readCode(_ code: CodeBlock, _ outline: Int, _ index: Int, _ passage: Passage) -> Bool {
    let here = operationsHere(outline, index, from: .made)
    switch first.fences[outline][index] ?? .other {
    case .commands:
      settle(here)
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
      if let transcript = EventTranscript(code) { return readTranscript(transcript) || true }
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
      for part in loose.form where isRequest {
        let source = Source(document, part.line)
        let text = part.value ?? ""
        let shape = TypeExpression.shape(ofWords: text, source) ?? Shape(types: ["string"], sources: [source])
        let field = OperationDraft.Field(
          name: part.name,
          shape: shape,
          isRequired: Remark(text).isOptional ? false : Remark(text).isRequired ? true : nil,
          isFile: part.isFile,
          example: Remark.quotedWords(text).first,
          sources: [source]
        )
        if loose.contentType?.contains("form") == true || operation.body == nil && operation.method != "GET" {
          operation.add(field, to: \.form)
        } else if operation.method == "GET" {
          operation.add(field, to: \.query)
        }
      }
      for header in loose.headers where isRequest && !OperationTable.plainHeaders.contains(header.name.lowercased()) {
        let source = Source(document, header.line)
        let shape = Shape(types: ["string"], sources: [source])
        operation.add(
          .init(name: header.name, shape: shape, isRequired: true, example: header.value, sources: [source]),
          to: \.headers
        )
      }
      if loose.contentType?.contains("urlencoded") == true { operation.isFormEncoded = true }
      if let body = loose.body {
        let shape = Shape(body, in: document)
        if isRequest, operation.method != "GET" {
          operation.body = operation.body?.merging(shape) ?? shape
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
    var targets = streams
    if targets.isEmpty {
      targets = place.operations
      for index in targets { changeOperation(index) { $0.isStream = true } }
    }
    guard !targets.isEmpty else { return false }
    let document = place.document
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

  /// Examples: of the event, the answer or the request that is spoken of.
  mutating func readValues(_ samples: [Sample], _ code: [String]) -> Bool {
    guard !samples.isEmpty else { return false }
    let document = place.document
    var remaining = samples[...]
    // Events told by a member, or named by the label before.
    let streaming = streams
    if !streaming.isEmpty,
      place.role == .event || place.operations.isEmpty || place.operations.contains(where: { streaming.contains($0) }),
      place.role != .request
    {
      var others: [Sample] = []
      for sample in samples {
        guard
          let name = Discriminator.name(
            of: sample,
            expected: place.event,
            isEvent: place.role == .event || place.event != nil
          )
        else {
          let own = place.operations.isEmpty ? streaming : streaming.filter { place.operations.contains($0) }
          guard place.role == .event, !sample.members.isEmpty, !own.isEmpty else {
            others.append(sample)
            continue
          }
          // "Each event:", and nothing that tells it from others.
          let source = Source(document, sample.lines)
          for index in own {
            changeOperation(index) { $0.addEvent("message", Shape(sample, in: document), source, isUnnamed: true) }
          }
          continue
        }
        let source = Source(document, sample.lines)
        var shape = Shape(sample, in: document)
        // { "event": "x", "data": {…} } shows the frame, not the data.
        if sample.members.count <= 3, sample["event"]?.string == name, let inner = sample["data"],
          !inner.members.isEmpty
        {
          shape = Shape(inner, in: document)
        }
        let isListed = place.event == name
        for index in streaming { changeOperation(index) { $0.addEvent(name, shape, source, isListed: isListed) } }
      }
      remaining = others[...]
      if remaining.isEmpty { return true }
    }
    guard !place.operations.isEmpty else {
      guard let sample = samples.first else { return false }
      if place.role != .failure, let model = first.models.best(for: Shape(sample, in: document)) {
        addLoose(sample: Shape(sample, in: document), of: model.name)
        return true
      }
      guard place.role == .failure else { return false }
      addFailure(Shape(sample, in: document))
      return true
    }
    // A comment in the fence may say what it is.
    let comment =
      code.first.map { $0.trimmed }.flatMap { $0.hasPrefix("//") || $0.hasPrefix("#") ? $0.lowercased() : nil }
      ?? ""
    var role = place.role
    var status = place.status
    if let code = StatusText.code(in: comment) {
      (role, status) = (code >= 400 ? .failure : .response, code)
    } else if Vocabulary.has(Vocabulary.response, in: comment) {
      role = .response
    } else if Vocabulary.has(Vocabulary.request, in: comment) {
      role = .request
    }
    for (position, sample) in remaining.enumerated() {
      let shape = Shape(sample, in: document)
      let source = Source(document, sample.lines)
      for index in place.operations {
        let operation = table.operations[index]
        let isGuess = [.unknown, .parameters, .state, .query, .headers].contains(role)
        let role = isGuess ? guess(shape, operation, position, remaining.count) : role
        changeOperation(index) { operation in
          if isGuess { operation.unlabelled = operation.unlabelled ?? source }
          switch role {
          case .unknown: operation.undecided.append((shape, status, source))
          case .request, .form, .headers:
            if operation.method == "GET" {
              operation.addAnswer(status, shape, source: source)
            } else {
              operation.body = operation.body?.merging(shape) ?? shape
            }
          case .query:
            for member in shape.members {
              operation.add(
                .init(
                  name: member.name,
                  shape: member.shape,
                  isRequired: nil,
                  example: member.shape.sample?.string,
                  sources: member.shape.sources
                ),
                to: \.query
              )
            }
          case .failure: operation.addAnswer(status, shape, source: source, isFailure: true)
          case .event: operation.eventExamples.append((shape, status, source))
          default: operation.addAnswer(status, shape, source: source)
          }
        }
      }
    }
    return true
  }

  /// Whether an example nobody labelled is what is sent or what comes back; `unknown` where all examples are to be seen first.
  private func guess(_ shape: Shape, _ operation: OperationDraft, _ position: Int, _ count: Int) -> Role {
    guard ["POST", "PUT", "PATCH"].contains(operation.method) else { return .response }
    // `PUT` and `PATCH` send what they are about (RFC 9110 section 9.3.4, RFC 5789); a status alone has no body.
    let isSending = operation.method != "POST" || operation.success?.status == "204"
    if let body = operation.body {
      return body.overlap(with: shape) >= 0.6 && shape.overlap(with: body) >= 0.6 ? .request : .response
    }
    if !operation.form.isEmpty || operation.success?.shape.isEmpty == false { return .response }
    if count > 1, position == 0 { return .request }
    if let model = first.models.best(for: shape, isRequest: true)?.name {
      if operation.answerModels.contains(model) { return .response }
      if operation.requestModels.contains(model) || model.hasSuffix("Request") { return .request }
    }
    return isSending ? .request : .unknown
  }

  private mutating func readClient(_ code: CodeBlock, _ outline: Int, _ index: Int, _ here: [Int]) {
    let names = first.declarations[outline][index].map(\.name)
    if !place.operations.isEmpty, place.operations.count == 1, !names.isEmpty { change { $0.nearModels += names } }
    let tokens = CodeLexer.tokens(
      of: code.code,
      firstLine: code.firstLine,
      hashComments: ["python", "py"].contains(code.language)
    )
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
          operation.listeners += listeners.map { ($0.name, $0.model, Source(document, $0.line)) }
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
