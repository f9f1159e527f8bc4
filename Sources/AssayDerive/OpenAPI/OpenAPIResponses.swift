import AssayContract
import AssayDocuments
import AssayHTTP
import AssayJSON
import AssayText

/// The responses of an operation by status; a stream if the success is one.
struct OpenAPIResponses {
  let name: String
  let method: String
  let schemas: OpenAPISchemas
  private(set) var members: DraftTree.Members = []
  private(set) var stream: DraftTree?
  private(set) var links: [OpenAPILink] = []
  /// The most links of a response that are read.
  private static let mostLinks = 1_000
  private(set) var hasSuccess = false
  /// The values of the answer that later calls may take.
  private(set) var brought: [OpenAPIIdentities.Value] = []

  /// The media type of the success, if it has alternatives.
  var usualOfSeveral: String? {
    members.first { $0.key.hasPrefix("2") && $0.value["alternatives"] != nil }?.value["content"]?.string
  }

  init(name: String, method: String, _ schemas: OpenAPISchemas) {
    (self.name, self.method, self.schemas) = (name, method, schemas)
  }

  mutating func read(_ node: OpenAPINode) throws(DraftError) {
    let all = node["responses"]?.members ?? []
    let hasOwnSuccess = all.contains { $0.key.hasPrefix("2") }
    let hasRedirect = all.contains { $0.key.hasPrefix("3") }
    for (given, child) in all {
      var status = given.uppercased() == "DEFAULT" ? "default" : given.uppercased()
      // Where nothing else is said, the default is what a success looks like.
      if status == "default", !hasOwnSuccess, !hasRedirect { status = "2XX" }
      let pattern = StatusPattern(status)
      if let pattern { status = pattern.description }
      guard pattern != nil, !members.contains(where: { $0.key == status }) else {
        schemas.lose("the status \(given) of \(name)\(pattern == nil ? "" : ", which is described already")", child)
        continue
      }
      let response = try child.resolved
      members.append((status, try read(status, response, child)))
    }
    hasSuccess = members.contains { $0.key.hasPrefix("2") || $0.key.hasPrefix("3") && $0.key != "304" }
    if members.isEmpty {
      members.append(("2XX", ["source": schemas.source(node)]))
      hasSuccess = true
    }
  }

  private mutating func read(
    _ status: String,
    _ node: OpenAPINode,
    _ child: OpenAPINode
  )
    throws(DraftError) -> DraftTree
  {
    var tree: DraftTree = [:]
    if let text = node["description"]?.string, !text.isEmpty { tree["description"] = .string(text) }
    tree["source"] = schemas.source(child)
    try readHeaders(node, &tree)
    let field = tree["headers"]?.members.first { $0.key.lowercased() == "location" }
    if field != nil, method == "POST", status.hasPrefix("2") { brought.append(OpenAPIIdentities.location) }
    if status.hasPrefix("2") { try readLinks(node["links"]?.members ?? [], of: node) }
    let content = node["content"]?.members ?? []
    let chosen =
      content.first { MediaTypeName.bare($0.key) == "text/event-stream" && $0.node["itemSchema"] != nil }
      ?? MediaTypeName.json(of: content) ?? content.first
    let isStream = chosen.map { MediaTypeName.bare($0.key) == "text/event-stream" } ?? true
    let others = try alternatives(content.filter { $0.key != chosen?.key }, to: chosen?.key, isStream: isStream, status)
    guard let (type, media) = chosen, method != "HEAD", status != "204" else { return tree }
    let bare = MediaTypeName.bare(type)
    if bare.contains("/"), bare != "*/*" { tree["content"] = .string(bare) }
    tree.add("alternatives", others)
    if bare == "text/event-stream" {
      if let items = media["itemSchema"], status.hasPrefix("2") {
        stream = try stream(items, media)
      } else {
        schemas.lose("the events of \(name): only `itemSchema` (OpenAPI 3.2) describes them one by one", media)
      }
      return tree
    }
    guard let schema = try body(bare, media, ["responses", status], &tree) else { return tree }
    if tree["example"] == nil { schemas.lose("an example of the response \(status) of \(name), for the mock", media) }
    if status.hasPrefix("2"), MediaTypeName.isJSON(type) { brought += try OpenAPIIdentities.all(in: schema) }
    return tree
  }

