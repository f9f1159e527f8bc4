import AssayDocuments
import AssayText

/// The answers of an operation, by status; a stream where the success is one.
struct OpenAPIResponses {
  let name: String
  let method: String
  private(set) var members: [(key: String, value: DraftTree)] = []
  private(set) var stream: DraftTree?
  private(set) var links: [OpenAPIReader.Link] = []
  private(set) var hasSuccess = false
  /// The values of the answer that later calls may take.
  private(set) var brought: [OpenAPIIdentities.Value] = []

  init(name: String, method: String) {
    self.name = name
    self.method = method
  }

  mutating func read(_ node: OpenAPINode, _ schemas: inout OpenAPISchemas) throws(DraftError) {
    let all = node["responses"]?.members ?? []
    let hasOwnSuccess = all.contains { $0.key.hasPrefix("2") }
    let hasRedirect = all.contains { $0.key.hasPrefix("3") }
    for (given, child) in all {
      var status = given.uppercased() == "DEFAULT" ? "default" : given.uppercased()
      // Where nothing else is said, the default is what a success looks like.
      if status == "default", !hasOwnSuccess, !hasRedirect { status = "2XX" }
      let isStatus = status == "default" || status.count == 3 && "12345".contains(status.first ?? "0")
      guard isStatus else {
        schemas.lose("the status \(given) of \(name)", child)
        continue
      }
      let response = try schemas.files.resolved(child).node
      members.append((status, try read(status, response, child, &schemas)))
    }
    hasSuccess = members.contains { $0.key.hasPrefix("2") }
    if hasRedirect, !hasOwnSuccess { schemas.lose("\(name) in a scenario: it answers no success", node) }
    if members.isEmpty {
      members.append(("2XX", .object([("source", schemas.source(node))])))
      hasSuccess = true
    }
  }

  private mutating func read(
    _ status: String,
    _ node: OpenAPINode,
    _ child: OpenAPINode,
    _ schemas: inout OpenAPISchemas
  )
    throws(DraftError) -> DraftTree
  {
    var tree = DraftTree.object([])
    if let text = node["description"]?.string, !text.isEmpty { tree["description"] = .string(text) }
    tree["source"] = schemas.source(child)
    try readHeaders(node, &tree, &schemas)
    for (link, given) in node["links"]?.members ?? [] where status.hasPrefix("2") {
      try readLink(link, try schemas.files.resolved(given).node, &schemas)
    }
    let content = node["content"]?.members ?? []
    let chosen =
      content.first { MediaTypeName.bare($0.key) == "text/event-stream" && $0.node["itemSchema"] != nil }
      ?? MediaTypeName.json(of: content) ?? content.first
    let isStream = chosen.map { MediaTypeName.bare($0.key) == "text/event-stream" } ?? true
    var others = DraftTree.object([])
    for (type, other) in content where type != chosen?.key {
      let bare = MediaTypeName.bare(type)
      if !isStream, method != "HEAD", bare.contains("/"), !bare.contains("*"), bare != "text/event-stream" {
        others[bare] = try alternative(bare, other, &schemas)
      } else {
        let reason =
          isStream
          ? "next to a stream nothing else is judged"
          : bare.contains("*") ? "it is a range" : "a stream is an operation of its own"
        schemas.lose("the media type \(type) of the response \(status) of \(name): \(reason)", other)
      }
    }
    guard let (type, media) = chosen, method != "HEAD", status != "204" else { return tree }
    let bare = MediaTypeName.bare(type)
    if bare.contains("/"), bare != "*/*" { tree["content"] = .string(bare) }
    if !others.members.isEmpty { tree["alternatives"] = others }
    if bare == "text/event-stream" {
      if let items = media["itemSchema"], status.hasPrefix("2") {
        stream = try OpenAPIStream(name).stream(items, media, &schemas)
      } else {
        schemas.lose("the events of \(name): only `itemSchema` (OpenAPI 3.2) describes them one by one", media)
      }
      return tree
    }
    if let items = media["itemSchema"] {
      schemas.lose("`itemSchema` of \(bare): only event streams are judged so", items)
    }
    guard let schema = media["schema"] else { return tree }
    guard Self.isJudged(type) else {
      schemas.lose("the schema of \(bare): only JSON and text are checked against one", schema)
      return tree
    }
    tree["body"] = try schemas.schema(schema, .response)
    tree["example"] = try example(media, schema, status, &schemas)
    if tree["example"] == nil { schemas.lose("an example of the response \(status) of \(name), for the mock", media) }
    if status.hasPrefix("2"), MediaTypeName.isJSON(type) { brought += try OpenAPIIdentities.all(in: schema, schemas) }
    return tree
  }

  private static func isJudged(_ type: String) -> Bool { MediaTypeName.isJSON(type) || type.hasPrefix("text/") }

