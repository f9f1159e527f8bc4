import AssayHTTP
import AssayDocuments
import AssayJSON
import AssayRegex
import AssayText

/// The request of an operation: its parameters and its body.
struct OpenAPIRequest {
  let method: String
  let path: String
  let name: String
  let schemas: OpenAPISchemas
  /// True if there is a value for everything that must be sent.
  var isComplete = true
  var tree: DraftTree = [:]
  /// The values that are ids of something and may come from an earlier response.
  var needs: [Need] = []
  /// The parameters by their places in a request.
  private var places: DraftTree = [:]
  /// True if a security scheme of the description sends a cookie.
  private var hasCookieScheme = false

  /// The tables of a contract's request, by OpenAPI's places of a parameter.
  static let tables = ["path": "parameters", "query": "query", "header": "headers"]

  /// A value in a request that identifies an existing thing of the backend, such as an id.
  struct Need {
    /// The place in the terms of a step: `parameters`, `query`, `headers` or `body`.
    var place: String
    var name: String
    var type: String?
    var format: String?
    /// The template of a new id for each run, for things whose id the client chooses; `nil` if the schema does not
    /// allow one.
    var own: String?

    init(_ place: String, _ name: String, _ schema: OpenAPINode? = nil) {
      (self.place, self.name) = (place, name)
      (type, format) = (schema?["type"]?.string, schema?["format"]?.string)
    }
  }

  init(method: String, path: String, name: String, _ schemas: OpenAPISchemas) {
    self.schemas = schemas
    self.method = method
    let parts = path.halves("?", keepingEmpty: true)
    self.path = parts[0]
    self.name = name
    // Not OpenAPI's, but met: operations of one path that differ in a query.
    for pair in parts.dropFirst().flatMap({ $0.split(separator: "&") }) {
      let sides = pair.halves("=").map { DraftTree.string($0) }
      guard let key = pair.split(separator: "=").first, sides.count == 2 else { continue }
      let fixed: DraftTree = ["schema": ["const": sides[1]], "example": sides[1], "required": true]
      places.put(fixed, at: ["query", String(key)])
    }
  }

  mutating func read(
    _ item: OpenAPINode,
    _ node: OpenAPINode,
    in root: OpenAPINode
  ) throws(DraftError) {
    hasCookieScheme = (root["components"]?["securitySchemes"]?.members ?? []).contains {
      $0.node["in"]?.string == "cookie"
    }
    tree["method"] = .string(method)
    tree["path"] = .string(path.hasPrefix("/") ? path : "/" + path)
    // An operation's own parameters go before those of its path.
    var parameters: [(key: String, node: OpenAPINode)] = []
    for given in (item["parameters"]?.items ?? []) + (node["parameters"]?.items ?? []) {
      let parameter = try given.resolved
      let key = "\(parameter["in"]?.string ?? "") \(parameter["name"]?.string ?? "")"
      parameters.removeAll { $0.key == key }
      parameters.append((key, parameter))
    }
    for (_, parameter) in parameters { try read(parameter) }
    for name in PathTemplate(path).parameters where places["parameters"]?[name] == nil {
      schemas.lose("{\(name)} in \(path), which no parameter describes: it is sent as text", node)
      needs.append(Need("parameters", name))
      let example = placeholder(name, DocumentValue(.string("1")))
      places.put(["schema": ["type": "string"], "example": example], at: ["parameters", name])
    }
    tree.take(["parameters", "query", "headers"], of: places)
    if let given = node["requestBody"] { try readBody(try given.resolved) }
  }

  /// Returns the expression that reads a made-up value from a variable of the contract.
  func placeholder(_ name: String, _ value: DocumentValue) -> DraftTree {
    schemas.variables.placeholder(DraftVariables.name(of: name, in: path), value, "`\(name)` of \(method) \(path)")
  }

  // MARK: Parameters

