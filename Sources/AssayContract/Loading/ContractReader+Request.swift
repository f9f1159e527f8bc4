import AssayHTTP
import AssayJSON
import AssaySchema
import AssayText

/// Requests: parameters, bodies and parts.
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
