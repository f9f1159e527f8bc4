import AssayJSON
import AssayText

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
    return RequestTemplate(
      method: method,
      path: path,
      parameters: parameters.map { parameter($0, isPath: true) },
      query: node.table("query").map { parameter($0) },
      headers: node.table("headers").map { parameter($0) },
      content: content(of: node)
    )
  }

  private mutating func content(of node: ContractNode) -> RequestContent? {
    if node.value["multipart"] != nil { return .multipart(node.table("multipart").map { part($0) }) }
    guard let body = node["body"] else { return nil }
    checkTemplate(body["example"])
    return .body(
      BodyTemplate(
        contentType: body.string("content") ?? "application/json",
        schema: schema(body["schema"]),
        example: body.value["example"],
        isRequired: body.bool("required") ?? false,
        promise: body.promise
      )
    )
  }

  /// A parameter; a string stands for a fixed value, which is always sent.
  private mutating func parameter(_ node: ContractNode, isPath: Bool = false) -> Parameter {
    let isFixed = node.value.kind == .string
    checkTemplate(isFixed ? node : node["example"])
    return Parameter(
      name: node.name,
      schema: schema(node["schema"]),
      example: isFixed ? node.value : node.value["example"],
      isRequired: isPath || isFixed || node.bool("required") ?? false,
      allowsReserved: node.bool("allowReserved") ?? false,
      promise: node.promise
    )
  }

  private mutating func part(_ node: ContractNode) -> MultipartField {
    let value: MultipartField.Value
    if let path = node.string("file") {
      value = .file(
        path: path,
        filename: node.string("filename") ?? FileType.name(ofFile: path),
        contentType: node.string("content") ?? FileType.contentType(ofFile: path)
      )
    } else {
      checkTemplate(node["example"])
      value = .text(node.value["example"])
    }
    return MultipartField(
      name: node.name,
      value: value,
      schema: schema(node["schema"]),
      isRequired: node.bool("required") ?? false,
      promise: node.promise
    )
  }

  /// Every `{name}` of the path is a path parameter, and the other way round.
  private mutating func checkPath(
    _ value: JSONValue,
    _ path: String,
    parameters: [ContractNode],
    at pointer: JSONPointer
  ) {
    var names: Set<String> = []
    var column = 1
    for part in path.split(separator: "{", omittingEmptySubsequences: false) {
      defer { column += part.unicodeScalars.count + 1 }
      guard column > 1 else { continue }
      let start = value.byteOffset(ofColumn: column - 1)
      guard let end = part.firstIndex(of: "}") else {
        log.add(
          .pathParameter,
          "this `{` is never closed",
          help: "write a path parameter as `{name}`",
          range: start..<start + 1,
          pointer: pointer.appending("path")
        )
        continue
      }
      let name = String(part[..<end])
      names.insert(name)
      guard !parameters.contains(where: { $0.name == name }) else { continue }
      log.add(
        .pathParameter,
        "the path parameter `{\(name)}` is not described",
        help: "add `\(JSONEscapes.quote(name)): { \"schema\": …, \"example\": … }` to the request's `parameters`",
        range: start..<value.byteOffset(ofColumn: column + name.unicodeScalars.count + 1),
        pointer: pointer.appending("path")
      )
    }
    for parameter in parameters where !names.contains(parameter.name) {
      log.add(
        .pathParameter,
        "the path has no `{\(parameter.name)}`",
        help: SpellingSuggestion.nearest(to: parameter.name, among: names.sorted()).map { "did you mean `\($0)`?" }
          ?? "parameters of the query stand under `query`",
        range: parameter.range,
        pointer: parameter.pointer
      )
    }
  }
}
