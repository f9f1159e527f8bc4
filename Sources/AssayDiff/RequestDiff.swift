import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON

/// A parameter, header, part or body of a request, as far as it determines what is sent.
struct SentPart {
  var name: String
  var isRequired: Bool
  /// The fixed value of a header field, if it has one.
  var fixed: String?
  var content: String?
  var allowsReserved = false
  var style: ParameterStyle?
  var schema: SchemaPromise?
  var promise: Promise

  init(_ parameter: Parameter) {
    name = parameter.name
    isRequired = parameter.isRequired
    fixed = parameter.isFixed ? parameter.example?.string : nil
    allowsReserved = parameter.allowsReserved
    style = parameter.style
    schema = parameter.schema
    promise = parameter.promise
  }

  init(_ field: MultipartField) {
    name = field.name
    isRequired = field.isRequired
    switch field.value {
    case .file(_, _, let contentType): content = contentType
    case .text(_, let contentType): content = contentType
    }
    schema = field.schema
    promise = field.promise
  }

  init(_ body: BodyTemplate) {
    name = "body"
    isRequired = body.isRequired
    content = body.contentType
    schema = body.schema
    promise = body.promise
  }
}

/// Comparisons of the content that must be sent: every new demand on clients breaks existing ones.
extension ChangeLog {
  mutating func compareRequests(
    _ old: RequestTemplate,
    _ new: RequestTemplate,
    _ around: Places,
    _ holders: (Promise, Promise)
  ) {
    claim(around, "method", "path")
    if (old.method, old.path.shape) != (new.method, new.path.shape) {
      let message = "the call is \(new.method) \(new.path) now, was \(old.method) \(old.path)"
      note([.clients, .backend], "request", message, places(around, "path"))
    }
    compareParts("query parameter", old.query.map { SentPart($0) }, new.query.map { SentPart($0) }, around, holders)
    compareParts("header", old.headers.map { SentPart($0) }, new.headers.map { SentPart($0) }, around, holders)
    compareParts("part", fields(old), fields(new), around, holders)
    // Path parameters have no names on the wire, only places.
    let (befores, nows) = (pathParameters(old), pathParameters(new))
    for (before, now) in zip(befores, nows) {
      compareParts(SentPart(before), SentPart(now), "request path \(now.name)", holders)
    }
    // Those of a path that has more of them now, or fewer, come and go with it.
    for parameter in befores.dropFirst(nows.count) { claims.old.insertWhole(parameter.promise.pointer) }
    for parameter in nows.dropFirst(befores.count) { claims.new.insertWhole(parameter.promise.pointer) }
    compareBodies(old, new, around, holders)
    compare(Compared.coding, "request body", old, new, around)
  }

  private func pathParameters(_ request: RequestTemplate) -> [Parameter] {
    request.path.parameters.compactMap { name in request.parameters.first { $0.name == name } }
  }

  private func fields(_ request: RequestTemplate) -> [SentPart] {
    guard case .multipart(let fields) = request.content else { return [] }
    return fields.map { SentPart($0) }
  }

  private mutating func compareParts(
    _ noun: String,
    _ old: [SentPart],
    _ new: [SentPart],
    _ around: Places,
    _ holders: (Promise, Promise)
  ) {
    compareEntries(
      old,
      new,
      name: { noun == "header" ? $0.name.lowercased() : $0.name },
      gone: { log, part in
        let message = "the \(noun) `\(part.name)` is gone"
        log.note([.clients], "request \(noun) \(part.name)", message, around.from(part.promise))
      },
      come: { log, part in
        let need = part.isRequired ? "required" : "may be left out"
        let message = "the \(noun) `\(part.name)` is new, and \(need)"
        let breaks: Parties = part.isRequired ? [.clients] : []
        log.note(breaks, "request \(noun) \(part.name)", message, around.to(part.promise))
      },
      both: { $0.compareParts($1, $2, "request \(noun) \($1.name)", holders) }
    )
  }

  private mutating func compareParts(
    _ old: SentPart,
    _ new: SentPart,
    _ subject: String,
    _ holders: (Promise, Promise)
  ) {
    let around = Places(old.promise, new.promise)
    compareLevels(.request, subject, old.promise, new.promise, in: holders)
    claim(around, "required", "explode")
    compare(Compared.sent, subject, old, new, around)
    compareSchemas(.request, old.schema, new.schema, subject, around)
  }

  private mutating func compareBodies(
    _ old: RequestTemplate,
    _ new: RequestTemplate,
    _ around: Places,
    _ holders: (Promise, Promise)
  ) {
    func body(_ request: RequestTemplate) -> BodyTemplate? {
      if case .body(let body) = request.content { body } else { nil }
    }
    switch (body(old), body(new)) {
    case (nil, nil): break
    case (let before?, nil): note([.clients], "request body", "the body is gone", around.from(before.promise))
    case (nil, let now?):
      note(now.isRequired ? [.clients] : [], "request body", "the body is new", around.to(now.promise))
    case (let before?, let now?):
      compareParts(SentPart(before), SentPart(now), "request body", holders)
      compareEntries(
        before.alternatives,
        now.alternatives,
        name: { $0.contentType.lowercased() },
        gone: { log, other in
          let message = "it can be sent as \(other.contentType) no longer"
          log.note([.clients], "request body", message, Places(other.promise, now.promise))
        },
        come: { log, other in
          let message = "it can be sent as \(other.contentType), too, now"
          log.note([.backend], "request body", message, Places(before.promise, other.promise))
        },
        both: { $0.compareParts(SentPart($1), SentPart($2), "request body as \($2.contentType)", holders) }
      )
    }
  }
}