  private mutating func readLinks(_ given: [(key: String, node: OpenAPINode)], of response: OpenAPINode)
    throws(DraftError)
  {
    if given.count > Self.mostLinks {
      schemas.lose("the links after the first \(Self.mostLinks) of a response", response)
    }
    for (link, given) in given.prefix(Self.mostLinks) {
      let node = try given.resolved
      if let found = OpenAPILink(link, node) {
        links.append(found)
      } else {
        schemas.lose("the link \(link), which names no operation", node)
      }
    }
  }

  /// The media types in which a response may also come, next to the `chosen` one; those left out count as lost.
  private func alternatives(
    _ content: [(key: String, node: OpenAPINode)],
    to chosen: String?,
    isStream: Bool,
    _ status: String
  ) throws(DraftError) -> DraftTree {
    var others: DraftTree = [:]
    for (type, other) in content {
      let bare = MediaTypeName.bare(type)
      let isKnown = others[bare] != nil || MediaTypeName.isCovered(bare, by: chosen)
      if isKnown {
        schemas.lose("the media type \(type) of the response \(status) of \(name): it is described already", other)
      } else if !isStream, method != "HEAD", bare.contains("/"), !bare.contains("*"), bare != "text/event-stream" {
        others[bare] = try alternative(bare, other, status)
      } else {
        let reason =
          isStream
          ? "next to a stream nothing else is judged"
          : bare.contains("*") ? "it is a range" : "a stream is an operation of its own"
        schemas.lose("the media type \(type) of the response \(status) of \(name): \(reason)", other)
      }
    }
    return others
  }

  /// Reads the schema of a media type and an example of it into `tree`, which is at `way` of the operation; `nil` if
  /// nothing is checked against a schema.
  private func body(
    _ type: String,
    _ media: OpenAPINode,
    _ way: [String],
    _ tree: inout DraftTree
  ) throws(DraftError) -> OpenAPINode? {
    let isLines = MediaType(type)?.isJSONLines == true
    if !isLines, let items = media["itemSchema"] {
      schemas.lose("`itemSchema` of \(type): only event streams and JSON lines are checked item by item", items)
    }
    guard let schema = (isLines ? media["itemSchema"] : nil) ?? media["schema"] else { return nil }
    if let reason = Self.reason(against: try schema.resolved, of: type, isLines: isLines) {
      schemas.lose("the schema of \(type): \(reason)", schema)
      return nil
    }
    tree["body"] = try schemas.schema(schema, .response)
    var value = try media.given
    if isLines {
      try readLines(media, schema, &value, &tree)
    } else {
      value = try schemas.value(schema, value, isRequest: false)
    }
    guard let value else { return schema }
    schemas.shown.append(
      ShownExample(operation: name, way: way, key: "body", value: value, schema: schema, isRequired: false)
    )
    tree["example"] = value.template
    return schema
  }

  /// Why a body of a media type cannot be checked against a schema; `nil` if it can.
  private static func reason(against schema: OpenAPINode, of type: String, isLines: Bool) -> String? {
    let types = schema.types
    if isLines { return types == ["string"] ? "it is that of a text, and JSON lines are an array" : nil }
    if MediaTypeName.isJSON(type) { return nil }
    guard type.hasPrefix("text/") else { return "only JSON and text are checked against one" }
    let isText = types.isEmpty ? schema["properties"] == nil && schema["items"] == nil : types.contains("string")
    return isText ? nil : "it is not that of a text"
  }

