import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssaySchema

/// A request being built: the operation's examples, the step's changes, and the result so far.
struct RequestDraft {
  let operation: Operation
  let step: Step
  let scope: Scope
  var request: HTTPRequest
  var parameters = RequestParameters()

  init(operation: Operation, step: Step, scope: Scope) {
    self.operation = operation
    self.step = step
    self.scope = scope
    request = HTTPRequest(method: operation.request.method, url: "")
  }

  /// Returns the path with its parameters filled in, each encoded as one segment.
  mutating func path() throws(RequestProblem) -> String {
    try operation.request.path.expanded { name throws(RequestProblem) in
      let declared = operation.request.parameters.first { $0.name == name }
      guard let template = step.call.parameters.template(name) ?? declared?.example else {
        throw .missingInput(MissingInput(expression: "{\(name)}", reason: "the contract gives it no value"))
      }
      if try RequestText.isNull(template, in: scope) { throw unfit("{\(name)}", "it is null") }
      let isReserved = declared?.allowsReserved == true
      if let declared { try check(template, for: declared) }
      let texts: [RequestText]
      if let value = try RequestText.container(template, in: scope) {
        texts = (declared?.style ?? ParameterStyle(.simple)).pairs(name, value).flatMap(\.parts).map {
          RequestText(plain: $0)
        }
      } else {
        texts = [try RequestText(template, in: scope)]
      }
      if texts.allSatisfy(\.plain.isEmpty), isCaptured(template) { throw unfit("{\(name)}", "it is empty") }
      let encoded = texts.map { isReserved ? $0.reservedKept : $0.percentEncoded }.joined(separator: ",")
      // As the receiver reads it, so that rules are the same to both.
      parameters.path[name] = PercentEncoding.decode(encoded) ?? encoded
      return encoded
    }
  }

  /// Returns the query, without its question mark.
  mutating func query() throws(RequestProblem) -> String {
    var pairs: [String] = []
    for (name, template) in chosen(operation.request.query, over: step.call.query, isNamed: ==) {
      guard !(try RequestText.isNull(template, in: scope)) else { continue }
      let declared = operation.request.query.first { $0.name.isExactly(name) }
      if let declared { try check(template, for: declared) }
      let isReserved = declared?.allowsReserved == true
      pairs += try self.pairs(name, template, declared?.style ?? ParameterStyle(.form), keepsReserved: isReserved)
    }
    let query = pairs.joined(separator: "&")
    parameters.query = operation.request.queryTexts(of: query)
    return query
  }

  /// Returns the `name=value` pairs of a query or a form for `template`, encoded.
  private func pairs(
    _ name: String,
    _ template: JSONValue,
    _ style: ParameterStyle,
    keepsReserved: Bool = false
  ) throws(RequestProblem) -> [String] {
    let pairs: [(name: String, parts: [RequestText])]
    var isItem = false
    if let value = try RequestText.container(template, in: scope) {
      pairs = style.pairs(name, value).map { ($0.name, $0.parts.map { RequestText(plain: $0) }) }
      isItem = style.partsByCommas
    } else {
      pairs = [(name, [try RequestText(template, in: scope)])]
    }
    return pairs.map { name, parts in
      let texts = parts.map { keepsReserved ? $0.reservedKeptInQuery(isItem: isItem) : $0.percentEncoded }
      return PercentEncoding.encode(name) + "=" + texts.joined(separator: style.separator)
    }
  }

  /// Rejects a value from an earlier answer that is not valid for the parameter: the call would fail and be blamed for
  /// it. Invalid values of a probe are intended, and pass.
  private func check(_ template: JSONValue, for parameter: Parameter) throws(RequestProblem) {
    guard !step.isErrorProbe, let schema = parameter.schema, schema.promise.level == .must, isCaptured(template) else {
      return
    }
    let violations =
      if let value = try RequestText.container(template, in: scope) {
        schema.schema.violations(of: value)
      } else {
        ScalarText.violations(of: try RequestText(template, in: scope).plain, schema.schema)
      }
    guard let violation = violations.first(where: { ($0.level ?? "must") == "must" }) else { return }
    throw unfit(parameter.name, violation.message)
  }

  private func unfit(_ name: String, _ reason: String) -> RequestProblem {
    .unfitInput(MissingInput(expression: name, reason: reason))
  }

