package import AssayContract
package import AssayFindings
package import AssayHTTP
import AssayJSON
import AssaySchema
import AssayText

/// Holds a request an app sent against what the operation takes: a contract test of the app.
package struct RequestJudge: Sendable {
  let contract: Contract
  let operation: Operation

  package init(contract: Contract, operation: Operation) {
    self.contract = contract
    self.operation = operation
  }

  /// The findings of `request`, whose method and path are the operation's; none where it keeps the contract.
  package func findings(for request: ReceivedRequest) -> [Finding] {
    let template = operation.request
    var findings: [Finding] = []
    for parameter in template.parameters {
      findings += self.findings(of: request.path[parameter.name], parameter, .path, [])
    }
    for parameter in template.query {
      if let types = containerTypes(of: parameter) {
        findings += self.findings(of: parameter, types, request)
        continue
      }
      let value = request.query.last { $0.name.isExactly(parameter.name) }?.value
      findings += self.findings(of: value, parameter, .query, request.query.map(\.name))
    }
    for parameter in template.headers {
      findings += self.findings(of: request.headers[parameter.name], parameter, .header, [])
    }
    switch template.content {
    case nil: break
    case .body(let body): findings += bodyFindings(of: request, body)
    case .multipart(let fields): findings += formFindings(of: request, fields)
    }
    return findings
  }

  private func findings(of value: String?, _ parameter: Parameter, _ kind: Kind, _ present: [String]) -> [Finding] {
    guard let value else {
      // A field with a value of its own is sent by clients without being told to: `Accept`, `User-Agent`.
      guard parameter.isRequired, parameter.schema != nil || kind != .header else { return [] }
      return [missing(parameter.name, kind, parameter.promise, present)]
    }
    guard let schema = parameter.schema else { return [] }
    return [scalarFinding(of: value, schema, kind, parameter.name)].compactMap { $0 }
  }

  /// The types a parameter's schema allows, where they are arrays or objects.
  private func containerTypes(of parameter: Parameter) -> JSONTypes? {
    guard let schema = parameter.schema, let view = contract.schemas.view(at: schema.promise.pointer) else {
      return nil
    }
    let said = view.sameValue().compactMap(\.types)
    let types = said.reduce(JSONTypes.all) { $0.intersection($1) }
    return said.isEmpty || types.isDisjoint(with: [.array, .object]) ? nil : types
  }

  /// The findings of an array or object in the query, put together as its style takes it apart.
  private func findings(of parameter: Parameter, _ types: JSONTypes, _ request: ReceivedRequest) -> [Finding] {
    guard let schema = parameter.schema else { return [] }
    let described = contract.schemas.view(at: schema.promise.pointer).map { [$0] } ?? []
    let members = described.flatMap { $0.sameValue(branches: true).flatMap(\.children) }.compactMap { child in
      if case .member(let name) = child.role { name } else { nil }
    }
    let value = parameter.style.value(
      parameter.name,
      isArray: types.contains(.array),
      members: members,
      in: request.query
    )
    guard let value else {
      return parameter.isRequired ? [missing(parameter.name, .query, parameter.promise, request.query.map(\.name))] : []
    }
    return [value, value.withScalars].allSatisfy({ !schema.schema.isValid($0) })
      ? dataFindings(of: value.withScalars, schema: schema, contract: contract).prefix(1).map {
        var finding = $0
        finding.rule = .requestQuery
        finding.place = Kind.query.place(parameter.name)
        return finding
      } : []
  }

  /// The finding of something the request lacks.
  private func missing(_ name: String, _ kind: Kind, _ promise: Promise, _ present: [String]) -> Finding {
    let nearest = SpellingSuggestion.nearest(to: name, among: present)
    return Finding(
      breaking: promise,
      of: contract,
      rule: kind.rule,
      place: kind.place(name),
      reason: .request(.missing(name: name, noun: kind.rawValue, nearest: nearest, present: present)),
      alternatives: nearest.map { [$0] } ?? []
    )
  }

  private func scalarFinding(of value: String, _ schema: SchemaPromise, _ kind: Kind, _ name: String) -> Finding? {
    Finding(of: value, schema, of: contract, rule: kind.rule, place: kind.place(name), name: name)
  }

  /// What parts of a request are called.
  private enum Kind: String {
    case path = "path parameter"
    case query = "query parameter"
    case header = "header field"
    case part

    var rule: Rule {
      switch self {
      case .path: .requestPath
      case .query: .requestQuery
      case .header: .requestHeader
      case .part: .requestPart
      }
    }

    func place(_ name: String) -> Place {
      switch self {
      case .path: Place(nil, .path(name))
      case .query: Place(nil, .query(name))
      case .header: Place(nil, .header(name))
      case .part: Place(nil, .formPart(name))
      }
    }
  }
}

