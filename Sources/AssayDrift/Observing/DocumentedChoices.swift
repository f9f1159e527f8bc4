import AssayContract
import AssayHTTP
import AssayJSON
import AssayObservation
import AssaySchema

/// The choices that the documents leave to a client in a request: an optional input sent or omitted, each listed value,
/// each media type.
struct DocumentedChoices: Sendable {
  /// All documented choices in the order of the contract, each as a phrase: "the query parameter `limit` left out".
  private(set) var all: [String] = []
  private var inputs: [Input] = []
  private let operation: Operation

  /// The maximum number of a request body's members whose choices are considered.
  private static let mostMembers = 64

  /// An input of a request, with the choices documented for it.
  private struct Input: Sendable {
    enum Part: Sendable {
      case query, header, part, member
    }

    var part: Part
    var name: String
    var isOptional: Bool
    var listed: [JSONValue]
    /// True if it is a number, such as a limit, which changes nothing where there is little.
    var isNumber: Bool
    var promise: Promise

    var noun: String {
      switch part {
      case .query: "the query parameter `\(name)`"
      case .header: "the header field `\(name)`"
      case .part: "the part `\(name)`"
      case .member: "`/\(name)`"
      }
    }

    func option(_ value: JSONValue) -> String { "\(noun) as `\(value.string ?? value.text)`" }
  }

  init(of operation: Operation, in contract: Contract) {
    self.operation = operation
    func add(_ part: Input.Part, _ name: String, isRequired: Bool, _ schemas: [SchemaView], _ promise: Promise) {
      let values = ValueSchema(schemas).parts.flatMap { part in
        (part["enum"].map { Array($0.items) } ?? []) + [part["default"]].compactMap { $0 }
      }
      var known: Set<String> = []
      let listed = values.filter { known.insert($0.canonicalText).inserted }
      let isNumber = ValueSchema(schemas).types.subtracting(.null).isSubset(of: .number)
      inputs.append(
        Input(part: part, name: name, isOptional: !isRequired, listed: listed, isNumber: isNumber, promise: promise)
      )
    }
    func views(_ schema: SchemaPromise?) -> [SchemaView] {
      [schema.flatMap { contract.schemas.view(at: $0.promise.pointer) }].compactMap { $0 }
    }
    for parameter in operation.request.query {
      add(.query, parameter.name, isRequired: parameter.isRequired, views(parameter.schema), parameter.promise)
    }
    for parameter in operation.request.headers where !parameter.isFixed && parameter.schema != nil {
      add(.header, parameter.name, isRequired: parameter.isRequired, views(parameter.schema), parameter.promise)
    }
    switch operation.request.content {
    case .multipart(let fields):
      for field in fields {
        add(.part, field.name, isRequired: field.isRequired, views(field.schema), field.promise)
      }
    case .body(let body):
      let value = ValueSchema(views(body.schema))
      let required = Set(value.required)
      for (name, _) in value.members.prefix(Self.mostMembers) {
        guard case .described(let member) = value.field(name) else { continue }
        let promise = member.schemas.first.flatMap { contract.promise(at: $0.pointer) } ?? operation.promise
        add(.member, name, isRequired: required.contains(name), member.schemas, promise)
      }
    case nil: break
    }
    for input in inputs {
      if input.isOptional { all += ["\(input.noun) left out", "\(input.noun) sent"] }
      all += input.listed.map(input.option)
    }
    if case .body(let body) = operation.request.content, !body.alternatives.isEmpty {
      all += ([body] + body.alternatives).map { Self.body($0.contentType) }
    }
    for response in operation.successes where !response.alternatives.isEmpty {
      all += response.mediaTypes.map { Self.answer($0.name) }
    }
  }

  private static func body(_ type: String) -> String { "the body as `\(type)`" }
  private static func answer(_ type: String) -> String { "the answer as `\(type)`" }

  /// The value of an input in a request; `nil` where it is left out.
  private func value(of input: Input, in exchange: Exchange) -> JSONValue? {
    switch input.part {
    case .query: exchange.parameters.query[input.name].map { .string($0) }
    case .header: exchange.request.headers[input.name].map { .string($0) }
    case .part: exchange.parameters.multipart[input.name].map { .string($0) }
    case .member: exchange.requestJSON?[input.name]
    }
  }

  /// Returns the documented choices that the request of `exchange` made.
  func made(in exchange: Exchange) -> [String] {
    var made: [String] = []
    for input in inputs {
      if input.part == .member, exchange.requestJSON?.kind != .object { continue }
      let value = value(of: input, in: exchange)
      if input.isOptional { made.append("\(input.noun) \(value == nil ? "left out" : "sent")") }
      guard let value else { continue }
      let isText = input.part != .member
      made += input.listed.filter { listed in
        isText ? value.string == (listed.string ?? listed.text) : value.canonicalText == listed.canonicalText
      }.map(input.option)
    }
    if case .body(let body) = operation.request.content, !body.alternatives.isEmpty {
      made.append(Self.body(body.form(as: exchange.request.headers["Content-Type"]).contentType))
    }
    guard let head = exchange.response?.head, let type = head.mediaType else { return made }
    for response in operation.successes where !response.alternatives.isEmpty && response.status.matches(head.status) {
      made += response.mediaTypes.filter { type.matches($0.name) }.map { Self.answer($0.name) }
    }
    return made
  }
}

// MARK: Trials

extension DocumentedChoices {
  /// All that was sent in `exchange`, by phrases: the documented inputs, and the rest of the request.
  func inputs(of exchange: Exchange) -> [String: String] {
    var sent: [String: String] = [:]
    for (name, text) in exchange.parameters.path { sent["the path parameter `\(name)`"] = text }
    for (name, text) in exchange.parameters.query { sent["query \(name)"] = text }
    if let form = MultipartForm(exchange.request.body, contentType: exchange.request.headers["Content-Type"]) {
      for part in form.parts { sent["part \(part.name)", default: ""] += part.text }
    } else if let body = exchange.requestJSON, body.kind == .object {
      for member in body.members { sent["member \(member.key)"] = member.value.canonicalText }
    } else {
      sent["the body"] = String(decoding: exchange.request.body, as: UTF8.self)
    }
    for input in inputs {
      sent["\(input.part) \(input.name)"] = nil
      if let value = value(of: input, in: exchange) { sent[input.noun] = value.string ?? value.canonicalText }
    }
    return sent
  }

  /// Returns true if two calls with these values of an input would show its effect: with it and without it, or, where the
  /// documents list values, with two of them. Which value stands for none may be left to the server.
  func isTrial(of noun: String, _ value: String?, _ other: String?) -> Bool {
    guard let input = inputs.first(where: { $0.noun == noun }), !input.isNumber else { return false }
    if input.listed.isEmpty { return (value == nil) != (other == nil) }
    let listed = input.listed.map { $0.string ?? $0.canonicalText }
    return value.map(listed.contains) == true && other.map(listed.contains) == true
  }

  /// The promise of an input.
  func promise(of noun: String) -> Promise { inputs.first { $0.noun == noun }?.promise ?? operation.promise }
}