  /// Reads JSON texts one after the other: a contract has the schema of their array. `itemSchema` is that of one text; so
  /// is a `schema` of anything but an array, as descriptions before 3.2 have it.
  private func readLines(
    _ media: OpenAPINode,
    _ schema: OpenAPINode,
    _ value: inout DocumentValue?,
    _ tree: inout DraftTree
  ) throws(DraftError) {
    let found = try schema.resolved
    let isWhole = media["itemSchema"] == nil && (found["type"]?.string == "array" || found["items"] != nil)
    if !isWhole, let own = tree["body"] { tree["body"] = ["type": "array", "items": own] }
    if let text = value?.string {
      let lines = try? JSONLines.array(parsing: Array(text.utf8), isSequence: text.hasPrefix("\u{1E}"), limits: .answer)
      value = lines.flatMap { try? DocumentValue(parsing: Array($0.text.utf8)) }
    }
    guard let own = try schemas.value(schema, value, isRequest: false) else { return }
    value = own.isArray && (isWhole || value != nil) ? own : DocumentValue(.array([own]))
  }

  /// Returns the answer for an `Accept` that asks for a different type.
  private func alternative(
    _ type: String,
    _ media: OpenAPINode,
    _ status: String
  ) throws(DraftError) -> DraftTree {
    var tree: DraftTree = ["source": schemas.source(media)]
    _ = try body(type, media, ["responses", status, "alternatives", type], &tree)
    if tree["example"] == nil, let given = try media.given, given.string != nil {
      tree["example"] = given.template
    }
    return tree
  }

  private func readHeaders(_ node: OpenAPINode, _ tree: inout DraftTree)
    throws(DraftError)
  {
    var headers: DraftTree = [:]
    for (field, given) in node["headers"]?.members ?? [] where field.lowercased() != "content-type" {
      let header = try given.resolved
      let isRequired = header["required"]?.value.bool == true
      // The id of what a call creates may be in it.
      guard isRequired || method == "POST" && field.lowercased() == "location" else {
        schemas.lose("the header \(field) of a response: it is not required", given)
        continue
      }
      var schema: DraftTree = [:]
      if let given = header["schema"] { schema = try schemas.schema(given, .response) }
      if case .object = schema {
        // What the mock sends.
        var example = try header.given
        if example == nil, header["schema"]?["pattern"] != nil {
          example = try schemas.value(header["schema"], isRequest: false)
        }
        if let example { schema["examples"] = [example.tree] }
        if !isRequired { schema["level"] = "may" }
        schema["source"] = schemas.source(given)
      }
      headers[field] = schema
    }
    tree.add("headers", headers)
  }
}

extension OpenAPIResponses {
  /// Returns a stream of events, from the schema of one of them (`itemSchema`, OpenAPI 3.2).
  private func stream(_ items: OpenAPINode, _ media: OpenAPINode) throws(DraftError)
    -> DraftTree
  {
    let schema = try items.resolved
    let kinds = schema["oneOf"]?.items ?? schema["anyOf"]?.items ?? [items]
    var events: DraftTree = [:]
    var examples: [DraftTree] = []
    for kind in kinds {
      let found = try kind.resolved
      let properties = found["properties"] ?? schema["properties"]
      var event = properties?["event"]
      if let given = event { event = try given.resolved }
      let names =
        event?["const"]?.string.map { [$0] } ?? event?["enum"]?.strings ?? ["message"]
      var data = properties?["data"]
      if let given = data { data = try given.resolved }
      for name in names {
        var tree: DraftTree = ["source": schemas.source(kind)]
        let content = data?["contentSchema"] ?? data.flatMap { $0["type"]?.string == "string" ? nil : $0 }
        if let content { tree["data"] = try schemas.schema(content, .response) }
        events[name] = tree
        let example = try schemas.value(content, isRequest: false).map { $0.template }
        examples.append(["event": .string(name), "data": example ?? "text"])
      }
    }
    let order = "(" + events.members.map(\.key).joined(separator: " | ") + ")*"
    schemas.lose("the order of the events of \(name), and which is the last: `itemSchema` does not say", media)
    return [
      "events": events, "order": ["expression": .string(order), "level": "should"], "examples": .array(examples),
      "source": schemas.source(media),
    ]
  }
}