/// Bodies.
extension RequestJudge {
  /// The findings of a body in one piece.
  private func bodyFindings(of request: ReceivedRequest, _ body: BodyTemplate) -> [Finding] {
    guard !request.body.isEmpty else {
      guard body.isRequired else { return [] }
      return [finding(body.promise, .requestBody, .noBody(type: body.contentType))]
    }
    guard MediaType(body.contentType)?.isJSON != false else {
      return contentTypeFinding(of: request, body.contentType, body.promise).map { [$0] } ?? []
    }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONDocument(parsing: request.body).root
    } catch {
      if let finding = contentTypeFinding(of: request, body.contentType, body.promise) { return [finding] }
      let reason = RequestReason.notJSON(length: request.body.count, place: error.place(in: request.body))
      var finding = finding(body.promise, .requestJSON, reason)
      finding.excerpt = Excerpt.of(request.body, offset: error.offset)
      return [finding]
    }
    var findings = contentTypeFinding(of: request, body.contentType, body.promise).map { [$0] } ?? []
    if let schema = body.schema { findings += dataFindings(of: json, schema: schema, contract: contract) }
    return findings
  }

  /// The findings of a form's parts.
  private func formFindings(of request: ReceivedRequest, _ fields: [MultipartField]) -> [Finding] {
    guard fields.contains(where: \.isRequired) || !request.body.isEmpty else { return [] }
    let promise = fields.first?.promise ?? operation.promise
    if let finding = contentTypeFinding(of: request, "multipart/form-data", promise) { return [finding] }
    let form: MultipartForm
    do throws(MultipartError) {
      let boundary = request.headers["Content-Type"].flatMap(MediaType.init)?.parameters["boundary"] ?? ""
      form = try MultipartForm(parsing: request.body, boundary: boundary)
    } catch {
      let reason = RequestReason.notMultipart(why: error.reason, length: request.body.count)
      return [finding(promise, .requestMultipart, reason)]
    }
    let names = form.parts.map(\.name)
    return fields.flatMap { field in
      guard let part = form[field.name] else {
        return field.isRequired ? [missing(field.name, .part, field.promise, names)] : []
      }
      return findings(of: part, field)
    }
  }

  private func findings(of part: MultipartForm.Part, _ field: MultipartField) -> [Finding] {
    let place = Kind.part.place(field.name)
    switch field.value {
    case .file:
      if part.filename == nil {
        let reason = RequestReason.noFile(name: field.name, length: part.content.count)
        return [finding(field.promise, .requestPart, reason, at: place)]
      }
      guard part.content.isEmpty else { return [] }
      return [finding(field.promise, .requestPart, .emptyFile(name: field.name), at: place)]
    case .text:
      guard let schema = field.schema else { return [] }
      let text = String(decoding: part.content, as: UTF8.self)
      return [scalarFinding(of: text, schema, .part, field.name)].compactMap { $0 }
    }
  }

  private func contentTypeFinding(of request: ReceivedRequest, _ expected: String, _ promise: Promise) -> Finding? {
    let actual = request.headers["Content-Type"]
    if let type = actual.flatMap(MediaType.init), type.matches(expected) { return nil }
    let place = Place(nil, .header("Content-Type"))
    return finding(promise, .requestContentType, .contentType(promised: expected, actual: actual), at: place)
  }

  private func finding(
    _ promise: Promise,
    _ rule: Rule,
    _ reason: RequestReason,
    at place: Place = .answer
  ) -> Finding {
    Finding(breaking: promise, of: contract, rule: rule, place: place, reason: .request(reason))
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

/// A request as a server received it, taken apart by the route that matched it.
package struct ReceivedRequest: Sendable {
  package var method: String
  /// The path parameters, percent-decoded.
  package var path: [String: String]
  /// The query's pairs in order, decoded.
  package var query: [(name: String, value: String)]
  package var headers: [HTTPHeader]
  package var body: [UInt8]

  package init(
    method: String,
    path: [String: String] = [:],
    query: [(name: String, value: String)] = [],
    headers: [HTTPHeader] = [],
    body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }
}

extension JSONValue {
  /// The texts inside that spell a number or a truth value, as those.
  fileprivate var withScalars: JSONValue {
    switch kind {
    case .array: .array(items.map(\.withScalars))
    case .object: .object(members.map { ($0.key, $0.value.withScalars) })
    default:
      string.flatMap { try? JSONDocument(parsing: $0) }.flatMap {
        [.number, .true, .false].contains($0.root.kind) ? $0.root : nil
      }
        ?? self
    }
  }
}
