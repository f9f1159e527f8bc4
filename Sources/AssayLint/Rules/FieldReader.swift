import AssayContract
import AssayJSON
import AssaySchema
import AssayText

/// A reader that follows the references of an expression into the schemas that describe their values.
struct FieldReader {
  /// A problem in an expression, such as a reference to an undescribed value.
  struct Trouble {
    var kind: DiagnosticKind
    /// The part of the expression that is wrong.
    var text: String
    var message: String
    var help: String
  }

  let answers: AnswerSchemas
  /// The schemas of the responses of earlier steps in the scenario, by step id.
  var steps: [String: AnswerSchemas] = [:]

  /// Returns a problem for each request parameter that the expression reads but the request does not have.
  func parameterTroubles(in expression: Expression) -> [Trouble] {
    var found: [Trouble] = []
    for reference in expression.references { checkParameter(reference, &found) }
    return found
  }

  /// Returns the problems of an expression: values it reads that no schema describes, and operands of types that
  /// operators do not accept. If it `isRule`, its value must be a Boolean.
  func troubles(in expression: Expression, isRule: Bool = true) -> [Trouble] {
    var found: [Trouble] = []
    visit(expression.root, item: ItemViews(), &found)
    if isRule { found += want(.boolean, "a rule", of: expression.root, item: ItemViews()) }
    return found
  }

  /// The schemas of the items over which the enclosing quantifiers iterate; empty outside of quantifiers.
  struct ItemViews {
    /// The schema of `$item`, the item of the innermost quantifier.
    var innermost = ValueSchema([])
    var named: [String: ValueSchema] = [:]

    /// Returns the schemas for `node`, which a further quantifier evaluates for each item; `views` describe these
    /// items.
    func inside(_ views: ValueSchema, of node: ExpressionNode) -> ItemViews {
      var inner = ItemViews(innermost: views, named: named)
      if case .naming(let name, _) = node.kind { inner.named[name] = views }
      return inner
    }
  }

  /// Checks a node of an expression and the nodes below it.
  private func visit(_ node: ExpressionNode, item: ItemViews, _ found: inout [Trouble]) {
    switch node.kind {
    case .read(let reference): check(reference, item: item, &found)
    case .call(let function, let arguments) where function.quantifies && arguments.count == 2:
      visit(arguments[0], item: item, &found)
      let items = ValueSchema(described(by: arguments[0], item: item).items)
      visit(arguments[1], item: item.inside(items, of: arguments[1]), &found)
    default:
      for child in node.children { visit(child, item: item, &found) }
    }
    checkOperands(of: node, item: item, &found)
  }

  /// Returns the schema of the value of a node; empty if it is not known.
  private func described(by node: ExpressionNode, item: ItemViews) -> ValueSchema {
    switch node.kind {
    case .read(let reference):
      guard let nodes = nodes(of: reference.subject, item: item),
        case .described(let reached) = nodes.field(at: reference.pointer, isExpression: true)
      else { return ValueSchema([]) }
      return reached
    case .place(let child, let pointer):
      guard case .described(let reached) = described(by: child, item: item).field(at: pointer, isExpression: true)
      else {
        return ValueSchema([])
      }
      return reached
    case .call(.take, let arguments), .call(.reversed, let arguments), .call(.filter, let arguments):
      return arguments.first.map { described(by: $0, item: item) } ?? ValueSchema([])
    case .call(.find, let arguments), .call(.first, let arguments), .call(.last, let arguments):
      return ValueSchema(arguments.first.map { described(by: $0, item: item).items } ?? [])
    default: return ValueSchema([])
    }
  }

  private func check(_ reference: Reference, item: ItemViews, _ found: inout [Trouble]) {
    checkParameter(reference, &found)
    checkHeader(reference, &found)
    if case .events(let name) = reference.subject, !answers.events.contains(where: { $0.name.isExactly(name) }) {
      let help = SpellingSuggestion.help(for: name, among: answers.events.map(\.name), noun: "the events there are")
      found.append(
        Trouble(kind: .unknownEvent, text: reference.text, message: "the stream has no event `\(name)`", help: help)
      )
    }
    guard let nodes = nodes(of: reference.subject, item: item), !nodes.isEmpty,
      case .undocumented(let known) = nodes.field(at: reference.pointer, isExpression: true)
    else { return }
    let name = reference.pointer.tokens.last { !known.contains($0) } ?? ""
    found.append(
      Trouble(
        kind: .undocumentedField,
        text: reference.text,
        message: "no schema describes `\(reference.pointer)`",
        help: SpellingSuggestion.help(for: name, among: known, noun: "described are")
      )
    )
  }

