import AssayHTTP
import AssayDocuments
import AssayJSON
import AssayText

/// The request of an operation: its parameters and its body.
struct OpenAPIRequest {
  let method: String
  let path: String
  let name: String
  /// Whether there is a value for all that has to be sent.
  private(set) var isComplete = true
  private(set) var tree = DraftTree.object([])
  /// The values that are ids of something: an earlier answer may bring them.
  private(set) var needs: [Need] = []
  private var places: [String: DraftTree] = [:]

  /// A value of a request that names a thing of the backend.
  struct Need {
    /// `parameters`, `query`, `headers` or `body`, as a step has it.
    var place: String
    var name: String
    var type: String?
    var format: String?
  }

  init(method: String, path: String, name: String) {
    self.method = method
    self.path = path
    self.name = name
  }

  mutating func read(
    _ item: OpenAPINode,
    _ node: OpenAPINode,
    in root: OpenAPINode,
    _ schemas: inout OpenAPISchemas
  ) throws(DraftError) {
    tree["method"] = .string(method)
    tree["path"] = .string(path.hasPrefix("/") ? path : "/" + path)
    // An operation's own parameters go before those of its path.
    var parameters: [(key: String, node: OpenAPINode)] = []
    for given in (item["parameters"]?.items ?? []) + (node["parameters"]?.items ?? []) {
      let parameter = try schemas.files.resolved(given).node
      let key = "\(parameter["in"]?.string ?? "") \(parameter["name"]?.string ?? "")"
      parameters.removeAll { $0.key == key }
      parameters.append((key, parameter))
    }
    for (_, parameter) in parameters { try read(parameter, &schemas) }
    for name in PathTemplate(path).parameters where places["parameters"]?[name] == nil {
      schemas.lose("{\(name)} in \(path), which no parameter describes: it is sent as text", node)
      needs.append(Need(place: "parameters", name: name))
      let example = placeholder(name, DocumentValue(.string("1"), lines: 1...1), &schemas)
      add(name, .object([("schema", .object([("type", .string("string"))])), ("example", example)]), to: "parameters")
    }
    for place in ["parameters", "query", "headers"] { if let members = places[place] { tree[place] = members } }
    if let given = node["requestBody"] { try readBody(try schemas.files.resolved(given).node, &schemas) }
  }

  private mutating func add(_ name: String, _ value: DraftTree, to place: String) {
    var members = places[place] ?? .object([])
    members[name] = value
    places[place] = members
  }

  /// The expression of a made-up value.
  private func placeholder(_ name: String, _ value: DocumentValue, _ schemas: inout OpenAPISchemas) -> DraftTree {
    schemas.variables.placeholder(DraftVariables.name(of: name, in: path), value, "`\(name)` of \(method) \(path)")
  }

  // MARK: Parameters

  private mutating func read(_ node: OpenAPINode, _ schemas: inout OpenAPISchemas) throws(DraftError) {
    guard let name = node["name"]?.string, let place = node["in"]?.string else {
      return schemas.lose("a parameter without `name` or `in`", node)
    }
    let isRequired = place == "path" || node["required"]?.value.bool == true
    guard let key = ["path": "parameters", "query": "query", "header": "headers"][place] else {
      if isRequired { isComplete = false }
      return schemas.lose("the parameter \(name) in \(place)", node)
    }
    if place == "path", !path.contains("{\(name)}") {
      return schemas.lose("the path parameter \(name), which \(path) does not have", node)
    }
    // Of these OpenAPI itself says that a parameter does not describe them.
    if key == "headers", ["accept", "content-type", "authorization"].contains(name.lowercased()) {
      return schemas.lose("the header \(name), which media types and security describe", node)
    }
    var tree = DraftTree.object([])
    if let schema = node["schema"] { tree["schema"] = try schemas.schema(schema, .request) }
    if let content = node["content"] { schemas.lose("`content` of the parameter \(name): it is sent as text", content) }
    tree["example"] = try example(of: node, name, key, isRequired: isRequired, &schemas)
    if tree["example"] == nil, isRequired {
      isComplete = false
      schemas.lose("a value for the parameter \(name): give it an example", node)
    }
    if key != "headers" || node["required"] != nil { tree["required"] = .bool(isRequired) }
    if key != "headers" { addStyle(of: node, name, place, to: &tree, &schemas) }
    if let text = node["description"]?.string { tree["description"] = .string(text) }
    tree["source"] = schemas.source(node)
    add(name, tree, to: key)
  }

