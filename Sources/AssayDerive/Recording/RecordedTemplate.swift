import AssayJSON
import AssayText

/// The conversion of recorded values to templates of a contract.
enum RecordedTemplate {
  /// The most list items, and the most characters of a text, in an example.
  private static let (mostItems, longestText) = (3, 600)
  private static let depthLimit = 60

  /// Returns the value to send, with environment variables for secrets.
  static func sent(_ value: JSONValue, _ secrets: inout SeenSecrets, depth: Int = 0) -> DraftTree {
    switch value.kind {
    case .string: .string(secrets.template(value.string ?? ""))
    case .array where depth < depthLimit: .array(value.items.map { sent($0, &secrets, depth: depth + 1) })
    case .object where depth < depthLimit:
      .object(members(value).map { ($0.key, sent($0.value, &secrets, depth: depth + 1)) })
    case .array: .array([])
    case .object: .object([])
    case .number: .raw(secrets.shown(number: value.text))
    default: .raw(value.text)
    }
  }

  /// Returns the value that the mock answers with: secrets are made-up words, and texts among `echoes` are the
  /// parameter that the call was made with.
  static func answered(_ value: JSONValue, _ secrets: SeenSecrets, echoes: [String: String], depth: Int = 0)
    -> DraftTree
  {
    switch value.kind {
    case .string:
      let text = value.string ?? ""
      if let expression = echoes[text] { return .string(expression) }
      let shown = secrets.shown(text)
      return .string(ExampleWriter.escaped(shown.utf8.count > longestText ? String(shown.prefix(longestText)) : shown))
    case .array where depth < depthLimit:
      return .array(value.items.prefix(mostItems).map { answered($0, secrets, echoes: echoes, depth: depth + 1) })
    case .object where depth < depthLimit:
      return .object(
        members(value).map { (secrets.shown($0.key), answered($0.value, secrets, echoes: echoes, depth: depth + 1)) }
      )
    case .array: return .array([])
    case .object: return .object([])
    case .number: return .raw(secrets.shown(number: value.text))
    default: return .raw(value.text)
    }
  }

  /// Returns the members with each key once: the last value counts, as for most readers.
  private static func members(_ value: JSONValue) -> [(key: String, value: JSONValue)] {
    OrderedDictionary(value.members.map { ($0.key, $0.value) }).elements
  }

  /// Returns the expression for each path parameter of `call`, by the parameter's value. Numbers, secrets and very
  /// short values are left out, since they may occur by chance.
  static func echoes(_ operation: RecordedOperation, in call: RecordedCall, _ secrets: SeenSecrets) -> [String: String]
  {
    var echoes: [String: String] = [:]
    for (name, value) in operation.parameters(of: call)
    where value.utf8.count >= 4 && JSONNumber(value) == nil && !secrets.holds(value) {
      echoes[value] = "$request.path.\(name)"
    }
    return echoes
  }
}
