/// A string of a template, split into what stands as it is and what is filled in.
package struct TemplateText: Sendable {
  /// A piece of the string.
  package enum Piece: Sendable {
    case literal(String)
    case expression(Expression)
  }

  package let pieces: [Piece]
  /// Whether the whole string is one expression, whose value keeps its type.
  package let isExpression: Bool

  /// Reads `text`. `$…` is an expression as a whole; `$$` at the start and `{$$` inside stand for what they say without
  /// one dollar; `${NAME}` is left as it is, since secrets are put in where a request leaves.
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

  /// The text up to the brace that closes an embedded expression, braces inside quotes not counted.
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
