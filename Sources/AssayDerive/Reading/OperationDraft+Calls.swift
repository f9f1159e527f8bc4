import AssayText

/// The parts of a request that a call shows.
extension OperationDraft {
  /// Adds the values that stand for parameters of the path.
  mutating func addParameters(of sighting: CallSighting) {
    let (own, shown) = (target.segments, sighting.target.segments)
    guard own.count <= shown.count else { return }
    for (name, value) in zip(own, shown.suffix(own.count))
    where CallTarget.isParameter(name) && !CallTarget.isParameter(value) {
      var field = Field(name: String(name.dropFirst().dropLast()), value, sighting.source)
      field.isRequired = true
      add(field, to: \.request.path)
    }
  }

  mutating func addQuery(of sighting: CallSighting) {
    for pair in sighting.target.query {
      let value = pair.value.trimmingMarks
      let isValue = !value.isEmpty && !value.contains { "({$<".contains($0) }
      var field = Field(name: pair.name, isValue ? value : nil, sighting.source)
      if Int(value) != nil { field.shape.types = ["integer"] }
      if value == "true" || value == "false" { field.shape.types = ["boolean"] }
      add(field, to: \.request.query)
    }
  }

  mutating func addHeaders(of sighting: CallSighting) {
    for header in sighting.headers {
      let lowered = header.name.lowercased()
      if lowered == "accept", header.value.contains("event-stream") {
        (stream.isStated, stream.asker) = (true, stream.asker ?? StreamSwitch(member: nil))
      }
      guard !OperationTable.plainHeaders.contains(lowered), header.name.isFieldName else { continue }
      var field = Field(name: header.name, header.value, Source(sighting.source.document, header.line))
      field.isRequired = true
      add(field, to: \.request.headers)
    }
  }

  /// Adds a body that the call sends.
  mutating func addBody(_ shape: Shape) { request.body = request.body?.merging(shape) ?? shape }

  mutating func add(_ answer: CallSighting.Answer, in document: String) {
    addAnswer(
      answer.status,
      answer.sample.map { Shape($0, in: document) } ?? Shape(),
      contentType: answer.contentType,
      source: Source(document, answer.lines)
    )
  }

  /// Adds what client code or a table shows of the use of the call.
  mutating func addClient(of sighting: CallSighting) {
    for name in sighting.client.requestModels { client.requestModels.add(name) }
    for name in sighting.client.answerModels { client.answerModels.add(name) }
    client.listeners += sighting.client.listeners
    client.comparedStates += sighting.client.comparedStates
    if !client.comparedStates.isEmpty { poll.interval = poll.interval ?? sighting.client.interval }
  }

  /// Adds the parts of a form, or of a query where a `GET` shows them.
  mutating func addForm(of sighting: CallSighting) {
    let isForm = sighting.contentType?.contains("form") ?? false
    if sighting.contentType?.contains("urlencoded") == true { request.isFormEncoded = true }
    guard sighting.body == nil || isForm else { return }
    for part in sighting.form {
      add(Field(part, of: sighting), to: method == "GET" && !isForm ? \.request.query : \.request.form)
    }
  }
}

extension OperationDraft.Field {
  /// A text that an example shows under a name.
  init(name: String, _ example: String?, _ source: Source) {
    self.init(
      name: name,
      shape: Shape(types: ["string"], sources: [source]),
      example: example,
      sources: [source]
    )
  }

  /// A part of a form: with its value in a command, else with words for its type.
  fileprivate init(_ part: CallSighting.Part, of sighting: CallSighting) {
    let text = part.value ?? ""
    let source = Source(sighting.source.document, part.line)
    let isMade = sighting.kind == .made
    self.init(name: part.name, isMade ? part.value : Remark.quotedWords(text).first, source)
    isFile = part.isFile
    let remark = Remark(text)
    isRequired = remark.isOptional ? false : remark.isRequired ? true : nil
    if !isMade, let stated = TypeExpression.shape(ofWords: text, source) { shape = stated }
  }
}
