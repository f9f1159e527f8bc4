import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON

extension RequestJudge {
  /// The findings of a body in one piece.
  func bodyFindings(of request: ReceivedRequest, _ body: BodyTemplate) -> [Finding] {
    guard !request.body.isEmpty else {
      guard body.isRequired else { return [] }
      return [
        finding(body.promise, "request.body", "", "the request has no body", "a body of \(body.contentType)", "no body")
      ]
    }
    guard MediaType(body.contentType)?.isJSON != false else {
      return contentTypeFinding(of: request, body.contentType, body.promise).map { [$0] } ?? []
    }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONDocument(parsing: request.body).root
    } catch {
      if let finding = contentTypeFinding(of: request, body.contentType, body.promise) { return [finding] }
      let place = JSONLocation(ofByte: error.offset, in: request.body)
      var finding = finding(
        body.promise,
        "request.json",
        "",
        "the request's body is not JSON: line \(place.line), column \(place.column): \(error)",
        "JSON",
        "\(request.body.count) bytes that are not JSON"
      )
      finding.excerpt = Excerpt.of(request.body, offset: error.offset)
      return [finding]
    }
    var findings = contentTypeFinding(of: request, body.contentType, body.promise).map { [$0] } ?? []
    if let schema = body.schema { findings += dataFindings(of: json, schema: schema, contract: contract) }
    return findings
  }

  /// The findings of a form's parts.
  func formFindings(of request: ReceivedRequest, _ fields: [MultipartField]) -> [Finding] {
    guard fields.contains(where: \.isRequired) || !request.body.isEmpty else { return [] }
    let promise = fields.first?.promise ?? operation.promise
    if let finding = contentTypeFinding(of: request, "multipart/form-data", promise) { return [finding] }
    let form: MultipartForm
    do throws(MultipartError) {
      let boundary = request.headers["Content-Type"].flatMap(MediaType.init)?.parameters["boundary"] ?? ""
      form = try MultipartForm(parsing: request.body, boundary: boundary)
    } catch {
      return [
        finding(
          promise,
          "request.multipart",
          "",
          "the request's body is no form: \(error.reason)",
          "multipart/form-data",
          "\(request.body.count) bytes that are none"
        )
      ]
    }
    let names = form.parts.map(\.name)
    return fields.flatMap { field in
      guard let part = form[field.name] else {
        return field.isRequired ? [missing(field.name, "part", field.promise, names)] : []
      }
      return findings(of: part, field)
    }
  }

  private func findings(of part: MultipartForm.Part, _ field: MultipartField) -> [Finding] {
    let location = "part \(field.name)"
    switch field.value {
    case .file:
      if part.filename == nil {
        return [
          finding(
            field.promise,
            "request.part",
            location,
            "the part \(field.name) is a plain field, and a file was promised: it has no filename",
            "a file",
            "a field of \(part.content.count) bytes"
          )
        ]
      }
      guard part.content.isEmpty else { return [] }
      return [finding(field.promise, "request.part", location, "the file \(field.name) is empty", "a file", "0 bytes")]
    case .text:
      guard let schema = field.schema else { return [] }
      let text = String(decoding: part.content, as: UTF8.self)
      return scalarFindings(of: text, schema, "request.part", location, field.name)
    }
  }

  private func contentTypeFinding(
    of request: ReceivedRequest,
    _ expected: String,
    _ promise: Promise
  ) -> Finding? {
    let actual = request.headers["Content-Type"]
    if let type = actual.flatMap(MediaType.init), type.matches(expected) { return nil }
    return finding(
      promise,
      "request.contentType",
      "header Content-Type",
      actual.map { "the request says it is \($0), and \(expected) is what the operation takes" }
        ?? "the request does not say what its body is; the operation takes \(expected)",
      expected,
      actual ?? "no Content-Type"
    )
  }

  private func finding(
    _ promise: Promise,
    _ rule: String,
    _ location: String,
    _ message: String,
    _ expected: String,
    _ actual: String
  ) -> Finding {
    Finding(
      breaking: promise,
      of: contract,
      rule: rule,
      location: location,
      message: message,
      expected: expected,
      actual: actual
    )
  }
}

extension MultipartError {
  /// The error as a clause.
  fileprivate var reason: String {
    switch self {
    case .boundary: "its Content-Type names no boundary of 1 to 70 characters"
    case .delimiter(let offset): "no boundary where one must stand, at byte \(offset)"
    case .unterminated: "the last boundary is missing"
    case .header(let offset): "a part's header section cannot be read, at byte \(offset)"
    case .disposition(let offset): "a part has no name, at byte \(offset)"
    case .tooManyParts(let limit): "it has more than \(limit) parts"
    }
  }
}
