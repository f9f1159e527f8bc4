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
        "a `body` is checked against JSON or text, and `\(content.mediaRange)` is neither",
        help: "delete `body`, or say the answer's type in `content`: `application/json`, `…+json`, `text/plain`",
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

extension ContractReader {
  mutating func request(_ node: ContractNode) -> RequestTemplate? {
    guard let method = node.string("method"), let pathValue = node.value["path"], let path = pathValue.string else {
      return nil
    }
    let parameters = node.table("parameters")
    // A misspelt key in here explains a missing parameter already.
    if !log.hasEntry(in: node.value.byteRange) {
      checkPath(pathValue, path, parameters: parameters, at: node.pointer)
    }
    if node.value["multipart"] != nil, let body = node["body"] {
      log.add(
        .twoBodies,
        "a request has a `multipart` form or a `body`, not both",
        help: "delete one of the two",
        range: body.range,
        pointer: body.pointer
      )
    }
    if let coding = node["contentCoding"], coding.value.string == "gzip", node["body"] == nil, node["multipart"] == nil
    {
      log.add(
        .wrongValue,
        "the request has no body that `contentCoding` could code",
        help: "give it a `body` or a `multipart` form, or delete `contentCoding`",
        range: coding.range,
        pointer: coding.pointer
      )
    }
    return RequestTemplate(
      method: method,
      path: PathTemplate(path),
      parameters: parameters.map { parameter($0, .path) },
      query: node.table("query").map { parameter($0, .query) },
      headers: node.table("headers").map { parameter($0, .header) },
      content: content(of: node),
      contentCoding: contentCoding(of: node) ?? .identity
    )
  }

  /// Returns the coding of the body that a request or a step declares; reports a header field that declares it as well.
  mutating func contentCoding(of node: ContractNode, headers others: [String] = []) -> ContentCoding? {
    guard let value = node.value["contentCoding"], let coding = value.string.flatMap({ ContentCoding(rawValue: $0) })
    else { return nil }
    let names = node.table("headers").map(\.name) + others
    if coding != .identity, let name = names.first(where: { HTTPHeader($0, "").isNamed("Content-Encoding") }) {
      log.add(
        .wrongValue,
        "the header field `\(name)` is already sent by `contentCoding`",
        help: "delete the field; `contentCoding` encodes the body and sends this field",
        range: value.byteRange,
        pointer: node.pointer.appending("contentCoding")
      )
    }
    return coding
  }

  private mutating func content(of node: ContractNode) -> RequestContent? {
    if node.value["multipart"] != nil { return .multipart(node.table("multipart").map { part($0) }) }
    guard let body = node["body"] else { return nil }
    checkTemplate(body["example"])
    var template = BodyTemplate(
      contentType: body.string("content") ?? "application/json",
      schema: schema(body["schema"]),
      example: body.value["example"],
      isRequired: body.bool("required") ?? false,
      promise: body.promise
    )
    template.alternatives = body.table("alternatives").map { alternative($0, of: template) }
    checkTypes([template.contentType] + template.alternatives.map(\.contentType), of: body)
    return .body(template)
  }

  /// Reads a parameter. A string stands for a fixed value, which is always sent.
  private mutating func parameter(_ node: ContractNode, _ place: ParameterPlace) -> Parameter {
    let isFixed = node.value.kind == .string
    checkTemplate(isFixed ? node : node["example"])
    let style = style(of: node, place)
    return Parameter(
      name: node.name,
      schema: schema(node["schema"]),
      example: isFixed ? node.value : node.value["example"],
      isFixed: isFixed,
      isRequired: place == .path || isFixed || node.bool("required") ?? false,
      allowsReserved: node.bool("allowReserved") ?? false,
      style: style,
      members: place == .query && style.form == .form && style.explodes ? members(of: node) : [],
      promise: node.promise
    )
  }

  /// Returns the member names of a parameter that is an object, from its schema and its example.
  private func members(of node: ContractNode) -> [String] {
    let described = ValueSchema(schemas.view(at: node.pointer.appending("schema"))).members.map(\.name)
    let shown = node.value["example"]?.members.map(\.key).filter { !$0.hasPrefix("$") } ?? []
    return described + shown.filter { !described.containsExactly($0) }
  }

