import AssayDocuments
import AssayText

/// A passage outside any call, under the name of its heading: a shared type, or a response of several calls.
struct NamedBlock: Sendable {
  var title: String
  var shape: Shape
  /// True if rows state the shape; otherwise an example shows it.
  var isStated: Bool
  /// True if the heading says that it is sent.
  var isRequest = false
  /// True if it says that it is answered.
  var isAnswer = false

  /// Words in a title for the kind of thing it names.
  private static let kinds = CommaSeparated.set(
    """
    the, a, an, object, objects, model, models, schema, type, resource, entity, structure, response, responses,
    body, payload, example, examples, sample, request, requests, fields, properties, attributes, format, objekt, modell, objet, modèle, objeto, modelo,
    объект, модель, 对象, 模型, オブジェクト
    """
  )

  /// Words in a title for the manner of an answer.
  private static let manners = CommaSeparated.set(
    "regular, normal, standard, default, plain, json, success, successful, non, streaming, common, general"
  )

  /// Returns true if a title names a thing, and not only its kind, as `Fields` does.
  static func names(_ title: String) -> Bool {
    let words = title.nameWords.filter { Int($0) == nil }
    return !title.isEmpty && (words.isEmpty || !words.allSatisfy { kinds.contains($0) || manners.contains($0) })
  }

  /// The words of a title that name the thing, without case and separators.
  static func key(_ title: some StringProtocol) -> String {
    let words = title.nameWords.filter { !kinds.contains($0) }
    return words.isEmpty ? title.folded : words.joined()
  }
}

/// An event that no call is named for: a shared reference of events.
struct LooseEvent: Sendable {
  var name: String
  var shape: Shape?
  var source: Source
  var isListed: Bool
  var isFinal: Bool
  /// The words of the enclosing headings.
  var words: Set<String>
}

extension GuideReader {
  /// Adds an event to the streams that the current section is about; without any, to those that its name or heading
  /// indicates.
  mutating func take(
    event name: String,
    _ shape: Shape?,
    _ source: Source,
    isListed: Bool = false,
    isEndStated: Bool = false,
    isFinal: Bool = false
  ) {
    let source = labelled(source, of: name)
    var targets = streams
    if !targets.contains(where: walk.operations.contains), walk.operations.count == 1,
      let index = walk.operations.first,
      table.operations[index].isNamedAsStream
    {
      table.change(index) { $0.stream.isStated = true }
      targets = [index]
    }
    if targets.isEmpty {
      let words = Set(walk.outer.filter { $0.level > 1 }.flatMap { $0.title.nameWords })
      loose.events.append(
        LooseEvent(name: name, shape: shape, source: source, isListed: isListed, isFinal: isFinal, words: words)
      )
    }
    table.change(targets) { operation in
      operation.addEvent(name, shape, source, isListed: isListed)
      if isFinal || isEndStated { operation.endEvent(name, isFinal: isFinal) }
    }
  }

  /// The lines of an event with those of the label that names it.
  func labelled(_ source: Source, of event: String) -> Source {
    guard event == walk.event, walk.eventLine < source.lines.lowerBound,
      source.lines.upperBound - walk.eventLine < 40
    else { return source }
    return Source(source.document, walk.eventLine...source.lines.upperBound)
  }

  /// Adds rows or an example outside all calls as the shape of the type or response that the heading names. Returns
  /// false if the heading names nothing.
  mutating func takeBlock(_ shape: Shape, isStated: Bool) -> Bool {
    let label = walk.label.trimming(":：* ")
    let isFile = walk.title.parts(" ").contains { $0.trimmingMarks.isFieldName && $0.trimmingMarks.contains(".") }
    let isName =
      !isFile && walk.label.trimmed.hasSuffix(":") && label.nameWords.count <= 4 && NamedBlock.names(label)
    let title = isName ? label : walk.title
    guard !title.isEmpty, walk.headingLevel > 1, shape.isObject || shape.items.first?.isObject == true else {
      return false
    }
    var block = NamedBlock(title: title, shape: shape, isStated: isStated, isRequest: walk.role == .request)
    block.isAnswer = walk.role == .response && walk.isLabelled
    blocks.add(block, for: title) { known in
      known.shape.merge(shape)
      known.isStated = known.isStated || isStated
    }
    return true
  }

