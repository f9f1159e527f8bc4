import AssayJSON
import AssayText

/// The writer of a contract from the operations that guides describe.
struct DraftWriter {
  let guides: [Guide]
  let refined: Refinement
  let operations: [OperationDraft]
  let names: [String]
  let captures: [[Capture]]
  /// The refinement's notes, and one on the values that the draft makes up.
  let notes: [NoteDraft]
  /// An image of one pixel, used in place of unknown files.
  static let picture =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

  init(_ guides: [Guide], _ refined: Refinement) {
    self.guides = guides
    self.refined = refined
    names = Self.names(of: refined.operations)
    captures = CaptureFinder(operations: refined.operations).captures()
    operations = Self.following(captures, refined.operations)
    notes = refined.notes + Self.guesses(refined.operations, captures)
  }

  /// Returns a note on the path parameters for which guides show no value and no response gives one.
  private static func guesses(_ operations: [OperationDraft], _ captures: [[Capture]]) -> [NoteDraft] {
    let guessed = zip(operations, captures).flatMap { operation, captures in
      operation.parameters.filter { name in
        operation.request.path.first { $0.name == name }?.example == nil
          && !captures.contains { $0.way == ["parameters", name] }
      }.map { ($0, operation.sources.prefix(1)) }
    }
    guard !guessed.isEmpty else { return [] }
    let names = guessed.map { "`\($0.0)`" }.unique.joined(separator: ", ")
    let text = "The guide shows no value for \(names). The draft sends `1`."
    return [NoteDraft(topic: "Path parameters", note: text, sources: guessed.flatMap(\.1).unique.prefix(4).map(\.self))]
  }

  /// Returns the operations with additions to their client's use: members whose values client code passes from a
  /// response to another call.
  private static func following(_ captures: [[Capture]], _ operations: [OperationDraft]) -> [OperationDraft] {
    var result = operations
    for (taker, list) in zip(operations, captures) where taker.isInClientCode {
      for capture in list where capture.pointer.count == 1 {
        guard let answer = operations[capture.producer].answers.firstIndex(where: \.isSuccess) else { continue }
        result[capture.producer].answers[answer].shape.client?.follows.add(capture.pointer[0])
      }
    }
    return result
  }

  func contract() -> DraftTree {
    var tree = DraftTree.contract(titled: guides.first?.title ?? "API")
    tree["servers"] = .object(
      refined.servers.map { server in
        (server.name, DraftTree(["url": .string(server.url)], citing: [server.source].compactMap(\.self)))
      }
    )
    tree["operations"] = .object(operations.indices.map { (names[$0], operation($0)) })
    tree["scenarios"] = scenarios()
    tree.add(
      "notes",
      .array(
        notes.map { note in
          [
            "topic": .string(note.topic), "note": .string(note.note),
            "sources": .array(note.sources.map { .sources([$0]) }),
          ]
        }
      )
    )
    // Last, because of the lines it quotes.
    tree["documents"] = .object(guides.map { ($0.name, ["title": .string($0.title), "file": .string($0.file)]) })
    return tree
  }

  /// The parts of a call that an operation's name is made from.
  struct NamedCall {
    var method: String
    var path: String
    var segments: [String]
    var server: String
    /// True if the same call is asked for JSON by another operation.
    var isStream = false
  }

  static func names(of operations: [OperationDraft]) -> [String] {
    names(
      of: operations.map {
        NamedCall(
          method: $0.method,
          path: $0.target.path,
          segments: $0.target.segments,
          server: $0.server,
          isStream: $0.stream.isChosen
        )
      }
    )
  }

  /// Returns a name for each operation: the words of its path, with the method if that is not enough.
  static func names(of operations: [NamedCall]) -> [String] {
    var taken = UniqueNames()
    let servers = Dictionary(grouping: operations, by: \.path).mapValues { Set($0.map(\.server)) }
    return operations.map { operation in
      let words = operation.segments.filter {
        !CallTarget.isParameter($0) && !["api", "rest"].contains($0) && !SightingReader.isBaseSegment($0)
      }
      var last = (words.last ?? operation.segments.last ?? "root").slug
      // `/items/{id}` is of one item.
      if operation.segments.last.map({ CallTarget.isParameter($0) }) == true {
        last = OperationTable.singular(last)
      }
      let all = words.isEmpty ? last : words.map(\.slug).filter { !$0.isEmpty }.joined(separator: "-")
      let method = operation.method.lowercased()
      let twin = servers[operation.path]?.count ?? 0 > 1
      let options = [
        words.isEmpty ? "" : twin ? "\(last)-\(operation.server)" : last, "\(method)-\(last)", all, "\(method)-\(all)",
        "\(method)-\(all)-\(operation.server)",
      ].filter { $0.first?.isLetter == true && $0.last != "-" }.map { operation.isStream ? $0 + "-stream" : $0 }
      return taken.take(options.first { !taken.taken.contains($0) } ?? options.last ?? "\(method)-call")
    }
  }

  // MARK: An operation

  private func operation(_ index: Int) -> DraftTree {
    let operation = operations[index]
    var tree: DraftTree = [:]
    if refined.servers.count > 1 { tree["server"] = .string(operation.server) }
    let summary = operation.summary.trimmed
    if !summary.isEmpty { tree["summary"] = .string(summary) }
    tree.cite(operation.sources)
    tree["request"] = request(operation)
    tree["responses"] = responses(index)
    if operation.isStreamed { tree["stream"] = stream(index) }
    if operation.poll.isKnown, operation.poll.states.count > 1 { tree["poll"] = poll(index) }
    if let made = created(by: index) {
      tree["mock"] = [
        "creates": .string(made.kind), "key": "$response.body#/\(made.pointer.joined(separator: "/"))",
      ]
    }
    return tree
  }

