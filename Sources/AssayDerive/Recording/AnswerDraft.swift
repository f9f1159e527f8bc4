package import AssayJSON

/// What one answer says of all that will come: its types, what all items of a list have in common, and an example. No
/// secret of the call or of the answer is in it.
package struct AnswerDraft: Sendable {
  private let schema: DraftTree
  private let example: DraftTree
  /// The query's parameters, each with a template of its value.
  package let query: [(name: String, template: String)]
  /// The variables of the environment that stand for secrets of the call, in order.
  package let variables: [String]

  /// - Parameter query: The query's parameters as they were sent.
  package init(_ body: JSONValue, query: [(name: String, value: String)]) {
    var secrets = SeenSecrets(body, query: query)
    var shape = SeenShape()
    shape.add(body, answer: 0, secrets)
    schema = Self.common(shape.tree)
    example = SeenTemplate.answered(body, secrets, echoes: [:])
    self.query = query.map { ($0.name, secrets.template($0.value)) }
    variables = secrets.needed
  }

  /// Writes the schema of the body.
  package func writeSchema(to writer: inout JSONWriter) { schema.write(to: &writer) }

  /// Writes a template of the body, in one line.
  package func writeExample(to writer: inout JSONWriter) {
    var line = JSONWriter()
    example.write(to: &line)
    writer.raw(line.text)
  }

  /// Without what one answer shows and none need keep: that a number is whole, the format of a text.
  private static func common(_ schema: DraftTree) -> DraftTree {
    var schema = schema
    schema["format"] = nil
    switch schema["type"] {
    case .raw(let type)?: schema["type"] = .raw(number(type))
    case .array(let types)?:
      schema["type"] = .array(types.map { if case .raw(let type) = $0 { .raw(number(type)) } else { $0 } })
    default: break
    }
    if case .object(let members)? = schema["properties"] {
      schema["properties"] = .object(members.map { ($0.key, common($0.value)) })
    }
    for key in ["items", "additionalProperties"] {
      if let inner = schema[key] { schema[key] = common(inner) }
    }
    return schema
  }

  private static func number(_ type: String) -> String { type == #""integer""# ? #""number""# : type }
}