  /// Takes the fields of a table or list outside all calls.
  mutating func takeBlock(_ statements: [OperationDraft.Field]) -> Bool {
    guard [.unknown, .response, .request, .state].contains(walk.role) else { return false }
    let stated = statements.filter {
      !$0.shape.types.isEmpty || !$0.shape.named.isEmpty || $0.shape.values.count > 1
    }
    guard stated.count * 2 > statements.count,
      !statements.contains(where: { $0.name.contains("-") || !$0.location.isEmpty })
    else { return false }
    return takeBlock(shape(of: statements, listPrefix(in: blocks[walk.title]?.shape) ?? ""), isStated: true)
  }

  /// The shape of an object with the fields of a table or a list, whose paths begin with `prefix`.
  func shape(of statements: [OperationDraft.Field], _ prefix: String = "") -> Shape {
    let lines = statements.map(\.sources[0].lines)
    let first = lines.map(\.lowerBound).min() ?? 1
    let source = Source(document, first...max(first, lines.map(\.upperBound).max() ?? 1))
    var shape = Shape.stated(["object"], at: source)
    for statement in statements {
      shape.put(statement.shape, at: Shape.path(prefix + statement.name), isRequired: statement.isRequired)
    }
    return shape
  }
}

extension OperationDraft {
  /// True if the operation is a GET whose path ends with a word for a stream, such as `events`.
  var isNamedAsStream: Bool { method == "GET" && target.isNamedAsStream }
}

extension CallTarget {
  /// True if the path ends with a word for a stream.
  var isNamedAsStream: Bool {
    let words = segments.last?.nameWords ?? []
    return words.contains { ["events", "stream", "sse", "subscribe", "watch", "live", "feed"].contains($0) }
  }
}

/// Resolution by name: types, responses and events are inserted where their name is used.
extension Refinement {
  mutating func resolveNames() {
    for block in reader.blocks.values where block.isStated { models.add(block.shape, named: block.title) }
    var blocks: [String: NamedBlock] = [:]
    for block in reader.blocks.values.reversed() {
      (blocks[block.title.slug], blocks[NamedBlock.key(block.title)]) = (block, block)
    }
    let models = models
    for index in operations.indices {
      resolveReferences(index, blocks)
      operations[index].changeShapes { Self.name(&$0, models) }
    }
    for block in reader.blocks.values where !NamedBlock.names(block.title) { resolve(unnamed: block) }
    for block in reader.blocks.values where !block.isRequest { resolve(file: block) }
    resolveFailures()
    resolveEvents()
  }

  /// Gives the failures of which a call names only the status the body that the call shows for all of its failures, or
  /// that the guide shows for this status or for all.
  private mutating func resolveFailures() {
    let general = reader.loose.failures.filter { $0.status == nil }.map(\.shape)
    let areAlike = general.allSatisfy { $0.overlap(with: general[0]) == 1 && general[0].overlap(with: $0) == 1 }
    for index in operations.indices {
      let own = operations[index].answers.first { $0.status == "4XX" }?.shape
      operations[index].answers.change { answer in
        guard answer.isFailure, answer.shape.isEmpty else { return }
        let named = reader.loose.failures.first { $0.status.map { "\($0)" } == answer.status }?.shape
        answer.shape = named ?? own ?? (areAlike ? general.first : nil) ?? Shape()
      }
    }
  }

  /// Gives an example that nothing names to the only call whose body or answer is not known: of several that send one, to
  /// the only one without an id.
  private mutating func resolve(unnamed block: NamedBlock) {
    let open = operations.indices.filter { index in
      let operation = operations[index]
      if block.isRequest {
        return operation.sendsBody && operation.request.body == nil && operation.request.form.isEmpty
      }
      let isMeant = block.isAnswer ? operation.method != "DELETE" : operation.method == "GET"
      return isMeant && operation.kind > .linked && !operation.stream.isStated && !operation.target.isNamedAsStream
        && block.shape.isMadeByServers && !operation.hasAnswer && operation.success?.status != "204"
    }
    let plain = block.isRequest && open.count > 1 ? open.filter { operations[$0].parameters.isEmpty } : open
    guard plain.count == 1, !block.isStated, let source = block.shape.sources.first else { return }
    if block.isRequest {
      operations[plain[0]].request.body = block.shape
    } else {
      operations[plain[0]].addAnswer(nil, block.shape, source: source)
    }
    note(
      "Example for \(operations[plain[0]].call)",
      "No words say what the example is of. The call is the only one without one.",
      [source]
    )
  }

