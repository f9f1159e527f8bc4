import AssayContract
import AssayFindings
import AssayJSON
import AssaySchema
import AssayText

/// The rule that examples match their schemas, as far as their values are known before a run.
enum ExampleRule: LintRule {
  static func check(_ run: inout LintRun) {
    let bodies = run.contract.operations.filter(isAnsweredBySample).compactMap(\.successes.first?.body)
    let schemas = run.contract.schemas.schemas(at: bodies.map(\.promise.pointer))
    for (operation, node) in zip(run.contract.operations, run.root.table("operations")) {
      checkRequest(node, &run)
      checkResponses(node, &run)
      checkPoll(operation, node, &run)
      checkStream(operation, node, &run)
      checkPlayable(operation, node, schemas, &run)
      checkCoding(operation, node, &run)
    }
    for site in run.sites where site.kind == .schema { checkOwnExamples(site.node, &run) }
  }

  private static func checkRequest(_ node: ContractNode, _ run: inout LintRun) {
    guard let request = node["request"] else { return }
    let tables = ["parameters", "query", "headers", "multipart"].flatMap { request.table($0) }
    for described in tables + [request["body"]].compactMap({ $0 }) {
      check(described["example"], against: described["schema"], &run)
    }
    for other in request["body"]?.table("alternatives") ?? [] {
      let isText = other["example"]?.value.kind == .string
      check(other["example"], against: other["schema"] ?? (isText ? nil : request["body"]?["schema"]), &run)
    }
  }

  private static func checkResponses(_ node: ContractNode, _ run: inout LintRun) {
    let responses = node.table("responses")
    for response in responses.flatMap({ [$0] + $0.table("alternatives") }) {
      check(response["example"], against: response["body"], &run)
    }
    for mockCase in node["mock"]?.list("cases") ?? [] {
      let status = mockCase.value["status"]?.int
      let response = responses.first { response in
        guard let pattern = StatusPattern(response.name) else { return false }
        return status.map { pattern.matches($0) } ?? pattern.isSuccess
      }
      check(mockCase["example"], against: response?["body"], &run)
    }
  }

  /// Checks that the mock can respond to a call that is neither a stream nor a poll: with an example, or a body made
  /// from the schema or the media type. `schemas` are those of all bodies that are made so.
  private static func checkPlayable(
    _ operation: Operation,
    _ node: ContractNode,
    _ schemas: JointSchemas?,
    _ run: inout LintRun
  ) {
    guard isAnsweredBySample(operation), let success = operation.successes.first,
      let response = node.table("responses").first(where: { StatusPattern($0.name) == success.status })
    else { return }
    let lacking: (key: String, source: String)
    if let body = success.body {
      if success.bodyForm == nil || run.contract.sample(of: body, among: schemas) != nil { return }
      lacking = ("body", "the schema")
    } else {
      if success.isKept(by: success.plainSample) { return }
      lacking = ("text", "what `text` says")
    }
    // What is impossible has no example.
    guard let written = response[lacking.key], !run.log.hasEntry(in: written.value.byteRange) else { return }
    run.log.add(
      .missingExample,
      "the mock has no response: `example` is missing, and none could be made from \(lacking.source)",
      help: "add an `example` next to `\(lacking.key)`",
      range: written.range,
      pointer: written.pointer
    )
  }

  /// Returns true if the mock answers a call without an example, with what it makes.
  private static func isAnsweredBySample(_ operation: Operation) -> Bool {
    guard case .exchange = operation.interaction else { return false }
    return operation.mock?.cases.isEmpty ?? true && !operation.successes.contains { $0.example != nil }
  }

  /// Checks the content coding that a response promises: the mock can only compress as gzip; for any other coding it
  /// needs a file with the coded bytes.
  private static func checkCoding(_ operation: Operation, _ node: ContractNode, _ run: inout LintRun) {
    func isCoding(_ field: String) -> Bool { field.lowercased() == "content-encoding" }
    guard operation.request.method != "HEAD",
      operation.mock?.headers.contains(where: { isCoding($0.name) }) != true
    else { return }
    for response in operation.responses {
      guard let header = response.headers.first(where: { isCoding($0.name) }),
        let coding = run.contract.sampleText(of: header), ContentCoding(field: coding) == nil,
        isAnsweredPlain(response, of: operation),
        let written = node.table("responses").first(where: { StatusPattern($0.name) == response.status })?
          .table("headers").first(where: { $0.name == header.name })
      else { continue }
      run.log.add(
        .missingExample,
        "the mock cannot encode a body as `\(coding)`; it sends the body unencoded with that Content-Encoding",
        help: "add an `example` that is a `$file` of bytes in that coding",
        range: written.range,
        pointer: written.pointer
      )
    }
  }