  private mutating func read(_ node: OpenAPINode) throws(DraftError) {
    guard let name = node["name"]?.string, let place = node["in"]?.string else {
      return schemas.lose("a parameter without `name` or `in`", node)
    }
    let isRequired = place == "path" || node["required"]?.value.bool == true
    if place == "cookie" { return try readCookie(node, name, isRequired: isRequired) }
    guard let key = Self.tables[place] else {
      if isRequired { isComplete = false }
      return schemas.lose("the parameter \(name) in \(place)", node)
    }
    // The path itself says it.
    if place == "query", places["query"]?[name] != nil { return }
    if place == "path", !path.contains("{\(name)}") {
      return schemas.lose("the path parameter \(name), which \(path) does not have", node)
    }
    // Of these OpenAPI itself says that a parameter does not describe them.
    if key == "headers", ["accept", "content-type", "authorization"].contains(name.lowercased()) {
      return schemas.lose("the header \(name), which media types and security describe", node)
    }
    var tree: DraftTree = [:]
    if let schema = node["schema"] { tree["schema"] = try schemas.schema(schema, .request) }
    if let content = node["content"] { schemas.lose("`content` of the parameter \(name): it is sent as text", content) }
    tree["example"] = try example(of: node, name, key, isRequired: isRequired)
    if tree["example"] == nil, isRequired {
      isComplete = false
      schemas.lose("a value for the parameter \(name): give it an example", node)
    }
    if key != "headers" || node["required"] != nil { tree["required"] = .bool(isRequired) }
    if key != "headers" {
      let schema = try node["schema"]?.resolved
      addStyle(of: node, name, place, schema?["type"]?.string, to: &tree)
    }
    tree["description"] = node["description"]?.string.map { .string($0) }
    tree["source"] = schemas.source(node)
    places.put(tree, at: [key, name])
  }

  /// Adds a cookie parameter to the header field `Cookie`, if it is required.
  private mutating func readCookie(
    _ node: OpenAPINode,
    _ name: String,
    isRequired: Bool
  ) throws(DraftError) {
    let given = try node.given
    guard isRequired || given != nil else { return schemas.lose("the cookie \(name): it is optional", node) }
    guard let value = try schemas.value(node["schema"], given, isRequest: true), !value.isObject, !value.isArray,
      !hasCookieScheme
    else {
      if isRequired { isComplete = false }
      let reason = hasCookieScheme ? "a security scheme sends `Cookie`" : "no value is known"
      return schemas.lose("the cookie \(name): \(reason)", node)
    }
    var text = value.string ?? value.json
    if given == nil, DraftVariables.isOfKnownThing(name),
      case .raw(let expression) = placeholder(name, value)
    {
      text = "{\(expression.dropFirst().dropLast())}"
    }
    let before = places["headers"]?["Cookie"]?["example"]?.string.map { "\($0); " } ?? ""
    places.put(
      ["example": "\(before)\(name)=\(text)", "required": true, "source": schemas.source(node)],
      at: ["headers", "Cookie"]
    )
  }

  /// Returns the value to send for a parameter: the one that the description gives, or a made-up value if it is
  /// required.
  private mutating func example(
    of node: OpenAPINode,
    _ name: String,
    _ key: String,
    isRequired: Bool
  ) throws(DraftError) -> DraftTree? {
    let schema = try node["schema"]?.resolved
    let given = try node.given
    var isGiven = given != nil
    if !isGiven, let schema = node["schema"] { isGiven = try schema.isGiven() }
    if key == "parameters", schema?["enum"] == nil {
      var need = Need(key, name, schema)
      need.own = schema.flatMap(Self.ownID)
      needs.append(need)
    }
    guard isRequired || isGiven, var value = try schemas.value(node["schema"], given, isRequest: true) else {
      return nil
    }
    // `example: "12"` of a number is the number.
    if let text = value.string, let schema, !IdleKeyword.isOf("string", schema), let number = JSONNumber(text) {
      value = DocumentValue(.number(number), lines: value.lines)
    }
    let isScalar = !value.isObject && !value.isArray && value.bool == nil
    // An id of the description's own is an example: no one says that the backend knows it.
    if isScalar, schema?["enum"] == nil, schema?["const"] == nil,
      key == "parameters" || DraftVariables.isOfKnownThing(name), !isGiven || !DraftVariables.isSecret(name),
      given != nil || schema?["default"] == nil
    {
      if key != "parameters" { needs.append(Need(key, name, schema)) }
      return placeholder(name, value)
    }
    if let schema = node["schema"] {
      schemas.shown.append(
        ShownExample(
          operation: self.name,
          way: ["request", key, name],
          key: "schema",
          value: value,
          schema: schema,
          isRequired: isRequired
        )
      )
    }
    return value.template
  }