  /// Returns the body that the mock answers with.
  private func example(
    _ media: OpenAPINode,
    _ schema: OpenAPINode,
    _ status: String,
    _ schemas: inout OpenAPISchemas
  ) throws(DraftError) -> DraftTree? {
    let given = try OpenAPIExample.given(media, &schemas.files)
    guard let value = try schemas.value(schema, given, isRequest: false) else { return nil }
    schemas.shown.append(
      .init(operation: name, way: ["responses", status], key: "body", value: value, schema: schema, false)
    )
    return OpenAPIExample.template(of: value)
  }

  /// Returns the answer for an `Accept` that asks for a different type.
  private func alternative(_ type: String, _ media: OpenAPINode, _ schemas: inout OpenAPISchemas) throws(DraftError)
    -> DraftTree
  {
    var tree = DraftTree.object([("source", schemas.source(media))])
    let isJudged = Self.isJudged(type)
    if let schema = media["schema"] {
      if isJudged {
        tree["body"] = try schemas.schema(schema, .response)
      } else {
        schemas.lose("the schema of \(type): only JSON and text are checked against one", schema)
      }
    }
    if let given = try OpenAPIExample.given(media, &schemas.files), isJudged || given.string != nil {
      tree["example"] = OpenAPIExample.template(of: given)
    } else if MediaTypeName.isJSON(type), let made = try schemas.value(media["schema"], isRequest: false) {
      tree["example"] = OpenAPIExample.template(of: made)
    }
    return tree
  }

  private func readHeaders(_ node: OpenAPINode, _ tree: inout DraftTree, _ schemas: inout OpenAPISchemas)
    throws(DraftError)
  {
    var headers = DraftTree.object([])
    for (field, given) in node["headers"]?.members ?? [] where field.lowercased() != "content-type" {
      let header = try schemas.files.resolved(given).node
      guard header["required"]?.value.bool == true else {
        schemas.lose("the header \(field) of a response: it is not required", given)
        continue
      }
      var schema = DraftTree.object([])
      if let given = header["schema"] { schema = try schemas.schema(given, .response) }
      if case .object = schema {
        // What the mock sends.
        var example = try OpenAPIExample.given(header, &schemas.files)
        if example == nil, header["schema"]?["pattern"] != nil {
          example = try schemas.value(header["schema"], isRequest: false)
        }
        if let example { schema["examples"] = .array([example.tree]) }
        schema["source"] = schemas.source(given)
      }
      headers[field] = schema
    }
    if !headers.members.isEmpty { tree["headers"] = headers }
  }

  private mutating func readLink(_ name: String, _ node: OpenAPINode, _ schemas: inout OpenAPISchemas)
    throws(DraftError)
  {
    let parameters = (node["parameters"]?.members ?? []).compactMap { key, value in
      value.string.map { (name: key.split(separator: ".").last.map { String($0) } ?? key, expression: $0) }
    }
    let reference = node["operationRef"]?.string?.replacing("%7B", with: "{").replacing("%7D", with: "}")
    guard let target = node["operationId"]?.string ?? reference, !parameters.isEmpty,
      parameters.allSatisfy({
        $0.expression.hasPrefix("$response.body#/") || $0.expression.hasPrefix("$response.header.")
      }),
      node["requestBody"] == nil
    else {
      return schemas.lose("the link \(name): only values of the answer go to parameters of an operation", node)
    }
    links.append(.init(target: target, parameters: parameters, node: node))
  }
}

/// A stream of events, from the schema of one of them (`itemSchema`, OpenAPI 3.2).
struct OpenAPIStream {
  let name: String

  init(_ name: String) { self.name = name }

  func stream(_ items: OpenAPINode, _ media: OpenAPINode, _ schemas: inout OpenAPISchemas) throws(DraftError)
    -> DraftTree
  {
    let schema = try schemas.files.resolved(items).node
    let kinds = schema["oneOf"]?.items ?? schema["anyOf"]?.items ?? [items]
    var events = DraftTree.object([])
    var examples: [DraftTree] = []
    for kind in kinds {
      let found = try schemas.files.resolved(kind).node
      let properties = found["properties"] ?? schema["properties"]
      var event = properties?["event"]
      if let given = event { event = try schemas.files.resolved(given).node }
      let names =
        event?["const"]?.string.map { [$0] } ?? event?["enum"]?.value.items.compactMap(\.string) ?? ["message"]
      var data = properties?["data"]
      if let given = data { data = try schemas.files.resolved(given).node }
      for name in names {
        var tree = DraftTree.object([("source", schemas.source(kind))])
        let content = data?["contentSchema"] ?? data.flatMap { $0["type"]?.string == "string" ? nil : $0 }
        if let content { tree["data"] = try schemas.schema(content, .response) }
        events[name] = tree
        let example = try schemas.value(content, isRequest: false).map { OpenAPIExample.template(of: $0) }
        examples.append(.object([("event", .string(name)), ("data", example ?? .string("text"))]))
      }
    }
    let order = "(" + events.members.map(\.key).joined(separator: " | ") + ")*"
    schemas.lose("the order of the events of \(name), and which is the last: `itemSchema` does not say", media)
    return .object([
      ("events", events), ("order", .object([("expression", .string(order)), ("level", .string("should"))])),
      ("examples", .array(examples)), ("source", schemas.source(media)),
    ])
  }
}
