package import AssayContract
package import AssayFindings
package import AssayHTTP
package import AssayJSON
import AssaySchema
import AssayText

/// The judge of a request that an app sent, by the operation's description: a contract test of the app.
package struct RequestJudge: Sendable {
  let contract: Contract
  let operation: Operation

  package init(contract: Contract, operation: Operation) {
    self.contract = contract
    self.operation = operation
  }

  /// Returns the findings about `request`, whose method and path are the operation's; empty if it matches the contract.
  package func findings(for request: ReceivedRequest) -> [Finding] {
    let template = operation.request
    var findings: [Finding] = []
    let path = request.writtenPath ?? request.path
    for parameter in template.parameters {
      let value = path[parameter.name]
      let decode = { (text: String) in request.writtenPath == nil ? text : PercentEncoding.decode(text) ?? text }
      findings += self.findings(of: parameter, .path, in: value.map { [(parameter.name, $0)] } ?? [], decode)
    }
    let query = request.writtenQuery ?? request.query
    for parameter in template.query {
      let decode = { (text: String) in request.writtenQuery == nil ? text : FormPairs.decode(text) }
      findings += self.findings(of: parameter, .query, in: query, decode)
    }
    for parameter in template.headers {
      let value = request.headers[parameter.name]
      findings += self.findings(of: parameter, .header, in: value.map { [(parameter.name, $0)] } ?? []) { $0 }
    }
    switch template.content {
    case nil: break
    case .body(let body):
      findings += bodyFindings(of: request, body.form(as: request.headers["Content-Type"]), of: body)
    case .multipart(let fields): findings += formFindings(of: request, fields)
    }
    return findings
  }

  /// Returns the findings about one parameter. `pairs` are the sent names and values, which `decode` converts to text;
  /// an array or object is assembled from them by the parameter's style.
  private func findings(
    of parameter: Parameter,
    _ kind: Kind,
    in pairs: [(name: String, value: String)],
    _ decode: (String) -> String
  ) -> [Finding] {
    let present = kind == .query ? pairs.map(\.name) : []
    guard let schema = parameter.schema, let types = schema.containerTypes(in: contract) else {
      guard let value = pairs.last(where: { $0.name.isExactly(parameter.name) })?.value else {
        // A field with a value of its own is sent by clients without being told to: `Accept`, `User-Agent`.
        guard parameter.isRequired, parameter.schema != nil || kind != .header else { return [] }
        return [missing(parameter.name, kind, parameter.promise, present)]
      }
      return [parameter.schema.flatMap { scalarFinding(of: decode(value), $0, kind, parameter.name) }].compactMap { $0 }
    }
    // Blanks around the items of a list in a field are no part of them (RFC 9110 section 5.6.1).
    let isField = kind == .header
    let written = pairs.map { (name: $0.name, value: isField ? $0.value.withoutBlanksInList : $0.value) }
    func read(_ pairs: [(name: String, value: String)], _ decode: (String) -> String) -> JSONValue? {
      let isArray = types.contains(.array)
      return parameter.style.value(
        parameter.name,
        isArray: isArray,
        members: parameter.members,
        in: pairs,
        decode: decode
      )
    }
    guard let value = read(written, decode) else {
      return parameter.isRequired ? [missing(parameter.name, kind, parameter.promise, present)] : []
    }
    let findings = findings(of: value, schema, kind, parameter.name)
    // Many clients encode the commas between items like those inside them, and most servers decode first.
    if !findings.isEmpty, parameter.style.partsByCommas,
      let own = written.first(where: { $0.name.isExactly(parameter.name) })?.value, !own.contains(","),
      let other = read(written.map { ($0.name, decode($0.value)) }, { $0 }),
      self.findings(of: other, schema, kind, parameter.name).isEmpty
    {
      return []
    }
    return findings
  }

  /// Returns the findings about an array or object that was sent as text; at most one.
  private func findings(of value: JSONValue, _ schema: SchemaPromise, _ kind: Kind, _ name: String) -> [Finding] {
    let sent = contract.schemas.view(at: schema.promise.pointer)?.reading(value) ?? value
    return dataFindings(of: sent, schema: schema, contract: contract, subject: name).prefix(1).map {
      var finding = $0
      finding.rule = kind.rule
      finding.place = kind.place(name)
      return finding
    }
  }

  /// Returns the finding about the missing parameter or form part `name`; `present` are the names that were sent.
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
    textFates(of: value, schema, contract, rule: kind.rule, place: kind.place(name), name: name).first?.finding
  }

  /// The parts of a request in which a named value can be sent; the raw values are their names in messages.
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