  /// Returns true if the mock has examples for `response` and none of them is a file.
  private static func isAnsweredPlain(_ response: ResponsePromise, of operation: Operation) -> Bool {
    let isFirst = operation.successes.first?.status == response.status
    let cases = (operation.mock?.cases ?? []).filter { each in
      each.status.map { response.status.matches($0) } ?? isFirst
    }
    var examples = cases.map { $0.example ?? response.example }
    switch operation.interaction {
    case .poll(let poll) where !poll.examples.isEmpty:
      let answers = poll.examples.filter { each in each.status.map { response.status.matches($0) } ?? isFirst }
      examples += answers.filter { $0.body != nil }.map(\.body)
    case .exchange, .poll: if isFirst { examples.append(response.example) }
    case .stream: break
    }
    return !examples.isEmpty && examples.allSatisfy { $0?["$file"] == nil }
  }

  private static func checkPoll(_ operation: Operation, _ node: ContractNode, _ run: inout LintRun) {
    guard let poll = node["poll"], case .poll(let promise) = operation.interaction else { return }
    let states = Dictionary(poll.table("states").map { ($0.name, $0) }) { first, _ in first }
    for written in poll.list("examples") {
      let answer = written["$answer"]
      let status = answer?.value["status"]?.int
      let response = node.table("responses").first { response in
        guard let pattern = StatusPattern(response.name) else { return false }
        return status.map { pattern.matches($0) } ?? pattern.isSuccess
      }
      guard let example = answer == nil ? written : answer?["body"] else { continue }
      check(example, against: response?["body"], &run)
      guard let place = promise.state.pointer, let name = example.value[place].flatMap(promise.text(of:)),
        !name.hasPrefix("$")
      else {
        continue
      }
      guard let state = states[name] else {
        if promise.ignoresCase, promise.states.contains(where: { $0.name.lowercased() == name.lowercased() }) {
          continue
        }
        noteUnknownState(name, at: example, place, promise, &run)
        continue
      }
      check(example, against: state["body"], &run)
    }
  }

  private static func noteUnknownState(
    _ name: String,
    at node: ContractNode,
    _ place: JSONPointer,
    _ poll: PollPromise,
    _ run: inout LintRun
  ) {
    run.log.add(
      .failingExample,
      "the example has the state `\(name)`, which is not in `states`",
      help: SpellingSuggestion.help(for: name, among: poll.states.map(\.name), noun: "the states there are"),
      range: node.value[place]?.byteRange ?? node.range,
      pointer: node.pointer.appending(place)
    )
  }

  private static func checkStream(_ operation: Operation, _ node: ContractNode, _ run: inout LintRun) {
    guard let stream = node["stream"], case .stream(let promise) = operation.interaction else { return }
    let cases = node["mock"]?.list("cases").flatMap { $0.list("events") } ?? []
    if promise.examples.isEmpty, cases.isEmpty {
      let events = stream.table("events")
      for name in run.contract.sample(of: promise).unmade {
        guard let event = events.first(where: { $0.name.isExactly(name) }),
          !run.log.hasEntry(in: event.value.byteRange)
        else { continue }
        run.log.add(
          .missingExample,
          "the mock cannot send the event `\(name)`: the stream has no `examples`, and no data could be made for it",
          help: "add `examples` to the stream",
          range: event.range,
          pointer: event.pointer
        )
      }
    }
    for example in stream.list("examples") + cases {
      let event = stream.table("events").first { $0.name == example.string("event") }
      check(example["data"], against: event?["data"], &run)
      if let data = example["data"], let event = promise.event(named: example.string("event") ?? "") {
        checkKind(data, event, promise, &run)
      }
    }
  }