  /// Returns the schema of the value that a reference starts from, before its pointer is followed; `nil` if none
  /// exists.
  func nodes(of subject: Reference.Subject, item: ItemViews) -> ValueSchema? {
    let schemas: [SchemaView]?
    switch subject {
    case .exchange(.responseBody): schemas = answers.bodies
    case .exchange(.requestBody): schemas = answers.requestBody
    case .event(.data): schemas = answers.data()
    case .events(let name): schemas = answers.data(of: name)
    case .step(let id, .exchange(.responseBody)), .step(let id, .all(.exchange(.responseBody))):
      schemas = steps[id]?.bodies
    case .step(let id, .all(.event(.data))): schemas = steps[id]?.data()
    case .item: return item.innermost
    case .named(let name): return item.named[name]
    case .previous: schemas = answers.events.isEmpty ? answers.bodies : answers.data()
    default: return nil
    }
    return schemas.map { ValueSchema($0) }
  }

  /// Reports a response header field that the reference reads but no response promises.
  private func checkHeader(_ reference: Reference, _ found: inout [Trouble]) {
    let name: String
    let known: [String]?
    switch reference.subject {
    case .exchange(.responseHeader(let field)): (name, known) = (field, answers.headers)
    case .step(let id, .exchange(.responseHeader(let field))),
      .step(let id, .all(.exchange(.responseHeader(let field)))):
      (name, known) = (field, steps[id]?.headers)
    default: return
    }
    guard let known, !known.contains(where: { $0.lowercased() == name.lowercased() }) else { return }
    let nearest = SpellingSuggestion.nearest(to: name, among: known)
    found.append(
      Trouble(
        kind: .undocumentedHeader,
        text: reference.text,
        message: "no answer is promised the header field `\(name)`",
        help: nearest.map { "did you mean `\($0)`?" }
          ?? "promise it in the response's `headers`: `\(JSONEscapes.quote(name)): { \"type\": \"string\" }`"
      )
    )
  }

  /// Reports a parameter that the reference reads but the request does not have.
  private func checkParameter(_ reference: Reference, _ found: inout [Trouble]) {
    guard case .exchange(let part) = reference.subject, let request = answers.request else { return }
    let (name, noun, known): (String, String, [String])
    switch part {
    case .path(let path): (name, noun, known) = (path, "path parameter", request.parameters.map(\.name))
    case .query(let query): (name, noun, known) = (query, "query", request.query.map(\.name))
    case .multipart(let field):
      let fields = if case .multipart(let fields) = request.content { fields } else { [MultipartField]() }
      (name, noun, known) = (field, "multipart", fields.map(\.name))
    default: return
    }
    guard !known.contains(name) else { return }
    found.append(
      Trouble(
        kind: .unknownParameter,
        text: reference.text,
        message: "the request has no \(noun) `\(name)`",
        help: SpellingSuggestion.help(for: name, among: known, noun: "it has")
      )
    )
  }
}

/// The schemas of an operation's request, responses and events, to check the expressions that read them.
struct AnswerSchemas {
  /// The schemas that a response body may have to match, including those of a poll's states.
  var bodies: [SchemaView] = []
  /// The schemas of response bodies without those of a poll's states.
  var common: [SchemaView] = []
  /// The events of the stream, each with the schemas of its data.
  var events: [(name: String, data: [SchemaView])] = []
  /// The names of the promised response header fields; `nil` outside of an operation.
  var headers: [String]?
  /// The operation's request; `nil` outside of an operation.
  var request: RequestTemplate?
  /// The schemas of the request's body.
  var requestBody: [SchemaView] = []

  /// Returns the schemas of the data of the events named `name`, or of all events.
  func data(of name: String? = nil) -> [SchemaView] {
    events.filter { name.map($0.name.isExactly) ?? true }.flatMap(\.data)
  }
}

extension AnswerSchemas {
  /// Makes the schemas for the responses of `operation` to a valid call, or, for a step that expects errors, for the
  /// responses `probe` that it expects.
  init(_ operation: Operation, of contract: Contract, probe: [ResponsePromise]? = nil) {
    func views(_ promises: [SchemaPromise?]) -> [SchemaView] {
      promises.compactMap { $0 }.compactMap { contract.schemas.view(at: $0.promise.pointer) }
    }
    let responses = probe ?? operation.responses.filter(\.status.isSuccess)
    common = views(responses.map(\.body))
    headers = responses.flatMap { $0.headers.map(\.name) + ($0.content == nil ? [] : ["Content-Type"]) }
    bodies = common
    if probe == nil, case .poll(let poll) = operation.interaction { bodies += views(poll.states.map(\.body)) }
    if probe == nil, case .stream(let stream) = operation.interaction {
      events = stream.events.map { ($0.name, views([$0.data])) }
    }
    request = operation.request
    if case .body(let body) = operation.request.content { requestBody = views([body.schema]) }
  }
}
