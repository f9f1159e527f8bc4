import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText

/// The request of an operation as recorded: examples from its first successful call, schemas from all of them.
struct RecordedRequest {
  let operation: RecordedOperation
  /// The header fields and the fields of a form whose values come from earlier responses, so that steps fill them in;
  /// header fields in lower case.
  let given: Set<String>

  private var calls: [RecordedCall] { operation.successes.isEmpty ? operation.calls : operation.successes }

  func tree(_ secrets: inout SeenSecrets) -> DraftTree {
    var tree: DraftTree = [:]
    tree["method"] = .string(operation.method)
    tree["path"] = .string(operation.path)
    var parameters: DraftTree = [:]
    for (index, name) in operation.parameters.enumerated() {
      let values = operation.values.compactMap { $0[safe: index] }
      let example = operation.value(of: name, in: operation.example) ?? values[0]
      parameters[name] = Self.parameter(values, example, &secrets)
    }
    tree.add("parameters", parameters)
    let query = queryTree(&secrets)
    tree.add("query", query)
    let headers = headerTree(&secrets)
    tree.add("headers", headers)
    if operation.example.isCompressed { tree["contentCoding"] = "gzip" }
    if let parts = parts(&secrets) {
      tree["multipart"] = parts
    } else if let body = body(&secrets) {
      tree["body"] = body
    }
    return tree
  }

  // MARK: Parameters

  private static func parameter(_ values: [String], _ example: String, _ secrets: inout SeenSecrets) -> DraftTree {
    let type = type(of: values)
    var schema: DraftTree = ["type": .string(type)]
    if type == "string", values.count >= 2, values.allSatisfy({ IDText.isUUID($0) && !secrets.holds($0) }) {
      schema["format"] = "uuid"
    }
    let text: DraftTree = type == "string" ? .string(secrets.template(example)) : .raw(example)
    return ["schema": schema, "example": text]
  }

  /// Returns the JSON Schema type that all `values` have if they are read from text, such as `integer`.
  private static func type(of values: [String]) -> String {
    func isNumber(_ text: String) -> Bool { JSONNumber(text) != nil && text.utf8.count <= 15 }
    if values.allSatisfy({ isNumber($0) && Int($0) != nil }) { return "integer" }
    if values.allSatisfy(isNumber) { return "number" }
    return values.allSatisfy { $0 == "true" || $0 == "false" } ? "boolean" : "string"
  }

  private func queryTree(_ secrets: inout SeenSecrets) -> DraftTree {
    let queries = calls.map(\.url.pairs)
    let shown = operation.example.url.pairs
    func byName(_ pairs: [(name: String, value: String)]) -> [String: [String]] {
      Dictionary(grouping: pairs, by: \.name).mapValues { $0.map(\.value) }
    }
    let (valuesOfQueries, valuesShown) = (queries.map(byName), byName(shown))
    var parameters = OrderedDictionary<String, DraftTree>()
    for name in (shown + queries.flatMap { $0 }).map(\.name) where !name.isEmpty && parameters[name] == nil {
      let values = valuesOfQueries.flatMap { $0[name] ?? [] }
      let own = valuesShown[name] ?? []
      let isList = valuesOfQueries.contains { $0[name]?.count ?? 0 > 1 }
      var parameter: DraftTree
      if isList {
        let type = Self.type(of: values)
        let items = (own.isEmpty ? values : own).map { text -> DraftTree in
          type == "string" ? .string(secrets.template(text)) : .raw(text)
        }
        parameter = ["schema": ["type": "array", "items": ["type": .string(type)]], "example": .array(items)]
      } else {
        parameter = Self.parameter(values, own.first ?? values[0], &secrets)
      }
      // What the example call does without is shown by no example, so that it is not sent.
      if own.isEmpty { parameter["example"] = nil }
      parameter["required"] = .bool(valuesOfQueries.allSatisfy { $0[name] != nil })
      parameters.set(parameter, for: name)
    }
    return .object(parameters.elements)
  }

  // MARK: Headers

  /// The header fields that browsers, proxies and tracing add by themselves.
  private static let ownHeaders = CommaSeparated.set(
    """
    host, connection, content-length, content-type, user-agent, origin, referer, dnt, pragma, te, cache-control,
    priority, upgrade-insecure-requests, via, forwarded, traceparent, tracestate, baggage, sentry-trace,
    x-request-id, x-amzn-trace-id, x-correlation-id, keep-alive, expect, date, transfer-encoding, purpose,
    save-data, last-event-id, x-devtools-emulate-network-conditions-client-id, idempotency-key,
    proxy-connection, range, newrelic, x-client-data, alt-used, upgrade, content-encoding
    """
  )
  private static let ownBeginnings = CommaSeparated.list(
    """
    sec-, accept-, if-, :, x-b3-, x-forwarded-, x-datadog-, cf-, access-control-
    """
  )
  /// Header fields that a browser may add by itself, but that a request can also need.
  private static let meantHeaders = CommaSeparated.set(
    """
    if-match, if-none-match, if-modified-since, if-unmodified-since, if-range, range, accept-language,
    sec-websocket-protocol
    """
  )

  /// Returns true if a header field with this name, in lower case, is part of the request's intent.
  static func isMeant(_ name: String, in call: RecordedCall) -> Bool {
    if call.step != nil, meantHeaders.contains(name) { return true }
    return !ownHeaders.contains(name) && !ownBeginnings.contains(where: name.hasPrefix)
  }