  /// What is sent for a parameter: what the description gives, or a made-up value where one is required.
  private mutating func example(
    of node: OpenAPINode,
    _ name: String,
    _ key: String,
    isRequired: Bool,
    _ schemas: inout OpenAPISchemas
  ) throws(DraftError) -> DraftTree? {
    let schema = try node["schema"].map { (given) throws(DraftError) in try schemas.files.resolved(given).node }
    let given = try OpenAPIExample.given(node, &schemas.files)
    var isGiven = given != nil
    if !isGiven, let schema = node["schema"] { isGiven = try OpenAPIExample.isGiven(schema, &schemas.files) }
    if key == "parameters" {
      needs.append(Need(place: key, name: name, type: schema?["type"]?.string, format: schema?["format"]?.string))
    }
    guard isRequired || isGiven, let value = try schemas.value(node["schema"], given, isRequest: true) else {
      return nil
    }
    let isScalar = !value.isObject && !value.isArray && value.bool == nil
    if !isGiven, isScalar, schema?["enum"] == nil, key == "parameters" || DraftVariables.isOfKnownThing(name) {
      if key != "parameters" {
        needs.append(Need(place: key, name: name, type: schema?["type"]?.string, format: schema?["format"]?.string))
      }
      return placeholder(name, value, &schemas)
    }
    if let schema = node["schema"] {
      schemas.shown.append(
        .init(
          operation: self.name,
          way: ["request", key, name],
          key: "schema",
          value: value,
          schema: schema,
          isRequired
        )
      )
    }
    return OpenAPIExample.template(of: value)
  }

  private func addStyle(
    of node: OpenAPINode,
    _ name: String,
    _ place: String,
    to tree: inout DraftTree,
    _ schemas: inout OpenAPISchemas
  ) {
    if let reserved = node["allowReserved"], place == "query" { tree["allowReserved"] = reserved.value.tree }
    if let style = node["style"]?.string {
      let known = place == "query" ? ["form", "spaceDelimited", "pipeDelimited", "deepObject"] : ["simple"]
      if known.contains(style) {
        tree["style"] = .string(style)
      } else {
        schemas.lose("the style \(style) of the parameter \(name)", node["style"] ?? node)
      }
    }
    if let explode = node["explode"]?.value.bool { tree["explode"] = .bool(explode) }
  }

  // MARK: Body

  private mutating func readBody(_ node: OpenAPINode, _ schemas: inout OpenAPISchemas) throws(DraftError) {
    let content = node["content"]?.members ?? []
    let chosen =
      content.first { MediaTypeName.isJSON($0.key) } ?? content.first { $0.key.hasPrefix("multipart/form-data") }
      ?? content.first { $0.key.hasPrefix("application/x-www-form-urlencoded") }
    let isForm = chosen?.key.hasPrefix("multipart/") ?? true
    var others = DraftTree.object([])
    for (type, other) in content where type != chosen?.key {
      if !isForm, let tree = try alternative(type, other, to: chosen?.node, &schemas) {
        others[MediaTypeName.bare(type)] = tree
      } else {
        let reason = isForm ? "a form has no alternatives" : "no value is known to write it from"
        schemas.lose("the media type \(type) of the body of \(name): \(reason)", other)
      }
    }
    let isRequired = node["required"]?.value.bool ?? false
    guard let (type, media) = chosen else {
      if isRequired { isComplete = false }
      return
    }
    if type.hasPrefix("multipart/") { return try readParts(media, &schemas) }
    var tree = DraftTree.object([])
    tree["content"] = .string(MediaTypeName.bare(type))
    if let schema = media["schema"] { tree["schema"] = try schemas.schema(schema, .request) }
    tree["example"] = try bodyExample(media, isRequired: isRequired, &schemas)
    if tree["example"] == nil {
      if isRequired { isComplete = false }
      schemas.lose("an example of the body of \(name)", media)
    }
    tree["required"] = .bool(isRequired)
    if !others.members.isEmpty { tree["alternatives"] = others }
    if let text = node["description"]?.string { tree["description"] = .string(text) }
    tree["source"] = schemas.source(node)
    self.tree["body"] = tree
  }

  /// The body as it is sent, with expressions for the ids and credentials in it that the description does not give.
  private mutating func bodyExample(_ media: OpenAPINode, isRequired: Bool, _ schemas: inout OpenAPISchemas)
    throws(DraftError) -> DraftTree?
  {
    let given = try OpenAPIExample.given(media, &schemas.files)
    guard let value = try schemas.value(media["schema"], given, isRequest: true) else { return nil }
    if let schema = media["schema"] {
      schemas.shown.append(
        .init(operation: name, way: ["request", "body"], key: "schema", value: value, schema: schema, isRequired)
      )
    }
    var tree = OpenAPIExample.template(of: value)
    guard given == nil, let schema = media["schema"], value.isObject else { return tree }
    for (member, node) in try schemas.properties(of: schema) where tree[member] != nil {
      guard try !OpenAPIExample.isGiven(node, &schemas.files),
        let own = value.members.first(where: { $0.key == member })?.value, own.string != nil || own.number != nil
      else { continue }
      let found = try schemas.files.resolved(node).node
      if found["enum"] != nil { continue }
      // `author: 1` may be the key of an author that an earlier call creates.
      needs.append(
        Need(place: "body", name: member, type: found["type"]?.string, format: found["format"]?.string)
      )
      if DraftVariables.isOfKnownThing(member) { tree[member] = placeholder(member, own, &schemas) }
    }
    return tree
  }

