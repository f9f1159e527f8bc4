import AssayDocuments
import AssayText

/// Reading of the values in fences: examples of requests, responses and events, and JSON Schemas.
extension GuideReader {
  /// Reads a JSON Schema, which describes a body and is not an example of one; returns false for other values.
  mutating func readSchema(_ sample: Sample, title: String) -> Bool {
    guard sample["type"]?.string == "object", sample["properties"]?.members.isEmpty == false else { return false }
    let shape = Shape(schema: sample, in: document)
    if walk.operations.isEmpty {
      _ = takeBlock(shape, isStated: true)
      return true
    }
    let (role, status) = labelled(sample.label.isEmpty ? title : sample.label.lowercased())
    guard walk.operations.count == 1, role == .request || role == .response && !isStreaming else { return true }
    change { $0.add(shape, as: role, status, shape.sources[0]) }
    return true
  }

  /// Reads example values as events, responses or requests of the current operations, according to their labels: the
  /// fence's title, and the comments before them. Returns false if nothing was read.
  mutating func readValues(_ samples: [Sample], title: String = "") -> Bool {
    guard !samples.isEmpty else { return false }
    let rest = readEvents(samples)
    if rest.isEmpty { return true }
    if walk.operations.isEmpty, [.unknown, .request].contains(walk.role) { walk.operations = onlySender }
    guard !walk.operations.isEmpty else { return readOutside(samples) }
    var (role, status) = labelled(rest[0].label.isEmpty ? title : rest[0].label.lowercased())
    if [.query, .headers].contains(role), walk.isOpen, isOfFields(rest, role) {
      // The label is of this fence, and not of the next.
      walk.isOpen = false
    } else if [.query, .headers].contains(role) {
      walk.role = .unknown
      return readValues(rest, title: title)
    }
    for (position, sample) in rest.enumerated() {
      if position > 0, !sample.label.isEmpty { (role, status) = labelled(sample.label.lowercased()) }
      for index in walk.operations {
        let shape = Shape(sample, in: document)
        if role == .failure, walk.isOfStatuses, !isFailure(shape, table.operations[index]) {
          (role, status) = (.unknown, nil)
        }
        let isGuess = [.unknown, .parameters, .state].contains(role)
        let operation = table.operations[index]
        if role == .unknown, take(part: shape, of: index) { continue }
        let own =
          settled(role, shape, operation, status) ?? (isGuess ? guess(shape, operation, position, rest.count) : role)
        let source = Source(document, sample.lines)
        table.change(index) { operation in
          if isGuess { operation.unlabelled.first = operation.unlabelled.first ?? source }
          operation.add(shape, as: own, status, source)
        }
      }
    }
    return true
  }

  /// Returns the role of an example where something other than its label decides it.
  private func settled(_ role: Role, _ shape: Shape, _ operation: OperationDraft, _ status: Int?) -> Role? {
    switch role {
    case .parameters: return operation.sendsBody && isLabelBefore ? .request : nil
    case .form:
      // JSON below the parts of a form that has none of them is the answer.
      let parts = Set(operation.request.form.map(\.name))
      return !parts.isEmpty && parts.isDisjoint(with: shape.members.map(\.name)) ? .response : nil
    case .failure: return isState(shape, operation, status) ? .response : nil
    default: return nil
    }
  }

  /// True if the last label is right before this passage.
  private var isLabelBefore: Bool {
    let last = passages[safe: walk.passage - 1]?.text.plain
    return !walk.label.isEmpty && last?.lowercased() == walk.label
  }

  /// Takes an example that nothing labels and that shows an object of the body or of the answer: "An edit:". Returns
  /// false for any other.
  private mutating func take(part shape: Shape, of index: Int) -> Bool {
    let names = Set(shape.members.map(\.name))
    func part(of whole: Shape?) -> Shape? {
      guard var whole, let path = whole.inner(with: names) else { return nil }
      whole.transform { place, own in if own == path { place.merge(shape) } }
      return whole
    }
    if let body = part(of: table.operations[index].request.body) {
      table.change(index) { $0.request.body = body }
    } else if let answer = part(of: table.operations[index].success?.shape) {
      table.change(index) { $0.changeSuccess { $0 = answer } }
    } else {
      return false
    }
    return true
  }