  /// Reports an example of an event that clients would recognise as a different event.
  private static func checkKind(
    _ data: ContractNode,
    _ event: EventPromise,
    _ stream: StreamPromise,
    _ run: inout LintRun
  ) {
    guard TemplateKnowledge.isKnown(data.value, for: "const") else { return }
    let kind = stream.kind(ofExample: data.value, of: event)
    let isOtherText = event.text.map { !$0.matches(data.value.string ?? data.value.text) } ?? false
    guard kind?.isExactly(event.name) != true || isOtherText else { return }
    let wanted =
      event.condition.map { "`\($0.text)` does not hold for it" } ?? event.text.map { "it is not \($0.described)" }
    run.log.add(
      .failingExample,
      "the example is not the event `\(event.name)`"
        + (kind.map { $0.isExactly(event.name) ? "" : " but `\($0)`" } ?? ""),
      help: wanted ?? "an event before it takes it",
      range: data.value.byteRange,
      pointer: data.pointer
    )
  }

  /// Checks the `examples` inside a schema.
  private static func checkOwnExamples(_ schema: ContractNode, _ run: inout LintRun) {
    for example in schema.list("examples") { check(example, against: schema, isTemplate: false, &run) }
  }

  private static func check(
    _ example: ContractNode?,
    against schema: ContractNode?,
    isTemplate: Bool = true,
    _ run: inout LintRun
  ) {
    // Judged as a text of its own, so that places in it count from its own start.
    guard let example, let schema, example.value["$file"] == nil,
      let compiled = try? run.contract.schemas.schema(at: schema.pointer),
      let document = try? JSONDocument(
        parsing: (isTemplate ? TemplateKnowledge.read(example.value) : example.value).text
      )
    else { return }
    for violation in compiled.violations(of: document.root) {
      guard let value = example.value[violation.instanceLocation],
        TemplateKnowledge.isKnown(value, for: violation.keyword)
      else { continue }
      let place = run.contract.document.location(ofByte: violation.keywordOffset)
      run.log.add(
        .failingExample,
        "the example breaks its own schema: \(violation.message)",
        help: "`\(violation.keyword)` on line \(place.line) asks for \(violation.expected)",
        range: value.byteRange,
        pointer: example.pointer.appending(violation.instanceLocation)
      )
    }
  }
}

/// The facts known about an example with expressions before these are evaluated.
enum TemplateKnowledge {
  /// The keywords that depend only on which members and items are present, not on their values.
  private static let structural: Set<String> = [
    "required", "type", "dependentRequired", "minProperties", "maxProperties", "minItems", "maxItems",
    "additionalProperties", "unevaluatedProperties", "propertyNames",
  ]

  /// Returns `template` with its texts as they are sent where that is known: `$$` is a dollar sign.
  static func read(_ template: JSONValue) -> JSONValue {
    // What has two in a row is rare; all else is as it is written.
    guard template.text.contains("$$") else { return template }
    switch template.kind {
    case .string:
      guard let parsed = try? TemplateText(parsing: template.string ?? ""), !parsed.isExpression,
        parsed.pieces.count == 1,
        case .literal(let text) = parsed.pieces[0]
      else { return template }
      return .string(text)
    case .array: return .array(template.items.map { read($0) })
    case .object: return .object(template.members.map { ($0.key, read($0.value)) })
    default: return template
    }
  }

  /// Returns true if a violation of `keyword` at `template` exists whatever values its expressions have.
  static func isKnown(_ template: JSONValue, for keyword: String) -> Bool {
    switch template.kind {
    case .string: return !holdsExpression(template) || keyword == "type" && !isExpression(template)
    case .object where template["$forEach"] != nil: return false
    case .object, .array: return structural.contains(keyword) || !isOpen(template)
    default: return true
    }
  }

  /// Returns true if the template contains an expression at any depth.
  private static func isOpen(_ template: JSONValue) -> Bool {
    var pending = [template]
    while let value = pending.popLast() {
      if value.kind == .string, holdsExpression(value) { return true }
      if value["$forEach"] != nil { return true }
      pending += value.items
      pending += value.members.map(\.value)
    }
    return false
  }

  private static func isExpression(_ value: JSONValue) -> Bool {
    (try? TemplateText(parsing: value.string ?? ""))?.isExpression ?? true
  }

  private static func holdsExpression(_ value: JSONValue) -> Bool {
    guard let text = value.string, text.contains("$") else { return false }
    if text.contains("${") { return true }
    guard let parsed = try? TemplateText(parsing: text) else { return true }
    return parsed.isExpression || parsed.pieces.count > 1
      || parsed.pieces.contains { if case .expression = $0 { true } else { false } }
  }
}
