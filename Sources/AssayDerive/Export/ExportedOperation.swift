import AssayJSON

/// An operation of a contract as an operation of OpenAPI (3.1 section 4.8.10), and back.
enum ExportedOperation {
  /// The tables of a contract's request, with OpenAPI's name for the place of their parameters.
  static let places = [("parameters", "path"), ("query", "query"), ("headers", "header")]
  private static let parameterKeys = CommaSeparated.list("description, example, style, explode")

  /// Returns the keys of a parameter that both formats share; OpenAPI has `allowReserved` in the query only.
  private static func keys(in place: String) -> [String] {
    place == "query" ? parameterKeys + ["allowReserved"] : parameterKeys
  }

  // MARK: There

  static func description(of operation: DraftTree, _ name: String, in contract: DraftTree) -> DraftTree {
    var tree: DraftTree = ["operationId": .string(name)]
    tree.take(["summary"], of: operation)
    if let server = operation["server"]?.string, let url = contract["servers"]?[server]?["url"] {
      tree["servers"] = [["url": url]]
    }
    let request = operation["request"] ?? [:]
    let parameters = places.flatMap { table, place in
      (request[table]?.members ?? []).map { parameter($0.key, $0.value, in: place) }
    }
    tree.add("parameters", .array(parameters))
    if let body = request["body"] { tree["requestBody"] = self.body(body) }
    if let parts = request["multipart"] { tree["requestBody"] = ExportedParts.description(of: parts) }
    if let responses = operation["responses"] {
      tree["responses"] = .object(
        responses.members.map { $0.key.hasPrefix("x-") ? $0 : ($0.key, response($0.value)) }
      )
    } else if operation["stream"] != nil {
      let stream: DraftTree = ["text/event-stream": [:]]
      let answer: DraftTree = ["description": "a stream of events", "content": stream]
      tree["responses"] = ["2XX": answer]
      tree[OwnMember.name("responses")] = .null
    }
    let requestKeys: Set<String> = ["method", "path", "parameters", "query", "headers", "multipart", "body"]
    var own: DraftTree = [:]
    own.takeOwn(of: request, but: requestKeys)
    tree.add(OwnMember.name("request"), own)
    tree.take(["security"], of: operation)
    tree.takeOwn(of: operation, but: ["summary", "request", "responses", "security"])
    return tree
  }

  private static func parameter(_ name: String, _ value: DraftTree, in place: String) -> DraftTree {
    var tree: DraftTree = ["name": .string(name), "in": .string(place)]
    guard value.isObject else {
      // A header field with one value.
      tree["required"] = true
      tree["schema"] = ["type": "string"]
      tree[OwnMember.name("value")] = value
      return tree
    }
    if place == "path" { tree["required"] = true } else { tree.take(["required"], of: value) }
    tree["schema"] = ExportedSchema.turned(ifAny: value["schema"], .toDescription) ?? [:]
    tree.take(keys(in: place), of: value)
    tree.takeOwn(of: value, but: Set(keys(in: place) + ["schema", "required"]))
    return tree
  }

  private static func body(_ body: DraftTree) -> DraftTree {
    var media: DraftTree = [:]
    media["schema"] = ExportedSchema.turned(ifAny: body["schema"], .toDescription)
    media.take(["example"], of: body)
    var tree: DraftTree = [:]
    tree.take(["description", "required"], of: body)
    let others = alternatives(of: body, "schema")
    tree["content"] = .object([(body["content"]?.string ?? "application/json", media)] + others)
    tree.takeOwn(of: body, but: ["description", "required", "content", "schema", "example"])
    return tree
  }

  /// Returns the alternative media types of a body for other readers of the description. Assay itself reads them from
  /// its own members, where they are complete.
  private static func alternatives(of body: DraftTree, _ schema: String) -> DraftTree.Members {
    (body["alternatives"]?.members ?? []).filter { !$0.key.hasPrefix("x-") }.map { type, other in
      var media: DraftTree = [:]
      media["schema"] = ExportedSchema.turned(ifAny: other[schema], .toDescription)
      media.take(["example"], of: other)
      return (type, media)
    }
  }

  private static func response(_ response: DraftTree) -> DraftTree {
    var tree: DraftTree = ["description": response["description"] ?? ""]
    if let headers = response["headers"] {
      tree["headers"] = headers.mapValues { schema in
        ["required": true, "schema": ExportedSchema.turned(schema, .toDescription)]
      }
    }
    let content = response["content"]
    let type = content?.string ?? content?["type"]?.string
    var media: DraftTree = [:]
    media["schema"] = ExportedSchema.turned(ifAny: response["body"], .toDescription)
    media.take(["example"], of: response)
    let others = alternatives(of: response, "body")
    if type != nil || !media.members.isEmpty || !others.isEmpty {
      tree["content"] = .object([(type ?? "*/*", media)] + others)
    }
    if let content, content.isObject { tree[OwnMember.name("content")] = content }
    tree.takeOwn(of: response, but: ["description", "headers", "content", "body", "example"])
    return tree
  }

