import AssayText

/// A server of the draft.
struct ServerDraft: Sendable {
  var name: String
  var url: String
  var source: Source?
}

/// A contradiction in the guides, as a note in the draft.
struct NoteDraft: Sendable {
  var topic: String
  var note: String
  var sources: [Source]
}

/// The third pass: assigns models to responses, servers, streams, polls and orders, and notes contradictions.
struct Refinement {
  let reader: GuideReader
  var models: ModelSet
  var operations: [OperationDraft]
  var servers: [ServerDraft] = []
  var notes: [NoteDraft] = []
  /// The operations that answer with JSON where those asked otherwise stream, by the indices of the streams.
  var streamsOf: [Int: Int] = [:]

  init(_ reader: GuideReader) {
    self.reader = reader
    models = reader.first.models
    operations = reader.table.operations
    assignServers()
    resolveNames()
    for index in operations.indices { settleShapes(index) }
    splitAnswers()
    for index in operations.indices { joinSpellings(index) }
    noteSpellings()
    for index in operations.indices { followLikeness(index) }
    for index in operations.indices {
      attachModels(index)
      refineStream(index)
      refinePoll(index)
      refineOrder(index)
      readClient(index)
      addGeneralHeaders(index)
      noteUnlabelled(index)
      noteContradictions(index)
    }
    refineUnshownStates()
    refineStatuses()
    noteOtherCalls()
    noteTwins()
    orderStreams()
  }

  // MARK: What is stated once, and what is not told

  /// Gives a request the fields that all requests need, except the token for the call that returns it.
  private mutating func addGeneralHeaders(_ index: Int) {
    for field in reader.generalHeaders {
      let name = field.name.lowercased()
      if operations[index].request.hasHeader(name) { continue }
      if name == "authorization", operations[index].answersToken { continue }
      operations[index].request.headers.append(field)
    }
  }

  /// Decides what unlabelled examples are of, and where the members that a guide describes apart belong.
  private mutating func settleShapes(_ index: Int) {
    operations[index].decide()
    let maps = operations[index].said.maps
    operations[index].changeShapes {
      $0.nestRows()
      $0.settleMaps(maps)
    }
    leaveOutPools(index)
  }

  /// Leaves out answers that a guide shows in more than five forms with nothing in common: the call stands for others.
  private mutating func leaveOutPools(_ index: Int) {
    for position in operations[index].answers.indices {
      let answer = operations[index].answers[position]
      guard let count = operations[index].said.unlike[answer.status], count > 5 else { continue }
      operations[index].answers[position].shape = Shape(types: answer.shape.types)
      operations[index].answers[position].sources = Array(operations[index].sources.prefix(1))
      note(
        "Answers of \(operations[index].call)",
        "The guide shows \(count) answers that have no member in common. The draft promises none of them.",
        answer.shape.sources
      )
    }
  }

  /// Notes how an unlabelled example was interpreted, if there was an alternative.
  private mutating func noteUnlabelled(_ index: Int) {
    let operation = operations[index]
    guard let source = operation.unlabelled.first, operation.sendsBody else { return }
    let taken: String
    if operation.stream.isStated, operation.request.body != nil, !operation.stream.events.isEmpty {
      taken = "sends it; the events are the answer."
    } else if operation.unlabelled.bodies.count > 1, operation.request.body != nil, operation.hasAnswer {
      taken = "sends the first, and takes what follows for the answer."
    } else if operation.request.body != nil, !operation.hasAnswer, operation.success?.status != "204" {
      taken = "sends it; what is answered is not told."
    } else if operation.request.body == nil, operation.request.form.isEmpty, operation.hasAnswer {
      taken = "takes it for the answer, and sends no body."
    } else {
      return
    }
    note("Body of \(operation.call)", "Nothing says what the example is of. The draft \(taken)", [source])
  }

  // MARK: Models

  /// The shape of a model, or of a list of it: `Position[]`.
  func modelShape(_ name: String) -> Shape? {
    guard let shape = models.shape(named: TypeName.bare(name)), !shape.members.isEmpty else { return nil }
    return TypeName.isList(name) ? shape.asList : shape
  }

