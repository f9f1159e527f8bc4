import AssayContract
import AssayJSON
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

  let root: ContractNode
  let answers: AnswerSchemas
  let schemas: ContractSchemas
  /// What earlier steps of the scenario bring, by their ids.
  var steps: [String: AnswerSchemas] = [:]

  init(root: ContractNode, answers: AnswerSchemas, schemas: ContractSchemas, steps: [String: AnswerSchemas] = [:]) {
    self.root = root
    self.answers = answers
    self.schemas = schemas
    self.steps = steps
  }

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
  private func visit(_ node: ExpressionNode, item: [ContractNode], _ found: inout [Trouble]) {
    switch node.kind {
    case .read(let reference): check(reference, item: item, &found)
    case .call(let function, let arguments) where function.quantifies && arguments.count == 2:
      visit(arguments[0], item: item, &found)
      let items = schemas.items(of: described(by: arguments[0], item: item))
      visit(arguments[1], item: items, &found)
    default:
      for child in node.children { visit(child, item: item, &found) }
    }
  }

  /// The schemas of the value an argument yields; empty where they are not known.
  private func described(by node: ExpressionNode, item: [ContractNode]) -> [ContractNode] {
    switch node.kind {
    case .read(let reference):
      guard let nodes = nodes(of: reference.subject, item: item),
        case .schemas(let reached) = schemas.walk(nodes, reference.pointer)
      else { return [] }
      return reached
    case .call(.take, let arguments), .call(.reversed, let arguments):
      return arguments.first.map { described(by: $0, item: item) } ?? []
    default: return []
    }
  }

  private func check(_ reference: Reference, item: [ContractNode], _ found: inout [Trouble]) {
    checkParameter(reference, &found)
    if case .events(let name) = reference.subject, !answers.events.contains(where: { $0.name == name }) {
      let help = SpellingSuggestion.help(for: name, among: answers.events.map(\.name), noun: "the events there are")
      found.append(
        Trouble(kind: .unknownEvent, reference: reference, message: "the stream has no event `\(name)`", help: help)
      )
    }
    guard let nodes = nodes(of: reference.subject, item: item), !nodes.isEmpty,
      case .undocumented(let known) = schemas.walk(nodes, reference.pointer)
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
  private func nodes(of subject: Reference.Subject, item: [ContractNode]) -> [ContractNode]? {
    switch subject {
    case .exchange(.responseBody): answers.bodies
    case .exchange(.requestBody): answers.request?["body"]?["schema"].map { [$0] }
    case .event(.data): answers.events.compactMap { $0["data"] }
    case .events(let name): answers.events.filter { $0.name == name }.compactMap { $0["data"] }
    case .step(let id, .exchange(.responseBody)), .step(let id, .all(.exchange(.responseBody))): steps[id]?.bodies
    case .step(let id, .all(.event(.data))): steps[id]?.events.compactMap { $0["data"] }
    case .item: item
    default: nil
    }
  }

  /// A rule reads only parameters the operation has.
  private func checkParameter(_ reference: Reference, _ found: inout [Trouble]) {
    guard case .exchange(let part) = reference.subject, let request = answers.request else { return }
    let (name, table): (String, String)
    switch part {
    case .path(let path): (name, table) = (path, "parameters")
    case .query(let query): (name, table) = (query, "query")
    case .multipart(let field): (name, table) = (field, "multipart")
    default: return
    }
    let known = request.table(table).map(\.name)
    guard !known.contains(name) else { return }
    found.append(
      Trouble(
        kind: .unknownParameter,
        reference: reference,
        message: "the request has no \(table == "parameters" ? "path parameter" : table) `\(name)`",
        help: SpellingSuggestion.help(for: name, among: known, noun: "it has")
      )
    )
  }
}