  /// Returns a template that makes a new id, matching `schema`, for each run; `nil` if the schema does not allow one.
  private static func ownID(_ schema: OpenAPINode) -> String? {
    let format = schema["format"]?.string
    let start = format == "uuid" ? "" : "assay-"
    guard schema["type"]?.string == "string", format == nil || format == "uuid",
      schema.count("maxLength") ?? .max >= 42, takesID(after: start, before: "", schema)
    else { return nil }
    return start.isEmpty ? "$run.uuid" : "\(start){$run.uuid}"
  }

  /// Returns true if a UUID between two texts is not too long for the schema, and matches its pattern.
  static func takesID(after start: String, before end: Substring, _ schema: OpenAPINode) -> Bool {
    let sample = "\(start)123e4567-e89b-12d3-a456-426614174000\(end)"
    guard sample.count <= schema.count("maxLength") ?? .max else { return false }
    guard let pattern = schema["pattern"]?.string else { return true }
    return (try? ECMARegex(pattern))?.contains(in: sample) ?? false
  }

  private func addStyle(
    of node: OpenAPINode,
    _ name: String,
    _ place: String,
    _ type: String?,
    to tree: inout DraftTree
  ) {
    if let reserved = node["allowReserved"], place == "query" { tree["allowReserved"] = reserved.value.tree }
    if let style = node["style"]?.string {
      let known = place == "query" ? ["form", "spaceDelimited", "pipeDelimited", "deepObject"] : ["simple"]
      let isOfList = ["spaceDelimited", "pipeDelimited"].contains(style)
      let isPossible = !isOfList || type == "array" && node["explode"]?.value.bool != true
      if known.contains(style), isPossible {
        tree["style"] = .string(style)
      } else {
        schemas.lose("the style \(style) of the parameter \(name)", node["style"] ?? node)
      }
    }
    tree["explode"] = node["explode"]?.value.bool.map { .bool($0) }
  }
}

/// Media types as they are written in OpenAPI descriptions.
enum MediaTypeName {
  /// Returns the type without parameters, in lower case.
  static func bare(_ type: String) -> String {
    type.split(separator: ";").first.map { $0.trimmed.lowercased() } ?? type
  }

  /// Returns the type that a request sends: of a range one in it, if a value of one is known; else the range.
  static func sent(_ type: String) -> String {
    let bare = bare(type)
    if bare.contains("*"), isJSON(bare) { return "application/json" }
    return ["image/*": "image/png", "text/*": "text/plain"][bare] ?? bare
  }

  /// Returns the media type of JSON among several; a range only if no exact type is JSON.
  static func json<Node>(of content: [(key: String, node: Node)]) -> (key: String, node: Node)? {
    let types = content.filter { isJSON($0.key) }
    return types.first { bare($0.key) == "application/json" } ?? types.first { !$0.key.contains("*") } ?? types.first
  }

  /// Returns true if the type `bare` is the described type `other`, or is in its range.
  static func isCovered(_ bare: String, by other: String?) -> Bool {
    other.flatMap { MediaType(bare)?.matches(self.bare($0)) } ?? false
  }

  static func isJSON(_ type: String) -> Bool {
    let bare = bare(type)
    return bare == "application/json" || bare.hasSuffix("+json") || bare == "application/x-json" || bare == "*/*"
      || bare == "application/*"
  }
}