/// The judging of bodies.
extension RequestJudge {
  /// Returns the findings about a body that is not multipart; `body` is its form for the request's content type.
  private func bodyFindings(
    of request: ReceivedRequest,
    _ body: BodyTemplate,
    of whole: BodyTemplate
  ) -> [Finding] {
    let types = ([whole] + whole.alternatives).map(\.contentType)
    // A form without fields is empty.
    let isForm =
      body.isForm && request.headers["Content-Type"].flatMap(MediaType.init)?.matches(body.contentType) == true
    guard !request.body.isEmpty || isForm else {
      guard body.isRequired else { return [] }
      return [finding(body.promise, .requestBody, .noBody(type: body.contentType))]
    }
    guard MediaType(body.contentType)?.isJSON != false else {
      if let finding = contentTypeFinding(of: request, types, body.promise) { return [finding] }
      return body.isForm ? urlEncodedFindings(of: request, body) : []
    }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONDocument(parsing: request.body).root
    } catch {
      if let finding = contentTypeFinding(of: request, types, body.promise) { return [finding] }
      let reason = RequestReason.notJSON(length: request.body.count, place: error.place(in: request.body))
      var finding = finding(body.promise, .requestJSON, reason)
      finding.excerpt = Excerpt.of(request.body, offset: error.offset)
      return [finding]
    }
    var findings = contentTypeFinding(of: request, types, body.promise).map { [$0] } ?? []
    if let schema = body.schema { findings += dataFindings(of: json, schema: schema, contract: contract) }
    return findings
  }

  /// Returns the findings about the fields of a URL-encoded form. An array is sent as one field for each item, an
  /// object as JSON.
  private func urlEncodedFindings(of request: ReceivedRequest, _ body: BodyTemplate) -> [Finding] {
    guard let schema = body.schema else { return [] }
    return dataFindings(of: formValue(of: request.body, body), schema: schema, contract: contract)
  }

  /// Returns the body of `request` as an object of its fields, for rules to read, if it is a URL-encoded form;
  /// otherwise `nil`.
  package func formValue(of request: HTTPRequest) -> JSONValue? {
    guard case .body(let body) = operation.request.content, !request.body.isEmpty else { return nil }
    let form = body.form(as: request.headers["Content-Type"])
    return form.isForm ? formValue(of: request.body, form) : nil
  }

  /// Returns a URL-encoded form as a JSON object. Each value is converted to the type that the schema specifies;
  /// without a schema it is a string.
  private func formValue(of bytes: [UInt8], _ body: BodyTemplate) -> JSONValue {
    let pairs = FormPairs.read(String(decoding: bytes, as: UTF8.self))
    let members = body.schema?.members(in: contract) ?? []
    var known: Set<ExactText> = []
    var sent: [(String, JSONValue)] = []
    for member in members {
      known.insert(ExactText(member.name))
      let texts = pairs.filter { $0.name.isExactly(member.name) }.map(\.value)
      guard let last = texts.last else { continue }
      let types = member.containerTypes ?? []
      let value = types.contains(.array) ? .array(texts.map { .string($0) }) : JSONValue.string(last)
      sent.append((member.name, member.schema.reading(value)))
    }
    // Of what is sent twice the last counts, declared or not.
    var places: [ExactText: Int] = [:]
    for (name, text) in pairs where !known.contains(ExactText(name)) {
      if let place = places[name] {
        sent[place].1 = .string(text)
      } else {
        places[name] = sent.count
        sent.append((name, .string(text)))
      }
    }
    return .object(sent)
  }

  /// Returns the findings about the parts of a multipart form.
  private func formFindings(of request: ReceivedRequest, _ fields: [MultipartField]) -> [Finding] {
    guard fields.contains(where: \.isRequired) || !request.body.isEmpty else { return [] }
    let promise = fields.first?.promise ?? operation.promise
    if let finding = contentTypeFinding(of: request, ["multipart/form-data"], promise) { return [finding] }
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
      return findings(of: part, field, in: form)
    }
  }

  private func findings(of part: MultipartForm.Part, _ field: MultipartField, in form: MultipartForm) -> [Finding] {
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
      let parts = form.parts.filter { $0.name.isExactly(field.name) }
      let texts = parts.map { String(decoding: $0.content, as: UTF8.self) }
      guard let types = schema.containerTypes(in: contract) else {
        return [scalarFinding(of: texts.first ?? "", schema, .part, field.name)].compactMap { $0 }
      }
      // Each item of an array is a part of its own, an object JSON.
      let value = types.contains(.array) ? .array(texts.map { .string($0) }) : JSONValue.string(texts.first ?? "")
      return findings(of: value, schema, .part, field.name)
    }
  }

  private func contentTypeFinding(of request: ReceivedRequest, _ expected: [String], _ promise: Promise) -> Finding? {
    let actual = request.headers["Content-Type"]
    if let type = actual.flatMap(MediaType.init), expected.contains(where: type.matches) { return nil }
    let place = Place(nil, .header("Content-Type"))
    return finding(promise, .requestContentType, .contentType(promised: expected.either, actual: actual), at: place)
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
  /// A description of the error, to complete a sentence about the request: "the last boundary is missing".
  fileprivate var reason: String {
    switch self {
    case .boundary: "its Content-Type names no boundary of 1 to 70 characters"
    case .delimiter(let offset): "a boundary is missing at byte \(offset)"
    case .unterminated: "the last boundary is missing"
    case .header(let offset): "a part's header section cannot be read, at byte \(offset)"
    case .disposition(let offset): "a part has no name, at byte \(offset)"
    case .tooManyParts(let limit): "it has more than \(limit) parts"
    }
  }
}

/// A request that a server received, with the parameters that were extracted by the matching route.
package struct ReceivedRequest: Sendable {
  package var method: String
  /// The path parameters, percent-decoded.
  package var path: [String: String]
  /// The query's pairs in order, decoded.
  package var query: [(name: String, value: String)]
  /// The path parameters and the query's pairs as written in the URL, still percent-encoded; `nil` if not known. Only
  /// in this form can a comma between items be distinguished from one inside an item.
  package var writtenPath: [String: String]?
  package var writtenQuery: [(name: String, value: String)]?
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
