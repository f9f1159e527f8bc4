import AssayHTTP
import AssayJSON

/// The text of a path, query, header or form value, with what the contract wrote told apart from what a server sent:
/// only the contract may name a secret.
struct RequestText {
  private var pieces: [(text: String, isWritten: Bool)] = []

  /// Fills `template` in; a string as it is, all else as JSON.
  init(_ template: JSONValue, in scope: Scope) throws(RequestProblem) {
    guard let string = template.string else {
      pieces = [(try Self.value(template, in: scope).text, true)]
      return
    }
    let parsed: TemplateText
    do throws(ExpressionError) {
      parsed = try TemplateText(parsing: string)
    } catch {
      throw .missingInput(MissingInput(expression: string, reason: error.description))
    }
    for piece in parsed.pieces {
      switch piece {
      case .literal(let text): pieces.append((text, true))
      case .expression(let expression):
        let value = try Self.value(.string(parsed.isExpression ? string : expression.text), in: scope)
        pieces.append((value.string ?? value.text, false))
      }
    }
  }

  /// Whether `template` comes to `null`, which leaves the value out.
  static func isNull(_ template: JSONValue, in scope: Scope) throws(RequestProblem) -> Bool {
    guard template.kind == .string else { return template.isNull }
    guard let text = template.string, text.hasPrefix("$"), !text.hasPrefix("$$"), !text.hasPrefix("${") else {
      return false
    }
    return try value(template, in: scope).isNull
  }

  private static func value(_ template: JSONValue, in scope: Scope) throws(RequestProblem) -> JSONValue {
    switch Template.render(template, in: scope) {
    case .success(let value): return value
    case .failure(let input): throw .missingInput(input)
    }
  }

  /// The text as `$request.…` shows it.
  var plain: String { pieces.map(\.text).joined() }

  /// The text percent-encoded, `${NAME}` left as the contract wrote it.
  var percentEncoded: String {
    pieces.map { $0.isWritten ? Self.encode(keepingSecretsOf: $0.text) : PercentEncoding.encode($0.text) }.joined()
  }

  /// The text where no encoding can be had: a header or a form field.
  func unencoded(for purpose: String) throws(RequestProblem) -> String {
    if pieces.contains(where: { !$0.isWritten && $0.text.contains("${") }) {
      throw .missingInput(
        MissingInput(expression: purpose, reason: "the value holds ${, which only the contract may write")
      )
    }
    return plain
  }

  private static func encode(keepingSecretsOf text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
      result += PercentEncoding.encode(String(rest[..<start.lowerBound]))
      result += rest[start.lowerBound...end]
      rest = rest[end...].dropFirst()
    }
    return result + PercentEncoding.encode(String(rest))
  }
}
