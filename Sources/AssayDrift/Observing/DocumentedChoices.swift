import AssayContract
import AssayHTTP
import AssayJSON
import AssayObservation
import AssaySchema

/// The choices the documents leave to a client in a request: an optional input sent or left out, each value a list
/// names, each media type.
struct DocumentedChoices: Sendable {
  /// In the order of the contract, each in a phrase: "the query parameter `limit` left out".
  private(set) var all: [String] = []
  private var inputs: [Input] = []
  private let operation: Operation

  /// More members of a body than this are not looked at.
  private static let mostMembers = 64

  /// A part of a request, and what is documented of it.
  private struct Input: Sendable {
    enum Part: Sendable {
      case query, header, part, member
    }

    var part: Part
    var name: String
    var isOptional: Bool
    var listed: [JSONValue]

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
    func add(_ part: Input.Part, _ name: String, isRequired: Bool, _ schemas: [SchemaView]) {
      let values = ValueSchema(schemas).parts.flatMap { part in
        (part["enum"].map { Array($0.items) } ?? []) + [part["default"]].compactMap { $0 }
      }
      var known: Set<String> = []
      let listed = values.filter { known.insert($0.canonicalText).inserted }
      inputs.append(Input(part: part, name: name, isOptional: !isRequired, listed: listed))
    }
    func views(_ schema: SchemaPromise?) -> [SchemaView] {
      [schema.flatMap { contract.schemas.view(at: $0.promise.pointer) }].compactMap { $0 }
    }
    for parameter in operation.request.query {
      add(.query, parameter.name, isRequired: parameter.isRequired, views(parameter.schema))
    }
    for parameter in operation.request.headers where !parameter.isFixed && parameter.schema != nil {
      add(.header, parameter.name, isRequired: parameter.isRequired, views(parameter.schema))
    }
    switch operation.request.content {
    case .multipart(let fields):
      for field in fields { add(.part, field.name, isRequired: field.isRequired, views(field.schema)) }
    case .body(let body):
      let value = ValueSchema(views(body.schema))
      let required = Set(value.required)
      for (name, _) in value.members.prefix(Self.mostMembers) {
        guard case .described(let member) = value.field(name) else { continue }
        add(.member, name, isRequired: required.contains(name), member.schemas)
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

  /// Those that `exchange` made.
  func made(in exchange: Exchange) -> [String] {
    var made: [String] = []
    for input in inputs {
      let value: JSONValue?
      switch input.part {
      case .query: value = exchange.parameters.query[input.name].map { .string($0) }
      case .header: value = exchange.request.headers[input.name].map { .string($0) }
      case .part: value = exchange.parameters.multipart[input.name].map { .string($0) }
      case .member:
        guard let body = exchange.requestJSON, body.kind == .object else { continue }
        value = body[input.name]
      }
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
