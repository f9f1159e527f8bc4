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
  private var places: [String: DraftTree] = [:]

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
    for part in path.split(separator: "{").dropFirst() {
      let name = String(part.prefix { $0 != "}" })
      if places["parameters"]?[name] == nil {
        schemas.lose("{\(name)} in \(path), which no parameter describes: it is sent as `1`", node)
        add(
          name,
          .object([("schema", .object([("type", .string("string"))])), ("example", .string("1"))]),
          to: "parameters"
        )
      }
    }
    for place in ["parameters", "query", "headers"] { if let members = places[place] { tree[place] = members } }
    if let given = node["requestBody"] { try readBody(try schemas.files.resolved(given).node, &schemas) }
  }

  private mutating func add(_ name: String, _ value: DraftTree, to place: String) {
    var members = places[place] ?? .object([])
    members[name] = value
    places[place] = members
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
    // Of these OpenAPI itself says that a parameter does not describe them.
    if key == "headers", ["accept", "content-type", "authorization"].contains(name.lowercased()) {
      return schemas.lose("the header \(name), which media types and security describe", node)
    }
    var tree = DraftTree.object([])
    if let schema = node["schema"] { tree["schema"] = try schemas.schema(schema, .request) }
    if let content = node["content"] { schemas.lose("`content` of the parameter \(name): it is sent as text", content) }
    let given = try OpenAPIExample.given(node, &schemas.files)
    var maker = OpenAPIExample(files: schemas.files, isRequest: true)
    var made = given.map { OpenAPIExample.template(of: $0) }
    if made == nil, let schema = node["schema"] { made = try maker.template(schema) }
    if let made {
      tree["example"] = made
    } else if isRequired {
      isComplete = false
      schemas.lose("a value for the parameter \(name): give it an example", node)
    }
    if key != "headers" || node["required"] != nil { tree["required"] = .bool(isRequired) }
    if key != "headers" {
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
    if let text = node["description"]?.string { tree["description"] = .string(text) }
    tree["source"] = schemas.source(node)
    add(name, tree, to: key)
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
        schemas.lose("the media type \(type) of the body of \(name)", other)
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
    let given = try OpenAPIExample.given(media, &schemas.files)
    var maker = OpenAPIExample(files: schemas.files, isRequest: true)
    if let given {
      tree["example"] = OpenAPIExample.template(of: given)
    } else if let schema = media["schema"], let made = try maker.template(schema) {
      tree["example"] = made
    } else {
      if isRequired { isComplete = false }
      schemas.lose("an example of the body of \(name)", media)
    }
    tree["required"] = .bool(isRequired)
    if !others.members.isEmpty { tree["alternatives"] = others }
    if let text = node["description"]?.string { tree["description"] = .string(text) }
    tree["source"] = schemas.source(node)
    self.tree["body"] = tree
  }

  /// What the body may be sent as, too; `nil` where no value is known to write it from.
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
    var maker = OpenAPIExample(files: schemas.files, isRequest: true)
    if let given {
      if !isValue, given.string == nil { return nil }
      tree["example"] = OpenAPIExample.template(of: given)
    } else if isValue, let schema = media["schema"], let made = try maker.template(schema) {
      tree["example"] = made
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
      let found = try schemas.files.resolved(member).node
      let isFile =
        found["format"]?.string == "binary" || found["contentMediaType"] != nil
        || found["type"] == nil && found["$ref"] == nil && found["properties"] == nil && found["enum"] == nil
      var tree = DraftTree.object([])
      let type = media["encoding"]?[part]?["contentType"]?.string?.split(separator: ",").first.map { String($0) }
      if isFile {
        tree["file"] = .string(DraftWriter.picture)
        tree["filename"] = .string("sample.png")
        tree["content"] = .string(MediaTypeName.bare(type ?? found["contentMediaType"]?.string ?? "image/png"))
      } else {
        tree["schema"] = try schemas.schema(member, .request)
        if let type, !type.contains("*") { tree["content"] = .string(type) }
        var maker = OpenAPIExample(files: schemas.files, isRequest: true)
        if let value = example?[part] {
          tree["example"] = OpenAPIExample.template(of: value)
        } else if let made = try maker.template(member) {
          tree["example"] = made
        } else if required.contains(part) {
          isComplete = false
          schemas.lose("a value for the part \(part) of \(name): give it an example", member)
        }
      }
      tree["required"] = .bool(required.contains(part))
      tree["source"] = schemas.source(member)
      parts[part] = tree
    }
    if !parts.members.isEmpty { tree["multipart"] = parts }
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
