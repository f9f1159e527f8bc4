import AssayContract
import AssayJSON
import AssaySchema
import AssayText

/// Follows what an expression reads into the schemas that describe it.
struct FieldReader {
  /// A reference to what nothing describes.
  struct Trouble {
    var kind: DiagnosticKind
    var reference: Reference
    var message: String
    var help: String
  }

  let answers: AnswerSchemas
  /// What earlier steps of the scenario bring, by their ids.
  var steps: [String: AnswerSchemas] = [:]

  /// What is read of the request and is no parameter of it.
  func parameterTroubles(in expression: Expression) -> [Trouble] {
    var found: [Trouble] = []
    for reference in expression.references { checkParameter(reference, &found) }
    return found
  }

  func troubles(in expression: Expression) -> [Trouble] {
    var found: [Trouble] = []
    visit(expression.root, item: [], &found)
    return found
  }

  /// Walks a rule; `item` is what describes `$item` where it is in force, empty where nothing does.
  private func visit(_ node: ExpressionNode, item: [SchemaView], _ found: inout [Trouble]) {
    switch node.kind {
    case .read(let reference): check(reference, item: item, &found)
    case .call(let function, let arguments) where function.quantifies && arguments.count == 2:
      visit(arguments[0], item: item, &found)
      visit(arguments[1], item: described(by: arguments[0], item: item).items, &found)
    default:
      for child in node.children { visit(child, item: item, &found) }
    }
  }

  /// The schemas of the value an argument yields; empty where they are not known.
  private func described(by node: ExpressionNode, item: [SchemaView]) -> [SchemaView] {
    switch node.kind {
    case .read(let reference):
      guard let nodes = nodes(of: reference.subject, item: item),
        case .schemas(let reached) = nodes.field(at: reference.pointer)
      else { return [] }
      return reached
    case .call(.take, let arguments), .call(.reversed, let arguments):
      return arguments.first.map { described(by: $0, item: item) } ?? []
    default: return []
    }
  }

  private func check(_ reference: Reference, item: [SchemaView], _ found: inout [Trouble]) {
    checkParameter(reference, &found)
    if case .events(let name) = reference.subject, !answers.events.contains(where: { $0.name.isExactly(name) }) {
      let help = SpellingSuggestion.help(for: name, among: answers.events.map(\.name), noun: "the events there are")
      found.append(
        Trouble(kind: .unknownEvent, reference: reference, message: "the stream has no event `\(name)`", help: help)
      )
    }
    guard let nodes = nodes(of: reference.subject, item: item), !nodes.isEmpty,
      case .undocumented(let known) = nodes.field(at: reference.pointer)
    else { return }
    let name = reference.pointer.tokens.last { !known.contains($0) } ?? ""
    found.append(
      Trouble(
        kind: .undocumentedField,
        reference: reference,
        message: "the rule reads `\(reference.pointer)`, which no schema describes",
        help: SpellingSuggestion.help(for: name, among: known, noun: "described are")
      )
    )
  }

  /// The schemas of what a reference starts from; `nil` where it is no described value.
  private func nodes(of subject: Reference.Subject, item: [SchemaView]) -> [SchemaView]? {
    switch subject {
    case .exchange(.responseBody): answers.bodies
    case .exchange(.requestBody): answers.requestBody
    case .event(.data): answers.data()
    case .events(let name): answers.data(of: name)
    case .step(let id, .exchange(.responseBody)), .step(let id, .all(.exchange(.responseBody))): steps[id]?.bodies
    case .step(let id, .all(.event(.data))): steps[id]?.data()
    case .item: item
    default: nil
    }
  }

  /// A rule reads only parameters the operation has.
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
        reference: reference,
        message: "the request has no \(noun) `\(name)`",
        help: SpellingSuggestion.help(for: name, among: known, noun: "it has")
      )
    )
  }
}

/// What is described of an operation's answers and events, for rules that read them.
struct AnswerSchemas {
  /// The schemas an answer's body may keep.
  var bodies: [SchemaView] = []
  /// Those of the bodies that do not depend on a poll's state.
  var common: [SchemaView] = []
  /// The events of the stream, each with the schemas of its data.
  var events: [(name: String, data: [SchemaView])] = []
  /// The operation's request; `nil` outside of any.
  var request: RequestTemplate?
  /// The schemas of the request's body.
  var requestBody: [SchemaView] = []

  /// The data of the events called `name`, or of all.
  func data(of name: String? = nil) -> [SchemaView] {
    events.filter { name.map($0.name.isExactly) ?? true }.flatMap(\.data)
  }
}

extension AnswerSchemas {
  /// The answers of `operation` to a valid call, or to the probe that expects `probe` in their place.
  init(_ operation: Operation, of contract: Contract, probe: [ResponsePromise]? = nil) {
    func views(_ promises: [SchemaPromise?]) -> [SchemaView] {
      promises.compactMap { $0 }.compactMap { contract.schemas.view(at: $0.promise.pointer) }
    }
    common = views((probe ?? operation.responses.filter(\.status.isSuccess)).map(\.body))
    bodies = common
    if probe == nil, case .poll(let poll) = operation.interaction { bodies += views(poll.states.map(\.body)) }
    if probe == nil, case .stream(let stream) = operation.interaction {
      events = stream.events.map { ($0.name, views([$0.data])) }
    }
    request = operation.request
    if case .body(let body) = operation.request.content { requestBody = views([body.schema]) }
  }
}
