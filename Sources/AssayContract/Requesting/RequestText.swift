import AssayHTTP
import AssayJSON

/// The text of a path, query, header or form value, secrets in it as `${NAME}`.
///
/// What a server sent cannot name a secret here: its answers were rid of `${NAME}` where they entered the run.
struct RequestText {
  /// The text as `$request.…` shows it, and as it stands where no encoding can be had: in a header or a form field.
  private(set) var plain = ""

  /// Fills `template` in; a string as it is, all else as JSON.
  init(_ template: JSONValue, in scope: Scope) throws(RequestProblem) {
    guard let string = template.string else {
      plain = try Self.value(template, in: scope).text
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
      case .literal(let text): plain += text
      case .expression(let expression):
        let value = try Self.value(.string(parsed.isExpression ? string : expression.text), in: scope)
        plain += value.string ?? value.text
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

  /// The text percent-encoded, `${NAME}` left as it is.
  var percentEncoded: String { encoded(PercentEncoding.encode) }

  /// The same, with reserved characters and `%XX` left as they are (RFC 6570 section 3.2.3), as `allowReserved` has it.
  var reservedKept: String { encoded(PercentEncoding.encodeKeepingReserved) }

  private func encoded(_ encode: (String) -> String) -> String {
    var result = ""
    var rest = plain[...]
    while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
      result += encode(String(rest[..<start.lowerBound]))
      result += rest[start.lowerBound...end]
      rest = rest[end...].dropFirst()
    }
    return result + encode(String(rest))
  }
}