  // MARK: And back

  static func contract(of operation: DraftTree, _ method: String, _ path: String) -> DraftTree {
    var request: DraftTree = ["method": .string(method.uppercased()), "path": .string(path)]
    for (table, place) in places {
      var parameters: DraftTree = [:]
      for parameter in operation["parameters"]?.items ?? [] where parameter["in"]?.string == place {
        parameters[parameter["name"]?.string ?? ""] = self.parameter(parameter)
      }
      request.add(table, parameters)
    }
    if let body = operation["requestBody"], let (type, media) = body["content"]?.members.first {
      if type == "multipart/form-data" {
        request["multipart"] = ExportedParts.contract(of: media)
      } else {
        request["body"] = self.body(body, type, media)
      }
    }
    let own = OwnMember.name("request")
    if let members = operation[own] { request.restoreOwn(of: members) }
    var tree: DraftTree = [:]
    tree.take(["summary"], of: operation)
    tree["request"] = request
    tree["responses"] = operation["responses"].map { responses in
      .object(responses.members.map { $0.key.hasPrefix("x-") ? $0 : ($0.key, answer($0.value)) })
    }
    tree.take(["security"], of: operation)
    tree.restoreOwn(of: operation, but: [own])
    return tree
  }

  private static func parameter(_ parameter: DraftTree) -> DraftTree {
    let own = OwnMember.name("value")
    if let value = parameter[own] { return value }
    var tree: DraftTree = [:]
    if let schema = parameter["schema"], !schema.isEmptyObject {
      tree["schema"] = ExportedSchema.turned(schema, .toContract)
    }
    if parameter["in"]?.string != "path" { tree.take(["required"], of: parameter) }
    tree.take(keys(in: parameter["in"]?.string ?? ""), of: parameter)
    tree.restoreOwn(of: parameter)
    return tree
  }

  private static func body(_ body: DraftTree, _ type: String, _ media: DraftTree) -> DraftTree {
    var tree: DraftTree = ["content": .string(type)]
    tree["schema"] = ExportedSchema.turned(ifAny: media["schema"], .toContract)
    tree.take(["example"], of: media)
    tree.take(["required", "description"], of: body)
    tree.restoreOwn(of: body)
    return tree
  }

  private static func answer(_ response: DraftTree) -> DraftTree {
    var tree: DraftTree = [:]
    if let text = response["description"], text.string != "" { tree["description"] = text }
    if let (type, media) = response["content"]?.members.first {
      if type != "*/*" { tree["content"] = .string(type) }
      tree["body"] = ExportedSchema.turned(ifAny: media["schema"], .toContract)
      tree.take(["example"], of: media)
    }
    if let headers = response["headers"] {
      tree["headers"] = headers.mapValues { ExportedSchema.turned($0["schema"] ?? [:], .toContract) }
    }
    tree.restoreOwn(of: response)
    return tree
  }
}

/// The parts of a form as the properties of its schema (OpenAPI 3.1 section 4.8.15), and back.
enum ExportedParts {
  private static let own = OwnMember.name("parts")

  static func description(of parts: DraftTree) -> DraftTree {
    var (properties, encoding, example) = (DraftTree.object([]), DraftTree.object([]), DraftTree.object([]))
    var (required, others): ([DraftTree], DraftTree) = ([], [:])
    for (name, part) in parts.members {
      if case .array? = part["file"] {
        properties[name] = ["type": "array", "items": [:]]
      } else {
        properties[name] = ExportedSchema.turned(ifAny: part["schema"], .toDescription) ?? [:]
      }
      if let content = part["content"] { encoding[name] = ["contentType": content] }
      example[name] = part["example"]
      if case .raw("true")? = part["required"] { required.append(.string(name)) }
      var rest: DraftTree = [:]
      for member in part.members where !["schema", "content", "example", "required"].contains(member.key) {
        rest[member.key] = member.value
      }
      others.add(name, rest)
    }
    var schema: DraftTree = ["type": "object", "properties": properties]
    schema.add("required", .array(required))
    var media: DraftTree = ["schema": schema]
    media.add("encoding", encoding)
    media.add("example", example)
    media.add(own, others)
    let isRequired = DraftTree.bool(!required.isEmpty)
    return ["required": isRequired, "content": ["multipart/form-data": media]]
  }

  static func contract(of media: DraftTree) -> DraftTree {
    let required = Set((media["schema"]?["required"]?.items ?? []).compactMap(\.string))
    var parts: DraftTree = [:]
    for (name, schema) in media["schema"]?["properties"]?.members ?? [] {
      var part = media[own]?[name] ?? [:]
      part["content"] = media["encoding"]?[name]?["contentType"]
      part["example"] = media["example"]?[name]
      if part["file"] == nil, !schema.isEmptyObject { part["schema"] = ExportedSchema.turned(schema, .toContract) }
      if required.contains(name) { part["required"] = true }
      parts[name] = part
    }
    return parts
  }
}
