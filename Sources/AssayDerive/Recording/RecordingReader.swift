import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText
import AssaySecrets

/// A reader that turns a recording into a contract; every recorded fact is a `should`, since no document promises it.
struct RecordingReader {
  let operations: [RecordedOperation]
  let seen: RecordedCalls
  private let servers: [(name: String, url: String)]
  let flow: CallOrder
  let polls: [RecordedPoll?]
  let streams: [RecordedStream?]
  /// The calls of each step, in a recording by Assay.
  let callsOfSteps: [ScenarioStep: [RecordedCall]]
  private let file: String
  private(set) var secrets: SeenSecrets
  /// The parts of the recording that the contract does not have.
  private(set) var losses: [String] = []
  private(set) var text = ""
  /// The environment variables for secrets of the recording.
  var variables: [String] { secrets.needed.sorted() }

  /// - Parameter file: The recording's name, for the title.
  /// - Throws: A clause with the reason why nothing can be drafted.
  init(_ log: HARLog, file: String) throws(UnusableRecording) {
    seen = try RecordedCalls(log)
    secrets = SeenSecrets(seen)
    let read = RecordedOperations(seen)
    (operations, servers) = (read.operations, read.servers)
    flow = CallOrder(operations, byCall: read.byCall, secrets)
    polls = operations.map { RecordedPoll($0) }
    streams = operations.map { RecordedStream($0) }
    callsOfSteps = operations.reduce(into: [:]) { steps, operation in
      for call in operation.calls { if let step = call.step { steps[step, default: []].append(call) } }
    }
    self.file = file
    for (reason, entries) in seen.leftOut.elements {
      let few = entries.prefix(5).map { String($0) }.joined(separator: ", ")
      let more = entries.count > 5 ? " and \(entries.count - 5) more" : ""
      losses.append("\(reason): \(entries.count == 1 ? "entry" : "entries") \(few)\(more)")
    }
    for operation in read.refusing {
      losses.append("\(operation.method) \(operation.path), which was never answered with a success")
    }
    for operation in operations {
      guard let type = operation.calls.lazy.compactMap(\.typeOfMissingBody).first else { continue }
      losses.append("the \(type) body of \(operation.method) \(operation.path), which the recording does not hold")
    }
    losses += seen.service == nil ? unsaidRefusals : unsaidSteps + unsaidRows
    let written = contract().document
    text = String(decoding: SecretVault(secrets.all).hide(Array(written.utf8)), as: UTF8.self)
  }

  private mutating func contract() -> DraftTree {
    let host = HTTPURL(servers[0].url)?.host ?? ""
    let isAddress = host == "localhost" || host.first?.isNumber == true || host.hasPrefix("[")
    let slug = isAddress ? "backend" : host.parts(".").map(\.slug).joined(separator: "-")
    var tree = DraftTree.contract(
      titled: seen.service ?? (isAddress ? "Backend" : host),
      service: seen.service ?? (slug.isEmpty ? "backend" : slug)
    )
    tree["description"] = "Drafted from the recording \(file); no document promises what it contains."
    tree["servers"] = .object(servers.map { ($0.name, ["url": .string($0.url)]) })
    tree["operations"] = .object(operations.indices.map { (operations[$0].name, operation($0)) })
    tree["scenarios"] = seen.service == nil ? foreignScenarios : ownScenarios
    return tree
  }

  // MARK: Operations

  private mutating func operation(_ index: Int) -> DraftTree {
    let operation = operations[index]
    var tree: DraftTree = [:]
    if servers.count > 1 { tree["server"] = .string(operation.server) }
    tree["level"] = "should"
    let given = Set(flow.captures[index].map { $0.isHeader ? $0.way[1].lowercased() : $0.way[1] })
    tree["request"] = RecordedRequest(operation: operation, given: given).tree(&secrets)
    let stream = streams[index]
    var responses: DraftTree.Members = []
    for status in Set(operation.calls.map(\.status)).sorted() where status > 0 {
      let calls = operation.calls.filter { $0.status == status }
      responses.append((String(status), response(calls, index, isStreamed: stream != nil)))
    }
    tree["responses"] = .object(responses)
    if let stream {
      tree["stream"] = stream.tree(&secrets)
    } else if let poll = polls[index] {
      tree["poll"] = poll.tree(secrets)
    }
    var conditions: Set<String> = []
    let cases = operation.refused.compactMap { RecordedRefusal($0, of: operation, secrets)?.mockCase(secrets) }.filter {
      conditions.insert($0["when"]?.text ?? "").inserted
    }
    if !cases.isEmpty { tree["mock"] = ["cases": .array(cases)] }
    return tree
  }

  private func response(_ calls: [RecordedCall], _ index: Int, isStreamed: Bool) -> DraftTree {
    let operation = operations[index]
    var tree: DraftTree = [:]
    let heads = calls.map { $0.exchange.response?.head ?? $0.stream?.head }
    let types = Set(heads.map { $0?.mediaType?.essence })
    // An answer without a body may name a media type all the same, as 202 and 204 often do.
    let isEmpty = calls.contains { $0.exchange.response?.body.isEmpty ?? true } && operation.method != "HEAD"
    if types.count == 1, let type = types.first ?? nil, isStreamed || !isEmpty { tree["content"] = .string(type) }
    if (300..<400).contains(calls[0].status), heads.allSatisfy({ $0?.headers["Location"] != nil }) {
      tree["headers"] = ["Location": ["type": "string"]]
    }
    let taken = calls[0].status == operation.example.status ? flow.given(by: index) : []
    for case .header(let name) in taken.map(\.source) {
      let example = secrets.shown(operation.example.exchange.response?.head.headers[name] ?? "")
      tree.put(["type": "string", "examples": [.string(example)]], at: ["headers", name])
    }
    if calls[0].isSuccess && isStreamed || isEmpty { return tree }
    let shown = calls.first { $0.exchange.json?.isContainer == true } ?? calls[0]
    let echoes = RecordedTemplate.echoes(operation, in: shown, secrets)
    let isText = types.count == 1 && heads[0]?.mediaType?.isJSON == false
    if !isText, calls.allSatisfy({ $0.exchange.json != nil }) {
      var shape = RecordedShape()
      for call in calls { if let json = call.exchange.json { shape.add(json, answer: call.number, secrets) } }
      tree["body"] = shape.tree
      if let json = shown.exchange.json { tree["example"] = RecordedTemplate.answered(json, secrets, echoes: echoes) }
    } else if let body = shown.exchange.response?.body, !body.isEmpty, heads[0]?.mediaType?.type == "text",
      var text = String(validating: body, as: UTF8.self)
    {
      let tags = taken.compactMap { if case .tag(let tag) = $0.source { tag } else { nil } }
      // A page that is only here for what it gives is not copied: its scripts may hold anything.
      if !tags.isEmpty || shown.isGiver { text = tags.joined(separator: "\n") }
      tree["example"] = RecordedTemplate.answered(.string(text), secrets, echoes: [:])
    } else if let type = types.count == 1 ? heads[0]?.mediaType : nil, !type.isJSON, type.type != "text" {
      let file =
        type.type == "image" && type.subtype == "png" ? DraftWriter.picture : "data:\(type.essence);base64,c2FtcGxlCg=="
      tree["example"] = ["$file": .string(file)]
    }
    return tree
  }
}