  /// What the body may be sent as instead; `nil` where no value is known to write it from.
  private func alternative(
    _ type: String,
    _ media: OpenAPINode,
    to usual: OpenAPINode?,
    _ schemas: inout OpenAPISchemas
  ) throws(DraftError) -> DraftTree? {
    let isForm = type.hasPrefix("application/x-www-form-urlencoded")
    let isValue = isForm || MediaTypeName.isJSON(type)
    guard !type.contains("*"), !type.hasPrefix("multipart/") else { return nil }
    var tree = DraftTree.object([("source", schemas.source(media))])
    let given = try OpenAPIExample.given(media, &schemas.files)
    let reference = media["schema"]?["$ref"]?.string
    // The same value, written another way.
    if isValue, given == nil, reference != nil, reference == usual?["schema"]?["$ref"]?.string { return tree }
    if let given {
      if !isValue, given.string == nil { return nil }
      tree["example"] = OpenAPIExample.template(of: given)
    } else if isValue, let made = try schemas.value(media["schema"], isRequest: true) {
      tree["example"] = OpenAPIExample.template(of: made)
    } else if !isValue {
      return nil
    }
    if isValue, let schema = media["schema"] { tree["schema"] = try schemas.schema(schema, .request) }
    return tree
  }

  private mutating func readParts(_ media: OpenAPINode, _ schemas: inout OpenAPISchemas) throws(DraftError) {
    guard let given = media["schema"] else { return schemas.lose("the form of \(name), which has no schema", media) }
    let schema = try schemas.files.resolved(given).node
    let required = Set(schema["required"]?.value.items.compactMap(\.string) ?? [])
    let example = try OpenAPIExample.given(media, &schemas.files)
    var parts = DraftTree.object([])
    for (part, member) in schema["properties"]?.members ?? [] {
      let isRequired = required.contains(part)
      let type = media["encoding"]?[part]?["contentType"]?.string?.split(separator: ",").first.map { String($0) }
      guard
        var tree = try self.part(part, member, type, shown: example?[part], isRequired: isRequired, &schemas)
      else { continue }
      tree["required"] = .bool(isRequired)
      tree["source"] = schemas.source(member)
      parts[part] = tree
    }
    if !parts.members.isEmpty { tree["multipart"] = parts }
  }

  /// One part of a form; `nil` for a file that need not be sent.
  private mutating func part(
    _ part: String,
    _ member: OpenAPINode,
    _ type: String?,
    shown: DocumentValue?,
    isRequired: Bool,
    _ schemas: inout OpenAPISchemas
  ) throws(DraftError) -> DraftTree? {
    var found = try schemas.files.resolved(member).node
    if found["type"]?.string == "array", let item = found["items"] { found = try schemas.files.resolved(item).node }
    let isFile =
      found["format"]?.string == "binary" || found["contentMediaType"] != nil
      || found["type"] == nil
        && !found.value.members.contains { ["properties", "enum", "anyOf", "allOf", "oneOf"].contains($0.key) }
    if isFile {
      guard isRequired else {
        schemas.lose("the file \(part) of \(name): it is optional, and no example is given", member)
        return nil
      }
      return .object([
        ("file", .string(DraftWriter.picture)), ("filename", .string("sample.png")),
        ("content", .string(MediaTypeName.bare(type ?? found["contentMediaType"]?.string ?? "image/png"))),
      ])
    }
    var tree = DraftTree.object([("schema", try schemas.schema(member, .request))])
    if let type, !type.contains("*") { tree["content"] = .string(type) }
    var isGiven = shown != nil
    if !isGiven { isGiven = try OpenAPIExample.isGiven(member, &schemas.files) }
    if isRequired || isGiven, let value = try schemas.value(member, shown, isRequest: true) {
      tree["example"] = OpenAPIExample.template(of: value)
    } else if isRequired {
      isComplete = false
      schemas.lose("a value for the part \(part) of \(name): give it an example", member)
    }
    return tree
  }
}

/// Media types as descriptions name them.
enum MediaTypeName {
  /// Without parameters, in lower case.
  static func bare(_ type: String) -> String {
    type.split(separator: ";").first.map { $0.trimmed.lowercased() } ?? type
  }

  static func isJSON(_ type: String) -> Bool {
    let bare = bare(type)
    return bare == "application/json" || bare.hasSuffix("+json") || bare == "application/x-json" || bare == "*/*"
      || bare == "application/*"
  }
}
