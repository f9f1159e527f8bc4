import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText
import AssayVerifier

/// A recording as a contract: what was seen, as a `should`, since nobody promised it.
struct RecordingReader {
  let operations: [SeenOperation]
  private let seen: SeenCalls
  private let servers: [(name: String, url: String)]
  private let flow: SeenFlow
  private let polls: [SeenPoll?]
  private let file: String
  private(set) var secrets: SeenSecrets
  /// What of the recording the contract does not say.
  private(set) var losses: [String] = []
  private(set) var text = ""
  /// The variables of the environment that stand for secrets of the recording.
  var variables: [String] { secrets.needed.sorted() }

  /// - Parameter file: The recording's name, for the title.
  /// - Throws: A clause that says why nothing can be drafted.
  init(_ log: HARLog, file: String) throws(SeenError) {
    seen = try SeenCalls(log)
    secrets = SeenSecrets(seen)
    let read = SeenOperations(seen)
    (operations, servers) = (read.operations, read.servers)
    flow = SeenFlow(operations, byCall: read.byCall, secrets)
    polls = operations.map { SeenPoll($0) }
    self.file = file
    for (reason, entries) in seen.leftOut {
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
    losses += seen.service == nil ? unsaidRefusals : unsaidSteps
    var writer = JSONWriter(indent: "  ")
    contract().write(to: &writer)
    text = String(decoding: SecretVault(secrets.all).hide(Array(writer.text.utf8)), as: UTF8.self) + "\n"
  }

  private mutating func contract() -> DraftTree {
    var tree = DraftTree.object([])
    tree["$schema"] = .string("contract.schema.json")
    tree["contract"] = .string("1")
    let host = HTTPURL(servers[0].url)?.host ?? ""
    let isAddress = host == "localhost" || host.first?.isNumber == true || host.hasPrefix("[")
    let slug = isAddress ? "backend" : host.split(separator: ".").map { String($0).slug }.joined(separator: "-")
    tree["service"] = .string(seen.service ?? (slug.isEmpty ? "backend" : slug))
    tree["title"] = .string(seen.service ?? (isAddress ? "Backend" : host))
    tree["description"] = .string("Drafted from the recording \(file): what was seen, which nobody promised.")
    tree["servers"] = .object(servers.map { ($0.name, .object([("url", .string($0.url))])) })
    var all: [(key: String, value: DraftTree)] = []
    for index in operations.indices { all.append((operations[index].name, operation(index))) }
    tree["operations"] = .object(all)
    tree["scenarios"] = seen.service == nil ? foreignScenarios : ownScenarios
    return tree
  }

  // MARK: Operations

  private mutating func operation(_ index: Int) -> DraftTree {
    let operation = operations[index]
    var tree = DraftTree.object([])
    if servers.count > 1 { tree["server"] = .string(operation.server) }
    tree["level"] = .string("should")
    let isTokenGiven = flow.captures[index].contains { $0.place == .token }
    tree["request"] = SeenRequest(operation: operation, isTokenGiven: isTokenGiven).tree(&secrets)
    let stream = SeenStream(operation)
    var responses: [(key: String, value: DraftTree)] = []
    for status in Set(operation.calls.map(\.status)).sorted() where status > 0 {
      let calls = operation.calls.filter { $0.status == status }
      responses.append((String(status), response(calls, operation, isStreamed: stream != nil)))
    }
    tree["responses"] = .object(responses)
    if let stream {
      tree["stream"] = stream.tree(secrets)
    } else if let poll = polls[index] {
      tree["poll"] = poll.tree(secrets)
    }
    let cases = operation.refusals.compactMap { SeenRefusal($0, of: operation, secrets)?.mockCase(secrets) }
    if !cases.isEmpty { tree["mock"] = .object([("cases", .array(cases))]) }
    return tree
  }

  private func response(_ calls: [SeenCall], _ operation: SeenOperation, isStreamed: Bool) -> DraftTree {
    var tree = DraftTree.object([])
    let heads = calls.map { $0.exchange.response?.head ?? $0.stream?.head }
    let types = Set(heads.map { $0?.mediaType?.essence })
    if types.count == 1, let type = types.first ?? nil { tree["content"] = .string(type) }
    if calls[0].isSuccess, isStreamed { return tree }
    let shown = calls.first { $0.exchange.json?.isContainer == true } ?? calls[0]
    let echoes = SeenTemplate.echoes(operation, in: shown, secrets)
    let isText = types.count == 1 && heads[0]?.mediaType?.isJSON == false
    if !isText, calls.allSatisfy({ $0.exchange.json != nil }) {
      var shape = SeenShape()
      for call in calls { if let json = call.exchange.json { shape.add(json, answer: call.number, secrets) } }
      tree["body"] = shape.tree
      if let json = shown.exchange.json { tree["example"] = SeenTemplate.answered(json, secrets, echoes: echoes) }
    } else if let body = shown.exchange.response?.body, !body.isEmpty, heads[0]?.mediaType?.type == "text",
      let text = String(validating: body, as: UTF8.self)
    {
      tree["example"] = SeenTemplate.answered(.string(text), secrets, echoes: [:])
    } else if let type = types.count == 1 ? heads[0]?.mediaType : nil, !type.isJSON, type.type != "text" {
      let file =
        type.type == "image" && type.subtype == "png" ? DraftWriter.picture : "data:\(type.essence);base64,c2FtcGxlCg=="
      tree["example"] = .object([("$file", .string(file))])
    }
    return tree
  }

  // MARK: Scenarios

  private var foreignScenarios: DraftTree {
    var taken: Set<String> = []
    var scenarios: [(key: String, value: DraftTree)] = []
    for flow in flow.flows {
      guard let first = flow.first, let last = flow.last else { continue }
      var name = flow.count == 1 ? operations[first].name : "\(operations[first].name)-then-\(operations[last].name)"
      while !taken.insert(name).inserted { name += "-again" }
      let steps = flow.map { step($0, id: operations[$0].name, in: flow) { operations[$0].name } }
      scenarios.append((name, .object([("steps", .array(steps))])))
    }
    for (index, operation) in operations.enumerated() {
      for call in operation.refusals {
        guard let refusal = SeenRefusal(call, of: operation, secrets) else { continue }
        var name = "\(operation.name)-\(call.status)"
        while !taken.insert(name).inserted { name += "-again" }
        scenarios.append((name, .object([("steps", .array(probe(refusal, index)))])))
      }
    }
    return .object(scenarios)
  }

  /// A refused call, behind what hands out the token it was made with.
  private func probe(_ refusal: SeenRefusal, _ index: Int) -> [DraftTree] {
    let login = refusal.isLetIn ? flow.login(of: index) : []
    let whole = step(index, id: operations[index].name, in: login + [index]) { operations[$0].name }
    var last = refusal.step(id: login.contains(index) ? "refused" : nil)
    guard !login.isEmpty, let headers = whole["headers"] else { return [last] }
    last["headers"] = last["headers"] ?? headers
    return login.map { maker in step(maker, id: operations[maker].name, in: login + [index]) { operations[$0].name } }
      + [last]
  }

  /// The scenarios and steps the recorded run had, so that its recording is judged by this contract, too.
  private var ownScenarios: DraftTree {
    var (order, byScenario): ([String], [String: [SeenStep]]) = ([], [:])
    for call in seen.calls {
      guard let step = call.step else { continue }
      if byScenario[step.scenario] == nil { order.append(step.scenario) }
      if byScenario[step.scenario]?.contains(where: { $0.id == step.id }) != true {
        byScenario[step.scenario, default: []].append(step)
      }
    }
    let places = Dictionary(operations.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
    return .object(
      order.map { name in
        let steps = byScenario[name] ?? []
        let flow = steps.compactMap { places[$0.operation] }
        let trees = steps.enumerated().compactMap { position, own -> DraftTree? in
          guard let index = places[own.operation] else { return nil }
          let calls = operations[index].calls.filter { $0.step == own }
          guard let call = calls.first(where: \.isSuccess) else {
            return calls.first.flatMap { SeenRefusal($0, of: operations[index], secrets) }?.step(id: own.id)
          }
          let before = steps.prefix(position)
          var tree = step(index, id: own.id, in: flow) { producer in
            before.last { $0.operation == operations[producer].name }?.id
          }
          // The same operation may be called otherwise in another scenario.
          if let other = SeenDifference(call, from: operations[index], secrets) { other.add(to: &tree) }
          return tree
        }
        return (name, .object([("steps", .array(trees))]))
      }.filter { !($0.1["steps"]?.isEmptyArray ?? true) }
    )
  }

  /// The steps of the recorded run that the draft leaves out, or does not make as they were made.
  private var unsaidSteps: [String] {
    var told: Set<String> = []
    return seen.calls.compactMap { call in
      guard let step = call.step, told.insert("\(step.scenario)/\(step.id)").inserted else { return nil }
      let name = "the step \(step.scenario)/\(step.id)"
      guard let operation = operations.first(where: { $0.name == step.operation }) else {
        return "\(name): \(step.operation) was never answered with a success"
      }
      let calls = operation.calls.filter { $0.step == step }
      if let made = calls.first(where: \.isSuccess) {
        let isSaid = made.number == operation.example.number || SeenDifference(made, from: operation, secrets) != nil
        return isSaid ? nil : "what \(name) sent, which cannot be written down: the operation's example is sent"
      }
      let isSaid = calls.first.flatMap { SeenRefusal($0, of: operation, secrets) } != nil
      return isSaid ? nil : "\(name), which was refused: what it sent otherwise cannot be written down"
    }
  }

  /// The refused calls of somebody else's recording that no scenario makes.
  private var unsaidRefusals: [String] {
    operations.flatMap { operation -> [String] in
      let unsaid = operation.refusals.filter { SeenRefusal($0, of: operation, secrets) == nil }
      return Dictionary(grouping: unsaid, by: \.status).sorted { $0.key < $1.key }.map { status, calls in
        "\(calls.count.counted("call")) of \(operation.method) \(operation.path) answered \(status): what was sent otherwise "
          + "cannot be written down"
      }
    }
  }

  /// A step; `stepID` gives the id of the step before it that calls an operation.
  private func step(_ index: Int, id: String, in flow: [Int], stepID: (Int) -> String?) -> DraftTree {
    var tree = DraftTree.object([])
    if id != operations[index].name { tree["stepId"] = .string(id) }
    tree["operation"] = .string(operations[index].name)
    var parts: [String: DraftTree] = [:]
    for capture in self.flow.captures[index] {
      guard flow.contains(capture.producer), let producer = stepID(capture.producer) else { continue }
      let value = "$steps.\(producer).outputs.\(capture.output)"
      switch capture.place {
      case .path(let name): parts["parameters", default: .object([])][name] = .string(value)
      case .query(let name): parts["query", default: .object([])][name] = .string(value)
      case .body(let pointer): parts["body", default: .object([])].put(.string(value), at: pointer[...])
      case .token: parts["headers", default: .object([])]["Authorization"] = .string("Bearer {\(value)}")
      }
    }
    for key in ["parameters", "query", "headers", "body"] { if let part = parts[key] { tree[key] = part } }
    var outputs = DraftTree.object([])
    for capture in flow.flatMap({ self.flow.captures[$0] }) where capture.producer == index {
      let expression = DraftTree.string("$response.body#/\(capture.pointer.joined(separator: "/"))")
      outputs[capture.output] =
        capture.isSecret ? .object([("value", expression), ("secret", .bool(true))]) : expression
    }
    if !outputs.members.isEmpty { tree["outputs"] = outputs }
    if let goal = polls[index]?.goal { tree["finalState"] = .string(goal) }
    return tree
  }
}

extension DraftTree {
  fileprivate var isEmptyArray: Bool { if case .array(let items) = self { items.isEmpty } else { false } }
}