  /// Takes the examples that are events of a stream the scope is about; returns the others.
  private mutating func readEvents(_ samples: [Sample]) -> [Sample] {
    let streaming = streams
    let isHere = walk.operations.isEmpty || walk.operations.contains { streaming.contains($0) }
    guard !streaming.isEmpty, walk.role == .event || isHere, walk.role != .request else { return samples }
    let isEvent = walk.role == .event || walk.event != nil
    var others: [Sample] = []
    for sample in samples {
      let source = Source(document, sample.lines)
      if let name = eventName(of: sample, isEvent: isEvent, streaming) {
        readEvent(name, sample, streaming, source)
        continue
      }
      let own = walk.operations.isEmpty ? streaming : streaming.filter { walk.operations.contains($0) }
      if isEvent, Discriminator.isEnvelope(sample) {
        let shape = Shape(sample, in: document)
        table.change(own) { $0.stream.envelope = $0.stream.envelope ?? shape }
        continue
      }
      // All that a stream of lines answers with is lines.
      let areLines = own.allSatisfy { index in
        let operation = table.operations[index]
        return operation.stream.isLines && operation.stream.asker == nil
          && (walk.role == .response || walk.role == .unknown && !operation.sendsBody)
      }
      guard walk.role == .event || areLines, !sample.members.isEmpty, !own.isEmpty else {
        others.append(sample)
        continue
      }
      // "Each event:", and nothing that distinguishes it from others.
      let shape = Shape(sample, in: document)
      table.change(own) { $0.addEvent("message", shape, source, isUnnamed: true) }
    }
    return others
  }

  /// Returns the name of the event that an example shows: by a member of it, unless the guide lists the event of the
  /// heading or the label, and none that is named as the member says.
  private func eventName(of sample: Sample, isEvent: Bool, _ streaming: [Int]) -> String? {
    let name = Discriminator.name(of: sample, expected: walk.event, isEvent: isEvent)
    guard let event = walk.event, let name, name != event else { return name }
    let listed = Set(streaming.flatMap { table.operations[$0].stream.events.filter(\.isListed).map(\.name) })
    return listed.contains(event) && !listed.contains(name) ? event : name
  }

  private mutating func readEvent(_ name: String, _ sample: Sample, _ streaming: [Int], _ source: Source) {
    let line = Shape(sample, in: document)
    var shape = line
    // { "event": "x", "data": {…} } shows the frame, not the data, except in a stream of lines.
    if sample.members.count <= 3, sample["event"]?.string == name, let inner = sample["data"], !inner.members.isEmpty {
      shape = Shape(inner, in: document)
    }
    let isListed = walk.event == name
    let source = labelled(source, of: name)
    let member = Discriminator.member(of: sample)?.name
    table.change(streaming) { operation in
      let own = operation.stream.isLines ? member : nil
      let isUnnamed = operation.stream.isLines && own == nil
      let shown = operation.stream.isLines ? line : shape
      operation.addEvent(name, shown, source, isUnnamed: isUnnamed, discriminator: own, isListed: isListed)
    }
  }

  /// Reads examples in a section without an operation: of a model, an event, an error, or the heading's subject.
  /// Returns false if nothing was read.
  private mutating func readOutside(_ samples: [Sample]) -> Bool {
    let shape = Shape(samples[0], in: document)
    if walk.role != .failure, let model = first.models.best(for: shape) {
      loose.samples.append((model.name, shape))
      return true
    }
    if walk.role == .event || walk.event != nil {
      for sample in samples {
        guard let name = Discriminator.name(of: sample, expected: walk.event, isEvent: true) else { continue }
        let source = Source(document, sample.lines)
        take(event: name, Shape(sample, in: document), source, isListed: walk.event == name)
      }
      return true
    }
    guard walk.role == .failure else { return takeBlock(shape, isStated: false) }
    loose.failures.append((walk.status, shape))
    return true
  }

  /// Returns true if an example shows parameters or header fields: values alone, under names that may be of such.
  private func isOfFields(_ samples: [Sample], _ role: Role) -> Bool {
    let names = samples.first?.members.map(\.name) ?? []
    return samples.count == 1 && !names.isEmpty && samples[0].members.allSatisfy { $0.value.members.isEmpty }
      && (role != .headers || names.contains { $0.contains("-") || $0 == "Authorization" })
  }

  /// The role and the status of an example: those of its label, in lower case, else those of the scope.
  private func labelled(_ label: String) -> (role: Role, status: Int?) {
    if let code = StatusText.code(in: label) { return (code >= 400 ? .failure : .response, code) }
    // What stands before a colon or in front of brackets labels: "Request (leads to an error)", "error: request too large".
    let head = String(label.prefix { !":：(（".contains($0) })
    let text = role(of: head) == nil ? label : head
    // A few words: "sent where an error is expected" labels no answer.
    if text.has(.failure), head.nameWords.count < 3 || walk.role != .request && !text.has(.request) {
      return (.failure, walk.status.flatMap { $0 < 400 ? nil : $0 })
    }
    if text.has(.response) { return (.response, walk.status) }
    return (text.has(.request) ? .request : walk.role, walk.status)
  }

