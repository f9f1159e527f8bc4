import AssayHTTP
import AssayJSON
import AssaySchema
import AssayText

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
    if case .stream(let stream) = interaction, stream.format == .webSocket { checkOpening(of: node, request) }
    if case .exchange = interaction {} else { checkNoRetry(of: node) }
    let within = limit(node["within"])
    let security = security(node["security"]) ?? inheritedSecurity
    checkSecurity(of: requestNode, security.first ?? [])
    checkBodies(node.table("responses"), method: request.method, stream: node["stream"])
    return Operation(
      name: node.name,
      server: server,
      summary: node.string("summary") ?? "",
      request: request,
      responses: responses(node.table("responses")),
      invariants: invariants(node.list("invariants")),
      within: within,
      followsRedirects: node.string("redirects") == "follow",
      interaction: interaction,
      mock: node["mock"].map { mock($0, interaction, within: within) },
      retry: node["retry"].map { tolerance($0) },
      isProbed: node.bool("probe"),
      isCalled: node.bool("client") ?? true,
      security: security,
      promise: node.promise
    )
  }

  /// Reports statuses after which an operation would be called again that is polled or streamed.
  private mutating func checkNoRetry(of node: ContractNode) {
    guard let retry = node["retry"] else { return }
    let isPolled = node["poll"] != nil
    log.add(
      .wrongValue,
      "`retry` of an operation applies to single calls, and this operation is \(isPolled ? "polled" : "streamed")",
      help: isPolled ? "move it into `poll`" : "delete it",
      range: retry.range,
      pointer: retry.pointer
    )
  }

  private mutating func server(of node: ContractNode) -> String {
    guard let value = node.value["server"], let name = value.string else {
      if defined.servers.count > 1 {
        log.add(
          .unknownServer,
          "the operation does not say which server it is called at",
          help: "add `\"server\"`, one of: \(defined.servers.map { "`\($0)`" }.joined(separator: ", "))",
          range: node.range,
          pointer: node.pointer
        )
      }
      return defined.servers.first ?? ""
    }
    if !defined.servers.contains(name) {
      noteUnknown(
        "server",
        plural: "servers",
        .unknownServer,
        value,
        known: defined.servers,
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
          "`\(node.name)` is not a valid status",
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
    var response = response(node, status, content)
    response.alternatives = node.table("alternatives").map { entry in
      self.response(entry, status, ContentPromise(mediaRange: entry.name, promise: entry.promise))
    }
    checkTypes(response.mediaTypes.map(\.name), of: node)
    return response
  }

  /// Reads the promises about an answer of the type `content`.
  private mutating func response(
    _ node: ContractNode,
    _ status: StatusPattern,
    _ content: ContentPromise?
  ) -> ResponsePromise {
    checkTemplate(node["example"], in: .mock)
    let response = ResponsePromise(
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
    if let body = node["body"], let content, response.bodyForm == nil {
      log.add(
        .unjudgeableBody,
        "a `body` is checked against JSON, XML or text, not against `\(content.mediaRange)`",
        help:
          "delete `body`, or say the answer's type in `content`: `application/json`, `…+json`, `application/xml`, `text/plain`",
        range: body.range,
        pointer: body.pointer
      )
    }
    return response
  }

  /// Reports promises about bodies that cannot be received: answers to HEAD have no body, and streams have events
  /// instead.
  mutating func checkBodies(_ responses: [ContractNode], method: String, stream: ContractNode?) {
    // Only the type of server-sent events tells a stream from an answer that comes whole.
    let mayComeWhole = method != "HEAD" && stream?.string("format").flatMap(StreamFormat.init) ?? .sse == .sse
    for node in responses {
      let isEvents = stream != nil && StatusPattern(node.name)?.isSuccess == true
      guard method == "HEAD" || isEvents else { continue }
      let keys = ["body", "text"] + (mayComeWhole ? [] : ["alternatives"])
      for said in keys.compactMap({ node[$0] }) {
        log.add(
          .unjudgeableBody,
          isEvents
            ? "a stream has events in place of a body" : "an answer to HEAD has no body (RFC 9110 section 9.3.2)",
          help: isEvents ? "say what their `data` is, under `stream`" : "delete this, or promise it of GET",
          range: said.range,
          pointer: said.pointer
        )
      }
    }
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
}