  private func headerTree(_ secrets: inout SeenSecrets) -> DraftTree {
    var members = OrderedDictionary<String, DraftTree>()
    let example = operation.example.exchange.request.headers
    let fields = calls.map { call in
      Dictionary(call.exchange.request.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
    }
    for header in example {
      let name = header.name.lowercased()
      if !Self.isMeant(name, in: operation.example) { continue }
      if name == "accept" {
        // Of the rest a client that takes anything says the same.
        let isTold = operation.isStream || header.value.containsAny("text/event-stream", "vnd.")
        if isTold, !header.value.contains(",") { members.set(.template(header.value), for: header.name) }
        continue
      }
      let isRequired = fields.allSatisfy { $0[name] != nil }
      if given.contains(name) {
        guard name != "cookie" else { continue }
        members.set(["schema": ["type": "string"], "required": .bool(isRequired)], for: header.name)
      } else if name == "cookie" {
        // One may be what lets the call in, and none tells which.
        members.set("${COOKIE}", for: "Cookie")
        secrets.need("COOKIE")
      } else {
        let others = fields.contains { $0[name] != header.value }
        let text = secrets.template(header.value)
        let varied: DraftTree = ["schema": ["type": "string"], "example": .string(text), "required": .bool(isRequired)]
        members.set(others || !isRequired ? varied : .string(text), for: header.name)
      }
    }
    return .object(members.elements)
  }

  // MARK: Body

  private func body(_ secrets: inout SeenSecrets) -> DraftTree? {
    let request = operation.example.exchange.request
    guard !request.body.isEmpty else { return nil }
    var tree: DraftTree = [:]
    let type = operation.example.sentType
    tree["content"] = .string(type?.essence ?? "application/json")
    let bodies = calls.filter { !$0.exchange.request.body.isEmpty }
    if let json = operation.example.exchange.requestJSON, type?.isJSON ?? true {
      var shape = RecordedShape()
      for call in bodies {
        if let json = call.exchange.requestJSON { shape.add(json, answer: call.number, secrets) }
      }
      var schema = shape.tree
      if let action = operation.action, let member = action.member {
        schema.put(["const": .string(action.name)], at: ["properties", member])
      }
      tree["schema"] = schema
      tree["example"] = RecordedTemplate.sent(json, &secrets)
    } else if operation.example.isForm {
      tree["example"] = form(request.body, &secrets)
    } else {
      guard let text = String(validating: request.body, as: UTF8.self), text.utf8.count <= 20_000 else { return nil }
      if type == nil { tree["content"] = "text/plain" }
      tree["example"] = .string(secrets.template(text))
    }
    tree["required"] = .bool(bodies.count == calls.count)
    return tree
  }

  /// Returns the fields of a form; those of one name are a list.
  private func form(_ body: [UInt8], _ secrets: inout SeenSecrets) -> DraftTree {
    var example = OrderedDictionary<String, DraftTree>()
    for (name, value) in FormPairs.read(String(decoding: body, as: UTF8.self)) {
      let text = DraftTree.string(given.contains(name) ? secrets.shown(value) : secrets.template(value))
      example.add(text, for: name) { known in
        if case .array(let items) = known { known = .array(items + [text]) } else { known = [known, text] }
      }
    }
    return .object(example.elements)
  }

  private func parts(_ secrets: inout SeenSecrets) -> DraftTree? {
    let forms = calls.compactMap(\.exchange.request.form)
    guard let shown = operation.example.exchange.request.form ?? forms.first else { return nil }
    var tree: DraftTree = [:]
    for part in shown.parts + forms.flatMap(\.parts) where tree[part.name] == nil {
      var described: DraftTree
      if let filename = part.filename {
        let (type, content) = Self.file(part.contentType)
        described = ["file": .string(content), "filename": .string(Self.safe(filename)), "content": .string(type)]
      } else {
        let values = forms.flatMap { $0.parts.filter { $0.name == part.name } }
        let texts = values.map { String(decoding: $0.content, as: UTF8.self) }
        described = Self.parameter(
          texts.isEmpty ? [""] : texts,
          String(decoding: part.content, as: UTF8.self),
          &secrets
        )
        // Not sent by the example's call.
        if shown[part.name] == nil { described["example"] = nil }
      }
      described["required"] = .bool(forms.allSatisfy { $0.parts.contains { $0.name == part.name } })
      tree[part.name] = described
    }
    return tree.members.isEmpty ? nil : tree
  }

  /// Returns a placeholder for a file that was sent, since its content is not copied.
  private static func file(_ type: String?) -> (type: String, content: String) {
    let type = type.flatMap { MediaType($0) }?.essence ?? "application/octet-stream"
    if type.hasPrefix("image/") { return ("image/png", DraftWriter.picture) }
    let text = type == "application/json" ? "{}" : "sample\n"
    return (type, "data:\(type);base64,\(Base64.encode(Array(text.utf8)))")
  }

  private static func safe(_ filename: String) -> String {
    let ending = filename.parts(".").last ?? "bin"
    return filename.contains(".") && ending.utf8.count <= 5 ? "sample.\(ending.lowercased())" : "sample"
  }
}