  /// Gives what a heading with a file's name describes, "map.json schema", to the only call whose path ends with the name.
  private mutating func resolve(file block: NamedBlock) {
    let calls = operations.indices.filter { index in
      guard let file = operations[index].file, operations[index].method == "GET" else { return false }
      return !operations[index].hasAnswer && NamedBlock.key(file) == NamedBlock.key(block.title)
    }
    guard calls.count == 1, let source = block.shape.sources.first else { return }
    operations[calls[0]].addAnswer(nil, block.shape, source: source)
  }

  /// Adds the members of a named type in each place that only names its type; to a depth, as types may have themselves.
  static func name(_ shape: inout Shape, _ models: ModelSet) {
    var room = Shape.most
    name(&shape, models, depth: 3, &room)
  }

  /// - Parameter room: The number of members that may still be added.
  private static func name(_ shape: inout Shape, _ models: ModelSet, depth: Int, _ room: inout Int) {
    guard depth > 0 else { return }
    shape.transform { place, _ in
      guard !place.named.isEmpty, place.members.isEmpty, place.items.first?.members.isEmpty ?? true else { return }
      let names = place.named.parts(" ")
      guard var found = names.lazy.compactMap({ models.resolve($0) }).first, found.members.count <= room else { return }
      room -= found.members.count
      Self.name(&found, models, depth: depth - 1, &room)
      let isArray = place.isArray
      var own = place
      (own.types, own.items, own.named) = ([], [], "")
      place = isArray ? found.asList : own.merging(found)
      if isArray { place.sources = own.sources }
    }
  }

  /// Gives an operation the block to which its text links.
  private mutating func resolveReferences(_ index: Int, _ blocks: [String: NamedBlock]) {
    for reference in operations[index].said.references {
      guard let block = blocks[reference.anchor] ?? blocks[NamedBlock.key(reference.anchor)] else { continue }
      let shape = reference.isList ? block.shape.asList : block.shape
      if reference.isRequest {
        if operations[index].request.body == nil, operations[index].request.form.isEmpty {
          operations[index].request.body = shape
        }
      } else if operations[index].success.map({
        $0.shape.isEmpty
          || block.isStated && $0.shape.isArray == shape.isArray
            && ($0.shape.items.first ?? $0.shape).overlap(with: block.shape) >= 0.5
      })
        ?? true
      {
        for source in [reference.source] + block.shape.sources.prefix(1) {
          operations[index].addAnswer(nil, Shape(), source: source)
        }
        operations[index].changeSuccess { $0.merge(shape) }
      }
    }
  }

  /// Assigns shared events: to the streams that their headings name, or else to those without events.
  private mutating func resolveEvents() {
    // Events of a guide in which one call asks for a stream, and shows no other answer, belong to that call.
    let asked = operations.indices.filter { index in
      operations[index].request.body?["stream"]?.types == ["boolean"]
        && operations[index].success?.shape.isEmpty != false
    }
    if !reader.loose.events.isEmpty, asked.count == 1, !operations.contains(where: { $0.stream.isStated }) {
      operations[asked[0]].stream.isStated = true
    }
    let streams = operations.indices.filter { operations[$0].stream.isStated }
    let silent = Set(streams.filter { operations[$0].stream.events.isEmpty })
    for event in reader.loose.events {
      let named = streams.filter { index in
        let own = operations[index].target.words.flatMap(\.nameWords)
        return !Set(own).subtracting(["stream", "events", "event", "api", "v1", "v2"]).isDisjoint(with: event.words)
      }
      let knowing = streams.filter { index in operations[index].stream.events.contains { $0.name == event.name } }
      let targets = streams.count == 1 ? streams : !named.isEmpty ? named : knowing + silent.sorted()
      for index in Set(targets).sorted() {
        let member = event.shape?.sample.flatMap { Discriminator.member(of: $0) }
        let isTold = operations[index].stream.isLines && member?.text == event.name
        operations[index].addEvent(
          event.name,
          event.shape,
          event.source,
          discriminator: isTold ? member?.name : nil,
          isListed: event.isListed
        )
        if event.isFinal { operations[index].endEvent(event.name, isFinal: true) }
      }
    }
  }
}
