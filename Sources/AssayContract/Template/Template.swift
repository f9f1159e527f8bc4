package import AssayJSON
import AssayText
import Synchronization

/// JSON whose strings may contain expressions. A whole string `$…` is replaced by the expression's value with its type,
/// `{$…}` inside a string by the value's text; `$$` is a dollar sign.
package enum Template {
  /// Returns `template` with its expressions replaced by their values in `scope`, or the first expression that has no
  /// value.
  package static func render(_ template: JSONValue, in scope: Scope) -> Result<JSONValue, MissingInput> {
    render(template, TemplateRenderer(scope: scope))
  }

  /// Returns the value of `template` as an answer of the mock: `$response.body` in it reads the part already rendered.
  package static func renderAnswer(_ template: JSONValue, in scope: Scope) -> Result<JSONValue, MissingInput> {
    render(template, TemplateRenderer(scope: scope, isAnswer: true))
  }

  /// Returns `text` as a template writes it, so that it means itself: dollar signs that would begin an expression, or
  /// that follow each other, are doubled.
  package static func literal(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var result = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "$") {
      let before = rest[..<sign]
      let run = rest[sign...].prefix { $0 == "$" }
      let isRead = run.count > 1 || (before.isEmpty && result.isEmpty) || before.last == "{"
      result += before + run + (isRead ? run : "")
      rest = rest[run.endIndex...]
    }
    return result + rest
  }

  /// Calls `body` with each expression of `template`, the string that contains it and the path to that string.
  /// Expressions that cannot be parsed are left out.
  package static func forEachExpression(
    in template: JSONValue,
    _ texts: ParsedTemplates,
    _ body: (Expression, JSONValue, [String]) -> Void
  ) {
    guard template.mayHoldExpressions else { return }
    var pending: [(value: JSONValue, isBare: Bool, way: [String])] = [(template, false, [])]
    while let (value, isBare, way) = pending.popLast() {
      if let text = value.string {
        if isBare {
          if let expression = try? texts.expression(text) { body(expression, value, way) }
        } else if text.utf8.contains(UInt8(ascii: "$")), let parsed = try? texts.text(text) {
          for case .expression(let expression) in parsed.pieces { body(expression, value, way) }
        }
      }
      pending += value.items.enumerated().map { ($1, false, way + [String($0)]) }.reversed()
      pending += value.members.reversed().map { ($0.value, $0.isNamed("$forEach"), way + [$0.key]) }
    }
  }

  /// Returns all expressions of `template`; those that cannot be parsed are left out.
  package static func expressions(in template: JSONValue, _ texts: ParsedTemplates) -> [Expression] {
    var found: [Expression] = []
    forEachExpression(in: template, texts) { expression, _, _ in found.append(expression) }
    return found
  }

  /// Returns the errors in the template's strings, each with the string in which its column is counted.
  package static func problems(
    in template: JSONValue,
    variables: Set<String>? = nil
  ) -> [(JSONValue, ExpressionError)] {
    expressions(in: template).compactMap { source in
      do throws(ExpressionError) {
        _ = try source.parse(variables)
        return nil
      } catch {
        return (source.value, error)
      }
    }
  }

  /// A string of a template; the array of a `$forEach` is an expression without further markup.
  private struct Source {
    var value: JSONValue
    var isBare: Bool

    func parse(_ variables: Set<String>?) throws(ExpressionError) -> [Expression] {
      let text = value.string ?? ""
      if isBare { return [try Expression(parsing: text, variables: variables)] }
      return try TemplateText(parsing: text, variables: variables).pieces.compactMap { piece in
        if case .expression(let expression) = piece { expression } else { nil }
      }
    }
  }

  private static func expressions(in template: JSONValue) -> [Source] {
    var found: [Source] = []
    var pending = [Source(value: template, isBare: false)]
    while let source = pending.popLast() {
      let value = source.value
      if value.kind == .string { found.append(source) }
      pending += value.items.reversed().map { Source(value: $0, isBare: false) }
      pending += value.members.reversed().map { Source(value: $0.value, isBare: $0.isNamed("$forEach")) }
    }
    return found
  }

  private static func render(_ template: JSONValue, _ renderer: TemplateRenderer) -> Result<JSONValue, MissingInput> {
    // What has nothing to fill in is the template itself, places and all.
    guard template.mayHoldExpressions else { return .success(template) }
    var renderer = renderer
    do throws(MissingInput) {
      try renderer.append(template)
      return .success(try renderer.result())
    } catch {
      return .failure(error)
    }
  }
}

