import AssayJSON
import AssayRegex
import AssayText

/// The functions resolved by the parser instead of the evaluator: their argument is a literal, or they read the current
/// exchange.
extension ExpressionParser {
  /// Returns the reference that stands for `now()`, the time of an answer. Fails in requests and in the mock, where no
  /// answer has been received.
  mutating func arrival(from start: Int) throws(ExpressionError) -> Reference {
    let end = position
    position = start
    if variables?.contains("run.now") ?? false {
      throw failure(
        "now() is the time of a response, and a request has none",
        "read $run.now, the time of the call"
      )
    }
    if variables?.contains("mock") ?? false {
      throw failure("now() is the time of a response, and the mock makes the response", "read $mock.now")
    }
    position = end
    let column = JSONLocation.column(ofByte: tokens[start].range.lowerBound, in: bytes)
    return Reference(arrivalWrittenAs: text(from: start), column: column)
  }

  /// Compiles the regular expression in `argument`, which must be a string literal.
  mutating func groups(_ argument: ExpressionNode, at start: Int) throws(ExpressionError) -> ECMARegexGroups {
    let end = position
    position = start
    guard case .literal(.text(let text)) = argument.kind else {
      throw failure(
        "groups() needs a pattern in quotes as its second argument",
        "write groups($response.header.Location, '/jobs/(?<id>[0-9]+)')#/id"
      )
    }
    do throws(ECMARegexError) {
      let pattern = try ECMARegexGroups(text)
      position = end
      return pattern
    } catch {
      throw failure(
        "the pattern \(argument.text) cannot be read: \(error)",
        "patterns are ECMA-262 regular expressions"
      )
    }
  }

  /// Parses the JSONPath query in `argument`, which must be a string literal.
  mutating func path(_ argument: ExpressionNode, at start: Int) throws(ExpressionError) -> JSONPath {
    let end = position
    position = start
    guard case .literal(.text(let text)) = argument.kind else {
      throw failure("the query of jsonpath is a text in quotes", "write jsonpath($response.body, '$..name')")
    }
    do throws(JSONPathError) {
      let path = try JSONPath(parsing: text)
      position = end
      return path
    } catch {
      throw failure(
        "\(argument.text) is not a valid JSONPath query: \(error.message), at its column \(error.column)",
        "RFC 9535 has the grammar; '$.items[?@.price < 10].name' is a query"
      )
    }
  }

  /// Checks that `pointer` leads to one of the groups of `pattern`.
  func check(_ pointer: JSONPointer, in pattern: ECMARegexGroups) throws(ExpressionError) {
    let name = pointer.tokens.first ?? ""
    if name == "*" || pointer.tokens.isEmpty { return }
    if pattern.names.isEmpty {
      guard Int(name).map({ (0..<pattern.count).contains($0) }) ?? false else {
        let last = pattern.count - 1
        throw failure(
          "the pattern has no group \(name)",
          last == 0
            ? "put parentheses around the wanted part; #/0 is the whole match"
            : "#/0 is the whole match, #/1\(last == 1 ? "" : " to #/\(last)") the parts in parentheses"
        )
      }
    } else if !pattern.names.contains(name) {
      throw failure(
        "the pattern has no group \(name)",
        SpellingSuggestion.help(for: name, among: pattern.names, noun: "its groups")
      )
    }
  }
}