  /// Returns the role of an example without a label: request or response, or `unknown` if that depends on later
  /// examples.
  private func guess(_ shape: Shape, _ operation: OperationDraft, _ position: Int, _ count: Int) -> Role {
    guard operation.sendsBody else { return .response }
    // `PUT` and `PATCH` send what they are about (RFC 9110 section 9.3.4, RFC 5789); a status alone has no body.
    let isSending = operation.method != "POST" || operation.success?.status == "204"
    if let body = operation.request.body {
      // A command shows all it sends.
      if !walk.isMade, body.overlap(with: shape) >= 0.6, shape.overlap(with: body) >= 0.6 { return .request }
      return operation.unlabelled.bodies.isEmpty ? .response : .unknown
    }
    if !operation.request.form.isEmpty || operation.hasAnswer { return .response }
    if count > 1, position == 0 { return .request }
    return isSending ? .request : .unknown
  }

  private static let failing: WordList = .failure + ["message", "detail", "reason"]

  /// Returns true if an example may be the body of a failure: it has a member for one, or is like one that the guide shows.
  private func isFailure(_ shape: Shape, _ operation: OperationDraft) -> Bool {
    let known = loose.failures.map(\.shape) + operation.answers.filter(\.isFailure).map(\.shape)
    return shape.members.contains { $0.name.nameWords.contains { $0.has(Self.failing) } }
      || known.contains { $0.overlap(with: shape) >= 0.5 }
  }

  /// Returns true if an example under "Failed" shows the state of a thing that the call answers with, and no failed call.
  private func isState(_ shape: Shape, _ operation: OperationDraft, _ status: Int?) -> Bool {
    guard status == nil, operation.method == "GET", ["失败", "failed"].contains(walk.label.trimming("*:： ")),
      let success = operation.success
    else {
      return false
    }
    return shape.members.contains { Refinement.stateNames.contains($0.name.folded) }
      && success.shape.overlap(with: shape) >= 0.5
  }
}

extension OperationDraft {
  /// Adds an example to the operation as a request, response, error or event, according to `role`.
  mutating func add(_ shape: Shape, as role: GuideReader.Role, _ status: Int?, _ source: Source) {
    switch role {
    case .unknown: unlabelled.bodies.append((shape, status, source))
    case .query, .headers:
      for member in shape.members where !OperationTable.plainHeaders.contains(member.name.lowercased()) {
        let sample = member.shape.sample
        let example = sample?.isPlaceholder == false ? sample?.string ?? sample?.json : nil
        let field = Field(
          name: member.name,
          shape: member.shape,
          isRequired: role == .headers ? true : member.isRequired,
          example: example,
          sources: member.shape.sources
        )
        add(field, to: role == .headers ? \.request.headers : \.request.query)
      }
    case .request, .form:
      if method == "GET" {
        addAnswer(status, shape, source: source)
      } else {
        addBody(shape)
      }
    case .failure: addAnswer(status, shape, source: source, isFailure: true)
    case .event: unlabelled.events.append((shape, status, source))
    default: addAnswer(status, shape.withoutGuesses, source: source)
    }
  }
}

extension Shape {
  /// Makes the shape that a JSON Schema states.
  fileprivate init(schema: Sample, in document: String) {
    self.init(sources: [Source(document, schema.lines)], evidence: .stated)
    types = schema["type"]?.string.map { [$0] } ?? []
    values = schema["enum"]?.items.compactMap(\.string) ?? []
    if let item = schema["items"] { items = [Shape(schema: item, in: document)] }
    let required = schema["required"]?.items.compactMap(\.string) ?? []
    for member in schema["properties"]?.members ?? [] {
      var shape = Shape(schema: member.value, in: document)
      shape.sources = [Source(document, member.line...max(member.line, member.value.lines.upperBound))]
      members.append(Member(name: member.name, shape: shape, isRequired: required.contains(member.name)))
    }
  }

  /// The shape without types for members of which an example shows only the name: `{ id, size }`.
  fileprivate var withoutGuesses: Shape {
    var shape = self
    shape.transform { place, _ in
      place.members.change { member in
        if case .words(member.name)? = member.shape.sample?.kind { member.shape.types = [] }
      }
    }
    return shape
  }
}