extension JSONValue {
  /// True if the template may contain expressions or escapes, that is, a dollar sign.
  fileprivate var mayHoldExpressions: Bool {
    document.bytes[byteRange].withUnsafeBytes { $0.contains(byte: UInt8(ascii: "$")) }
  }
}

/// The error of a template that could not be rendered.
package struct MissingInput: Error, Hashable, Sendable {
  /// The text of the expression that has no value.
  package var expression: String
  /// The reason why the expression has no value, as a clause: `no step named upload has run`.
  package var reason: String

  package init(expression: String, reason: String) {
    self.expression = expression
    self.reason = reason
  }
}

/// A string of a template, split into literal text and expressions.
package struct TemplateText: Sendable {
  /// A piece of a template's string: literal text, or an expression.
  package enum Piece: Sendable {
    case literal(String)
    case expression(Expression)
  }

  package let pieces: [Piece]
  /// True if the whole string is one expression, whose value keeps its type.
  package let isExpression: Bool

  /// Parses `text`. A whole string `$…` is an expression; `$$` at the start and `{$$` inside are literal, with one
  /// dollar sign fewer. `${NAME}` is kept, since secrets are inserted when a request is sent.
  package init(parsing text: String, variables: Set<String>? = nil) throws(ExpressionError) {
    if text.hasPrefix("$"), !text.hasPrefix("$$"), !text.hasPrefix("${") {
      pieces = [.expression(try Expression(parsing: text, variables: variables))]
      isExpression = true
      return
    }
    isExpression = false
    var pieces: [Piece] = []
    var literal = ""
    var rest = text[...]
    while let character = rest.first {
      if rest.hasPrefix("$$") {
        literal.append("$")
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("{$"), !rest.hasPrefix("{$$"), !rest.hasPrefix("{${") {
        let inner = Self.embedded(in: rest.dropFirst())
        guard inner.endIndex < rest.endIndex else {
          throw ExpressionError(
            message: "the embedded expression is not closed",
            column: text.unicodeScalars.distance(from: text.startIndex, to: rest.startIndex) + 1,
            help: "end it with }, or write {$$ for a brace and a dollar sign"
          )
        }
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        literal = ""
        do throws(ExpressionError) {
          pieces.append(.expression(try Expression(parsing: String(inner), variables: variables)))
        } catch {
          var moved = error
          moved.column += text.unicodeScalars.distance(from: text.startIndex, to: inner.startIndex)
          throw moved
        }
        rest = rest[inner.endIndex...].dropFirst()
      } else {
        literal.append(character)
        rest = rest.dropFirst()
      }
    }
    if !literal.isEmpty || pieces.isEmpty { pieces.append(.literal(literal)) }
    self.pieces = pieces
  }

  /// Returns the text up to the brace that closes an embedded expression; braces inside quotes are ignored.
  private static func embedded(in text: Substring) -> Substring {
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "}" {
        return text[..<index]
      }
    }
    return text
  }
}

/// A cache of the strings of a contract's templates, each parsed once.
package final class ParsedTemplates: Sendable {
  private let texts = Mutex<[String: TemplateText]>([:])
  private let expressions = Mutex<[String: Expression]>([:])

  package init() {}

  /// Returns the parsed form of a string that may contain expressions.
  func text(_ text: String) throws(MissingInput) -> TemplateText {
    try Self.value(of: text, in: texts) { text throws(ExpressionError) in try TemplateText(parsing: text) }
  }

  /// Returns the parsed form of a string that is always an expression.
  func expression(_ text: String) throws(MissingInput) -> Expression {
    try Self.value(of: text, in: expressions) { text throws(ExpressionError) in try Expression(parsing: text) }
  }

  /// Adds an expression that was parsed elsewhere to the cache.
  func note(_ expression: Expression) { expressions.withLock { $0[expression.text] = expression } }

  private static func value<Value: Sendable>(
    of text: String,
    in known: borrowing Mutex<[String: Value]>,
    _ parse: (String) throws(ExpressionError) -> Value
  ) throws(MissingInput) -> Value {
    if let value = known.withLock({ $0[text] }) { return value }
    do throws(ExpressionError) {
      let value = try parse(text)
      known.withLock { $0[text] = value }
      return value
    } catch {
      throw MissingInput(expression: text, reason: error.description)
    }
  }
}