  /// The place of a parameter in a request.
  private enum ParameterPlace: String {
    case path, query, header

    var styles: [ParameterStyle.Form] {
      self == .query ? [.form, .spaceDelimited, .pipeDelimited, .deepObject] : [.simple]
    }
  }

  private mutating func style(of node: ContractNode, _ place: ParameterPlace) -> ParameterStyle {
    let said = node.value["style"]
    let style = ParameterStyle(
      said?.string.flatMap(ParameterStyle.Form.init) ?? place.styles[0],
      explodes: node.bool("explode")
    )
    let types = ValueSchema(schemas.view(at: node.pointer.appending("schema")), reach: .always).sharedTypes
    let trouble: (message: String, help: String)?
    switch style.form {
    case _ where !place.styles.contains(style.form):
      let known = place.styles.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      trouble = (
        "a parameter of the \(place.rawValue) has no style `\(style.form.rawValue)`", "the styles there are: \(known)"
      )
    case .deepObject where !types.contains(.object) || !style.explodes:
      trouble = (
        "`deepObject` writes the members of an object, each by itself",
        "give the schema the type `object`, and delete `explode`"
      )
    case .spaceDelimited where !types.contains(.array) || style.explodes,
      .pipeDelimited where !types.contains(.array) || style.explodes:
      trouble = (
        "`\(style.form.rawValue)` writes the items of an array in one value",
        "give the schema the type `array`, and delete `explode`"
      )
    default: trouble = nil
    }
    if let trouble, !log.hasEntry(in: node.value.byteRange) {
      log.add(
        .badStyle,
        trouble.message,
        help: trouble.help,
        range: (said ?? node.value).byteRange,
        pointer: node.pointer
      )
    }
    return style
  }

  private mutating func part(_ node: ContractNode) -> MultipartField {
    let value: MultipartField.Value
    let contentType = { path in node.string("content") ?? FileType.contentType(ofFile: path) }
    let paths = node.string("file").map { [$0] } ?? node.value["file"]?.items.compactMap(\.string) ?? []
    if let path = paths.first {
      value = .file(
        path: path,
        filename: node.string("filename") ?? FileType.name(ofFile: path),
        contentType: contentType(path)
      )
    } else {
      checkTemplate(node["example"])
      value = .text(node.value["example"], contentType: node.string("content"))
    }
    return MultipartField(
      name: node.name,
      value: value,
      schema: schema(node["schema"]),
      isRequired: node.bool("required") ?? false,
      promise: node.promise,
      furtherFiles: paths.dropFirst().map { ($0, contentType($0)) }
    )
  }

  /// Checks that every `{name}` of the path is a path parameter, and vice versa.
  private mutating func checkPath(
    _ value: JSONValue,
    _ path: String,
    parameters: [ContractNode],
    at pointer: JSONPointer
  ) {
    var names: Set<String> = []
    var column = 1
    for piece in PathTemplate.pieces(of: path) {
      let start = value.byteOffset(ofColumn: column)
      switch piece {
      case .literal(let text): column += text.unicodeScalars.count
      case .unclosed:
        column += 1
        log.add(
          .pathParameter,
          "this `{` is never closed",
          help: "write a path parameter as `{name}`",
          range: start..<start + 1,
          pointer: pointer.appending("path")
        )
      case .parameter(let name):
        column += name.unicodeScalars.count + 2
        names.insert(name)
        guard !parameters.contains(where: { $0.name == name }) else { continue }
        log.add(
          .pathParameter,
          "the path parameter `{\(name)}` is not described",
          help: "add `\(JSONEscapes.quote(name)): { \"schema\": …, \"example\": … }` to the request's `parameters`",
          range: start..<value.byteOffset(ofColumn: column),
          pointer: pointer.appending("path")
        )
      }
    }
    for parameter in parameters where !names.contains(parameter.name) {
      log.add(
        .pathParameter,
        "the path has no `{\(parameter.name)}`",
        help: SpellingSuggestion.nearest(to: parameter.name, among: names.sorted()).map { "did you mean `\($0)`?" }
          ?? "write parameters of the query under `query`",
        range: parameter.range,
        pointer: parameter.pointer
      )
    }
  }
}