  /// Copies the request or the response of the operation that this one, or a member of its answer, is stated to
  /// resemble.
  mutating func followLikeness(_ index: Int) {
    for likeness in operations[index].said.likenesses {
      let like = original(of: likeness, index)
      let answer = like.flatMap { operations[$0].success }
      if let member = likeness.member {
        let named = TypeName.words(in: likeness.text).parts(" ").compactMap { models.resolve($0) }.first
        guard var shape = answer?.shape ?? named else { continue }
        Self.name(&shape, models)
        operations[index].changeSuccess { $0.fill(member, with: shape) }
      } else if likeness.isRequest {
        operations[index].request.body = operations[index].request.body ?? like.flatMap { operations[$0].request.body }
        operations[index].request.body?.sources.add(likeness.source)
      } else if let answer, !operations[index].hasAnswer {
        for source in [likeness.source] + answer.sources { operations[index].addAnswer(nil, Shape(), source: source) }
        operations[index].changeSuccess { $0 = answer.shape }
      }
    }
  }

  private static let above = WordList("above, previous, oben, ci-dessus, précédent, arriba, anterior, 上, 前")

  /// Returns the operation that a statement names: by its path, by the last word of it, or as the one above.
  private func original(of likeness: OperationDraft.Likeness, _ index: Int) -> Int? {
    let others = operations.indices.filter { other in
      other != index && (likeness.isRequest ? operations[other].request.body != nil : operations[other].hasAnswer)
    }
    let words = Set(likeness.text.wordParts("_"))
    let spelt = others.filter { likeness.text.contains(operations[$0].target.path.lowercased()) }
    let named = others.filter { other in
      let names = operations[other].target.words.last?.nameWords ?? []
      return !names.isEmpty && names.allSatisfy { words.contains($0) }
    }
    return spelt.max { operations[$0].target.path.count < operations[$1].target.path.count } ?? named.first
      ?? (likeness.text.has(Self.above) ? others.last { $0 < index } : nil)
  }

  mutating func attachModels(_ index: Int) {
    var operation = operations[index]
    let client = operation.client
    if !operation.hasAnswer, operation.success?.status != "204", !operation.stream.isStated,
      let shape = client.answerModels.compactMap({ modelShape($0) }).first
    {
      operation.addAnswer(nil, shape, source: shape.sources.first ?? operation.sources.first ?? Source("guide", 1))
    }
    for answer in operation.answers.indices where operation.answers[answer].isSuccess {
      var shape = operation.answers[answer].shape
      attach(&shape, isRequest: false, operation)
      for loose in reader.loose.samples where loose.model == shape.model && shape.sample == nil {
        shape.merge(loose.shape)
      }
      operation.answers[answer].shape = shape
    }
    if operation.request.body == nil, operation.request.form.isEmpty, operation.method != "GET" {
      operation.request.body = client.requestModels.first.flatMap { models.shape(named: $0) }
    }
    if var body = operation.request.body {
      attach(&body, isRequest: true, operation)
      operation.request.body = body
    }
    operations[index] = operation
  }

  /// Attaches the model of a value to the shape in examples, and likewise for all nested values.
  mutating func attach(_ shape: inout Shape, isRequest: Bool, _ operation: OperationDraft) {
    if shape.isArray, !shape.items.isEmpty, !shape.isObject {
      return attach(&shape.items[0], isRequest: isRequest, operation)
    }
    guard shape.isObject else { return }
    if shape.model == nil, let model = models.best(for: shape, isRequest: isRequest)?.shape {
      compare(shape, with: model, operation)
      shape.merge(model.restricted(to: shape))
    }
    for index in shape.members.indices { attach(&shape.members[index].shape, isRequest: isRequest, operation) }
  }

  /// Adds a note for each place at which an example contradicts its own model.
  mutating func compare(_ example: Shape, with model: Shape, _ operation: OperationDraft) {
    for member in model.members {
      guard member.isRequired == true, example.examples > 0, example[member.name] == nil else { continue }
      note(
        "\(member.name) of \(operation.call)",
        "The model needs `\(member.name)`; the example has no such member.",
        member.shape.sources + example.sources
      )
    }
  }

  mutating func note(_ topic: String, _ text: String, _ sources: [Source]) {
    guard !sources.isEmpty, !notes.contains(where: { $0.topic == topic && $0.note == text }) else { return }
    notes.append(NoteDraft(topic: topic, note: text, sources: Array(sources.unique.prefix(4))))
  }
}