  private func request(_ operation: OperationDraft) -> DraftTree {
    let request = operation.request
    var tree: DraftTree = ["method": .string(operation.method), "path": .string(operation.target.written)]
    var parameters: DraftTree = [:]
    for name in operation.parameters where parameters[name] == nil { parameters[name] = parameter(name, of: operation) }
    tree.add("parameters", parameters)
    let hasBody = request.body != nil || !request.form.isEmpty
    let headers = request.headers.filter { !hasBody || $0.name.lowercased() != "content-type" }
    tree.add("query", .object(request.query.map { ($0.name, field($0)) }))
    tree.add("headers", .object(headers.map { ($0.name, field($0)) }))
    let hasFile = request.form.contains(where: \.isFile)
    if !request.form.isEmpty, request.body == nil || hasFile {
      if request.isFormEncoded, !hasFile {
        tree["body"] = form(request.form)
      } else {
        tree["multipart"] = .object(request.form.map { ($0.name, part($0)) })
      }
    } else if let body = request.body, operation.method != "GET" {
      tree["body"] = DraftTree(
        [
          "schema": SchemaWriter(isRequest: true).tree(body), "example": .raw(ExampleWriter().json(body, body.sample)),
          "required": true,
        ],
        citing: body.sources
      )
    }
    return tree
  }

  private func parameter(_ name: String, of operation: OperationDraft) -> DraftTree {
    let field = operation.request.path.first { $0.name == name }
    let isInteger = field?.shape.types == ["integer"]
    let example = field?.example ?? "1"
    let number = isInteger ? Int(example).map { DraftTree.number($0) } : nil
    return DraftTree(
      [
        "schema": .raw("{ \"type\": \"\(isInteger ? "integer" : "string")\" }"),
        "example": number ?? .raw(ExampleWriter().string(example, named: field?.example == nil ? "" : name)),
      ],
      citing: field?.sources ?? operation.sources
    )
  }

  /// A parameter of the query, or a header field.
  private func field(_ field: OperationDraft.Field) -> DraftTree {
    let constant = field.shape.constant
    let isTruth = ["true", "false"].contains(constant)
    if let constant, !isTruth { return .string(constant) }
    let types = isTruth ? ["boolean"] : field.shape.types.intersection(["string", "integer", "number", "boolean"])
    var tree: DraftTree = ["schema": ["type": .string(types.count == 1 ? types.first ?? "string" : "string")]]
    tree["schema"]?["const"] = constant.map { .raw($0) }
    if field.shape.values.count > 1 { tree["schema"]?["enum"] = .strings(field.shape.values) }
    tree["example"] = example(of: field, types: types).map { .raw($0) }
    tree["required"] = .bool(field.isRequired ?? false)
    return DraftTree(tree, citing: field.sources)
  }

  private func example(of field: OperationDraft.Field, types: Set<String>) -> String? {
    if field.shape.values.count > 1 {
      return ExampleWriter().string(
        field.example.flatMap { field.shape.values.contains($0) ? $0 : nil } ?? field.shape.values[0]
      )
    }
    let given = field.example?.trimmingMarks
    func required(_ text: String) -> String? { field.isRequired == true ? text : nil }
    if types == ["integer"] { return given.flatMap { Int($0) }.map { String($0) } ?? required("1") }
    if types == ["number"] { return given.flatMap { JSONNumber($0)?.text } ?? required("1") }
    if types == ["boolean"] { return given == "true" || given == "false" ? given : required("true") }
    guard let text = field.example, !text.isEmpty else { return required(ExampleWriter().string("text")) }
    let plain = text.replacing("${", with: "").replacing("\\(", with: "").replacing("$", with: "")
    return ExampleWriter().string(plain, named: field.name)
  }

  /// A part of a form.
  private func part(_ field: OperationDraft.Field) -> DraftTree {
    var tree: DraftTree = ["file": .string(Self.picture), "filename": "sample.png", "content": "image/png"]
    if !field.isFile {
      tree = ["schema": .raw("{ \"type\": \"string\" }"), "example": shown(field, field.shape.values.first)]
    }
    tree["required"] = .bool(field.isRequired ?? true)
    return DraftTree(tree, citing: field.sources)
  }

  /// The body of a form that is sent as one text.
  private func form(_ fields: [OperationDraft.Field]) -> DraftTree {
    let sent = fields.filter { $0.isRequired != false }.map { ($0.name, shown($0, nil)) }
    let tree: DraftTree = ["content": "application/x-www-form-urlencoded", "example": .object(sent), "required": true]
    return DraftTree(tree, citing: fields.flatMap(\.sources))
  }

  private func shown(_ field: OperationDraft.Field, _ other: String?) -> DraftTree {
    let example = field.example.flatMap { $0.isEmpty ? nil : $0 } ?? other ?? "text"
    return .raw(ExampleWriter().string(example, named: field.name))
  }
}

extension OperationDraft {
  /// True if the operation answers with events that are known.
  var isStreamed: Bool { stream.isStated && !stream.events.isEmpty }
}

extension DraftTree {
  /// Returns the beginning of a contract for a service of this title.
  static func contract(titled title: String, service: String? = nil) -> DraftTree {
    let slug = service ?? title.slug.parts("-").prefix(5).joined(separator: "-")
    return [
      "$schema": "contract.schema.json", "contract": "1", "service": .string(slug.isEmpty ? "api" : slug),
      "title": .string(title),
    ]
  }

  /// Sets the lines that a part of the draft is taken from.
  mutating func cite(_ sources: [Source]) {
    if !sources.isEmpty { self["source"] = .sources(sources.unique) }
  }

  init(_ members: DraftTree = [:], citing sources: [Source]) {
    self = members
    cite(sources)
  }
}
