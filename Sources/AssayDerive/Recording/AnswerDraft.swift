package import AssayHTTP
package import AssayJSON

/// The facts that one response shows about all later ones: types, properties common to all items of a list, and an
/// example. It contains no secret of the call or the response.
package struct AnswerDraft: Sendable {
  private let schema: DraftTree
  private let example: DraftTree
  /// The path, with a parameter for each segment that holds a secret.
  package let path: String
  /// The parameters for those segments, each with a template of its value.
  package let parameters: [(name: String, template: String)]
  /// The query's parameters, each once, with a template of its value.
  package let query: [(name: String, template: String)]
  /// The environment variables for secrets of the call, in order.
  package let variables: [String]

  /// Drafts the response `body`, received from `url`.
  package init(_ body: JSONValue, of url: HTTPURL) {
    var secrets = SeenSecrets(body, of: url)
    var shape = RecordedShape()
    shape.add(body, answer: 0, secrets)
    schema = Self.common(shape.tree)
    example = RecordedTemplate.answered(body, secrets, echoes: [:])
    var parameters: [(name: String, template: String)] = []
    path = Self.path(of: url, secrets) { segment in
      let template = secrets.template(segment)
      let name = (secrets.needed.last ?? "secret").lowercased()
      let isTaken = parameters.contains { $0.name == name }
      parameters.append((isTaken ? "\(name)_\(parameters.count + 1)" : name, template))
      return "{\(parameters[parameters.count - 1].name)}"
    }
    self.parameters = parameters
    // A parameter without a name cannot be promised, and one said twice is promised once.
    var names: Set<String> = []
    query = url.pairs.filter { !$0.name.isEmpty && names.insert($0.name).inserted }.map {
      ($0.name, secrets.template($0.value))
    }
    variables = secrets.needed
  }

  /// Returns a URL for display: without user, query, fragment and secrets in its path.
  package static func shown(_ url: HTTPURL) -> String {
    url.origin + path(of: url, SeenSecrets(nil, of: url)) { _ in "…" }
  }

  /// Returns the path of `url` with each segment that holds a secret replaced by the result of `replace`.
  private static func path(of url: HTTPURL, _ secrets: SeenSecrets, _ replace: (String) -> String) -> String {
    url.path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      let text = PercentEncoding.decode(String(segment)) ?? String(segment)
      return secrets.holds(text) ? replace(text) : String(segment)
    }.joined(separator: "/")
  }

  /// Writes the schema of the body.
  package func writeSchema(to writer: inout JSONWriter) { schema.write(to: &writer) }

  /// Writes a template of the body, in one line.
  package func writeExample(to writer: inout JSONWriter) {
    var line = JSONWriter()
    example.write(to: &line)
    writer.raw(line.text)
  }

  /// Returns the schema without properties that other responses need not have, such as that a number is an integer, or
  /// a string's format.
  private static func common(_ schema: DraftTree) -> DraftTree {
    var schema = schema
    schema["format"] = nil
    switch schema["type"] {
    case .raw(let type)?: schema["type"] = .raw(number(type))
    case .array(let types)?:
      schema["type"] = .array(types.map { if case .raw(let type) = $0 { .raw(number(type)) } else { $0 } })
    default: break
    }
    schema["properties"] = schema["properties"]?.mapValues(common)
    for key in ["items", "additionalProperties"] {
      if let inner = schema[key] { schema[key] = common(inner) }
    }
    return schema
  }

  private static func number(_ type: String) -> String { type == #""integer""# ? #""number""# : type }
}
