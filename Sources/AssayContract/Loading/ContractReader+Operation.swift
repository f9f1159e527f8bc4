import AssayJSON

extension ContractReader {
  mutating func operation(_ node: ContractNode) -> Operation? {
    let server = server(of: node)
    guard let requestNode = node["request"], let request = request(requestNode) else { return nil }
    let interaction: Operation.Interaction
    if let stream = node["stream"].flatMap({ self.stream($0) }) {
      interaction = .stream(stream)
    } else if let poll = node["poll"].flatMap({ self.poll($0) }) {
      interaction = .poll(poll)
    } else {
      interaction = .exchange
    }
    if let poll = node["poll"], node["stream"] != nil {
      log.add(
        .pollAndStream,
        "an operation is polled or streamed, not both",
        help: "make two operations of it",
        range: poll.range,
        pointer: poll.pointer
      )
    }
    return Operation(
      name: node.name,
      server: server,
      summary: node.string("summary") ?? "",
      request: request,
      responses: responses(node.table("responses")),
      invariants: invariants(node.list("invariants")),
      within: limit(node["within"]),
      interaction: interaction,
      mock: node["mock"].map { mock($0) },
      promise: node.promise
    )
  }

  private mutating func server(of node: ContractNode) -> String {
    guard let value = node.value["server"], let name = value.string else {
      if serverNames.count > 1 {
        log.add(
          .unknownServer,
          "the operation does not say which server it is called at",
          help: "add `\"server\"`, one of: \(serverNames.map { "`\($0)`" }.joined(separator: ", "))",
          range: node.range,
          pointer: node.pointer
        )
      }
      return serverNames.first ?? ""
    }
    if !serverNames.contains(name) {
      noteUnknown(
        "server",
        plural: "servers",
        .unknownServer,
        value,
        known: serverNames,
        at: node.pointer.appending("server")
      )
    }
    return name
  }

  mutating func responses(_ nodes: [ContractNode]) -> [ResponsePromise] {
    nodes.compactMap { node in
      if node.name.hasPrefix("x-") { return nil }
      guard let status = StatusPattern(node.name) else {
        log.add(
          .badStatus,
          "`\(node.name)` is no status",
          help: "write a code (`200`), a class (`2XX`) or `default`",
          range: node.range,
          pointer: node.pointer
        )
        return nil
      }
      return response(node, status: status)
    }
  }

  private mutating func response(_ node: ContractNode, status: StatusPattern) -> ResponsePromise {
    let content = node["content"].flatMap { content -> ContentPromise? in
      (content.value.string ?? content.string("type")).map {
        ContentPromise(mediaRange: $0, promise: content.promise)
      }
    }
    checkTemplate(node["example"], in: .mock)
    return ResponsePromise(
      status: status,
      content: content,
      body: schema(node["body"]),
      text: node["text"].map { text($0) },
      headers: node.table("headers").compactMap { header in
        schema(header).map { HeaderPromise(name: header.name, schema: $0, isRequired: true) }
      },
      example: node.value["example"],
      promise: node.promise
    )
  }

  private mutating func text(_ node: ContractNode) -> TextPromise {
    TextPromise(
      nonEmpty: node.bool("nonEmpty") == true ? node["nonEmpty"]?.promise : nil,
      notJSON: node.bool("json") == false ? node["json"]?.promise : nil,
      patterns: node.list("matches").compactMap { item in
        guard let value = item.value.kind == .string ? item.value : item.value["pattern"], let pattern = value.string
        else {
          return nil
        }
        checkPattern(value, pattern, at: item.pointer)
        return TextPromise.PatternPromise(
          pattern: pattern,
          message: item.value["message"]?.string ?? "",
          promise: item.promise
        )
      }
    )
  }

  private mutating func mock(_ node: ContractNode) -> MockSection {
    MockSection(
      creates: node.string("creates"),
      key: expression(node["key"], in: .mock),
      uses: node.table("uses").compactMap { entry in expression(entry, in: .mock).map { (kind: entry.name, key: $0) } },
      sets: sets(node),
      cases: node.list("cases").compactMap { item in
        checkTemplate(item["example"], in: .mock)
        return expression(item["when"], in: .mock).map {
          MockCase(when: $0, sets: sets(item), status: item.value["status"]?.int, example: item.value["example"])
        }
      }
    )
  }

  private mutating func sets(_ node: ContractNode) -> [(name: String, value: Expression)] {
    node.table("set").compactMap { entry in expression(entry, in: .mock).map { (name: entry.name, value: $0) } }
  }
}