  /// Sets the header fields that the contract and the step specify.
  mutating func fillHeaders() throws(RequestProblem) {
    let isSameField = { (left: String, right: String) in HTTPHeader(left, "").isNamed(right) }
    for (name, template) in chosen(operation.request.headers, over: step.call.headers, isNamed: isSameField) {
      guard !(try RequestText.isNull(template, in: scope)) else { continue }
      let value: String
      if let list = try RequestText.container(template, in: scope) {
        let declared = operation.request.headers.first { isSameField($0.name, name) }
        value = (declared?.style ?? ParameterStyle(.simple)).pairs(name, list).flatMap(\.parts).joined(separator: ",")
      } else {
        value = try RequestText(template, in: scope).plain
      }
      guard value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }) else {
        throw .missingInput(
          MissingInput(
            expression: "header \(name)",
            reason: "the value contains a control character, which a field cannot contain"
          )
        )
      }
      request.headers.append(HTTPHeader(name, value))
    }
    // An event source always says what it wants (WHATWG HTML section 9.2.2).
    if case .stream(let stream) = operation.interaction, let type = stream.format.mediaType,
      request.headers["Accept"] == nil
    {
      request.headers.append(HTTPHeader("Accept", type))
    }
  }

  /// Returns the values of the parameters: the step's own, otherwise the operation's examples. Optional parameters have
  /// no value if the step omits them.
  private func chosen(
    _ declared: [Parameter],
    over named: [NamedTemplate],
    isNamed: (String, String) -> Bool
  ) -> [(String, JSONValue)] {
    if declared.isEmpty, named.isEmpty { return [] }
    let pathNames = Set(operation.request.parameters.map(\.name))
    let loose = step.call.parameters.filter { !pathNames.contains($0.name) && !isInPath($0.name) }
    var result: [(String, JSONValue)] = []
    for parameter in declared {
      let own = (named + loose).first { isNamed($0.name, parameter.name) }?.template
      let example = parameter.isRequired || !step.call.omitsOptional ? parameter.example : nil
      if let template = own ?? example { result.append((parameter.name, template)) }
    }
    for extra in named where !declared.contains(where: { isNamed($0.name, extra.name) }) {
      result.append((extra.name, extra.template))
    }
    return result
  }

  /// Returns true if `template` contains a value from an earlier answer.
  private func isCaptured(_ template: JSONValue) -> Bool {
    Template.expressions(in: template, scope.templates).contains { expression in
      expression.references.contains {
        switch $0.subject {
        case .step, .lastOutput, .exchange, .item, .named: true
        case .variable(let names): names.first != nil && names.first == step.loop.iteration?.name
        default: false
        }
      }
    }
  }

  private func isInPath(_ name: String) -> Bool { operation.request.path.parameters.contains(name) }
}

extension [NamedTemplate] {
  /// Returns the template named `name`.
  func template(_ name: String) -> JSONValue? { first { $0.name == name }?.template }
}

extension RequestDraft {
  /// Writes the body, and its `Content-Type` unless the step sets a different one.
  mutating func fillBody(files: (String) -> [UInt8]?) throws(RequestProblem) {
    if let raw = step.call.rawBody {
      var contentType = "application/json"
      if case .body(let template) = operation.request.content { contentType = template.contentType }
      return setBody(Array(raw.utf8), contentType)
    }
    switch operation.request.content {
    case .multipart(let fields): try fillForm(fields, files)
    case .body(let template): try fillBody(template, files)
    case nil:
      if let body = step.call.body { return try fillBody(with: body, contentType: "application/json", files) }
      if !step.call.multipart.isEmpty { try fillForm([], files) }
    }
  }

  private mutating func setBody(_ body: [UInt8], _ contentType: String) {
    request.body = body
    if request.headers["Content-Type"] == nil { request.headers.append(HTTPHeader("Content-Type", contentType)) }
  }

  // MARK: One piece

  private mutating func fillBody(_ template: BodyTemplate, _ files: (String) -> [UInt8]?) throws(RequestProblem) {
    guard let body = step.call.body(of: template) else { return }
    try fillBody(with: body, contentType: template.contentType, files)
  }

