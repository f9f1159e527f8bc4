import AssayContract
import AssayJSON

/// An expression where it stands in a contract.
struct ExpressionUse {
  let expression: Expression
  /// The string it is, or is embedded in.
  let value: JSONValue
  let pointer: JSONPointer
  /// The security scheme it lets a call in by, which stands elsewhere than the call.
  var scheme: String?

  /// The expressions of a security scheme's credentials, where the step at `node` needs it.
  static func credentials(_ scheme: ContractNode, ofStep node: ContractNode) -> [ExpressionUse] {
    template(scheme["credentials"]).map { use in
      let place = node.value["operation"] ?? node.value
      return ExpressionUse(expression: use.expression, value: place, pointer: node.pointer, scheme: scheme.name)
    }
  }

  /// The expression a node holds as a whole; none where it cannot be read.
  static func expression(_ node: ContractNode?) -> [ExpressionUse] {
    guard let node, let text = node.value.string, let expression = try? Expression(parsing: text) else { return [] }
    return [ExpressionUse(expression: expression, value: node.value, pointer: node.pointer)]
  }

  /// The expressions in the strings of a template.
  static func template(_ node: ContractNode?) -> [ExpressionUse] {
    guard let node else { return [] }
    switch node.value.kind {
    case .object: return node.entries.flatMap { template($0) }
    case .array: return node.items.flatMap { template($0) }
    case .string:
      guard let text = try? TemplateText(parsing: node.value.string ?? "") else { return [] }
      return text.pieces.compactMap { piece in
        guard case .expression(let expression) = piece else { return nil }
        return ExpressionUse(expression: expression, value: node.value, pointer: node.pointer)
      }
    default: return []
    }
  }

  /// The expressions a step's request is made from.
  static func inputs(ofStep node: ContractNode) -> [ExpressionUse] {
    ["parameters", "query", "headers", "multipart"].flatMap { node.table($0) }.flatMap { template($0) }
      + template(node["body"]) + template(node["url"]).filter { !$0.readsAnswerBefore }
  }

  /// Whether it reads the answer before, which is another operation's.
  private var readsAnswerBefore: Bool {
    expression.references.contains { if case .exchange = $0.subject { true } else { false } }
  }

  /// The bytes of `reference` in the contract.
  func range(of reference: Reference) -> Range<Int> { value.byteRange(ofWord: reference.text) }
}