  private mutating func fillBody(
    with template: JSONValue,
    contentType: String,
    _ files: (String) -> [UInt8]?
  ) throws(RequestProblem) {
    if let path = template["$file"]?.string {
      guard let content = files(path) else { throw .missingFile(path) }
      return setBody(content, contentType)
    }
    let type = MediaType(contentType)
    if type?.essence == "application/x-www-form-urlencoded", template.kind == .object {
      var pairs: [String] = []
      for member in template.members { pairs += try field(member.key, member.value) }
      return setBody(Array(pairs.joined(separator: "&").utf8), contentType)
    }
    if type?.isJSON == false, template.kind == .string {
      return setBody(Array(try RequestText(template, in: scope).plain.utf8), contentType)
    }
    switch Template.render(template, in: scope) {
    case .success(let value):
      let xml = type?.isXML == true ? XMLValueWriter.text(of: value) : nil
      setBody(xml.map { Array($0.utf8) } ?? Array(value.document.bytes[value.byteRange]), contentType)
    case .failure(let input): throw .missingInput(input)
    }
  }

  /// Returns the `name=value` pairs of one member of a form: one for each item of an array; an object is written as
  /// JSON (OpenAPI 3.2, "Encoding the x-www-form-urlencoded Media Type").
  private func field(_ name: String, _ template: JSONValue) throws(RequestProblem) -> [String] {
    if let value = try RequestText.container(template, in: scope), value.kind == .object {
      return ["\(PercentEncoding.encode(name))=\(RequestText(plain: value.plainText).percentEncoded)"]
    }
    return try pairs(name, template, ParameterStyle(.form))
  }

  // MARK: A form

  private mutating func fillForm(_ fields: [MultipartField], _ files: (String) -> [UInt8]?) throws(RequestProblem) {
    var form = MultipartForm()
    for field in fields {
      let own = step.call.multipart.template(field.name)
      if own == nil, !field.isRequired, step.call.omitsOptional { continue }
      try append(field.name, own, field.value, to: &form, files)
      guard own == nil else { continue }
      for file in field.furtherFiles {
        try append(field.name, file.path, FileType.name(ofFile: file.path), file.contentType, to: &form, files)
      }
    }
    for extra in step.call.multipart where !fields.contains(where: { $0.name == extra.name }) {
      try append(extra.name, extra.template, nil, to: &form, files)
    }
    let (contentType, body) = form.encode()
    setBody(body, contentType)
  }

  private mutating func append(
    _ name: String,
    _ own: JSONValue?,
    _ declared: MultipartField.Value?,
    to form: inout MultipartForm,
    _ files: (String) -> [UInt8]?
  ) throws(RequestProblem) {
    let template: JSONValue
    switch (own, declared) {
    case (let own?, _):
      let type = { path in
        own["content"]?.string ?? FileType.knownContentType(ofFile: path) ?? declared?.contentType ?? FileType.unknown
      }
      if let paths = own["file"], paths.kind == .array {
        for (index, path) in paths.items.compactMap(\.string).enumerated() {
          let filename = index == 0 ? own["filename"]?.string : nil
          try append(name, path, filename ?? FileType.name(ofFile: path), type(path), to: &form, files)
        }
        return
      }
      if let path = own["file"]?.string {
        let filename = own["filename"]?.string ?? FileType.name(ofFile: path)
        return try append(name, path, filename, type(path), to: &form, files)
      }
      template = own
    case (nil, .file(let path, let filename, let contentType)):
      return try append(name, path, filename, contentType, to: &form, files)
    case (nil, .text(let example?, _)): template = example
    case (nil, .text(nil, _)), (nil, nil): return
    }
    guard !(try RequestText.isNull(template, in: scope)) else { return }
    let texts: [String]
    if let value = try RequestText.container(template, in: scope) {
      texts = value.kind == .array ? value.items.map(\.plainText) : [value.plainText]
    } else {
      texts = [try RequestText(template, in: scope).plain]
    }
    parameters.multipart[name] = texts.joined(separator: ",")
    for text in texts { form.append(field: name, text, contentType: declared?.textType) }
  }

  private mutating func append(
    _ name: String,
    _ path: String,
    _ filename: String,
    _ contentType: String,
    to form: inout MultipartForm,
    _ files: (String) -> [UInt8]?
  ) throws(RequestProblem) {
    guard let content = files(path) else { throw .missingFile(path) }
    parameters.multipart[name] = parameters.multipart[name].map { "\($0),\(filename)" } ?? filename
    form.append(file: name, filename: filename, contentType: contentType, content: content)
  }
}

extension MultipartField.Value {
  /// The content type of the part, if it is a file; otherwise `nil`.
  fileprivate var contentType: String? {
    if case .file(_, _, let contentType) = self { contentType } else { nil }
  }

  /// The content type of a field that is not a file, if specified.
  fileprivate var textType: String? {
    if case .text(_, let contentType) = self { contentType } else { nil }
  }
}
