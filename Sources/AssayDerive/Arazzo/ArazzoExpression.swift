import AssayJSON
import AssayText

/// Runtime expressions and conditions of Arazzo (1.1 sections 5.8 and 5.6.8.1) in the words of a contract.
struct ArazzoExpression {
  /// Returns the contract's expression or literal for the workflow input with the given name; `nil` if it has no value.
  let input: (String) -> String?
  let output: (_ step: String, _ name: String) -> String?

  /// Converts a whole runtime expression; `nil` if contracts have no equivalent.
  func convert(_ text: String) -> String? {
    let text = text.hasPrefix("{") && text.hasSuffix("}") ? String(text.dropFirst().dropLast()) : text
    let parts = text.halves("#", keepingEmpty: true)
    let (head, pointer) = (parts[0], parts.count > 1 ? "#" + parts[1] : "")
    let names = head.dropFirst().parts(".", keepingEmpty: true)
    guard head.hasPrefix("$"), let first = names.first else { return nil }
    var made: String?
    switch first {
    case "statusCode", "method", "url": if names.count == 1, pointer.isEmpty { made = text }
    case "request", "response":
      guard names.count >= 2 else { return nil }
      switch names[1] {
      case "body": made = "$\(first).body" + (pointer.isEmpty ? Self.pointer(names.dropFirst(2)) : pointer)
      // Not Arazzo's spelling, but one that is met.
      case "header", "headers": made = names.count > 2 ? "$\(first).header.\(names[2...].joined(separator: "."))" : nil
      case "query", "path": made = names.count == 3 ? text : nil
      default: return nil
      }
    case "inputs":
      return names.count == 2 && pointer.isEmpty ? input(names[1]) : nil
    case "steps":
      guard names.count >= 4, names[2] == "outputs", let found = output(names[1], names[3]) else { return nil }
      let rest = pointer.isEmpty ? Self.pointer(names.dropFirst(4)) : pointer
      made = rest.isEmpty ? found : found.contains("#") ? found + rest.dropFirst() : found + rest
    default: return nil
    }
    return made?.asExpression
  }

  /// Returns the JSON Pointer for the common spelling `.a.b[0]` of a place.
  private static func pointer(_ names: ArraySlice<String>) -> String {
    guard !names.isEmpty else { return "" }
    let tokens = names.flatMap { $0.split { $0 == "[" || $0 == "]" } }
    return "#/" + tokens.joined(separator: "/")
  }

  /// A condition of type `simple`; texts are compared without regard to case, as Arazzo does.
  func condition(_ text: String) -> String? {
    guard var tokens = Self.tokens(text) else { return nil }
    for index in tokens.indices {
      guard case .runtime(let expression) = tokens[index] else { continue }
      guard let made = convert(expression) else { return nil }
      tokens[index] = .runtime(made)
    }
    for index in tokens.indices.dropFirst() where index + 1 < tokens.count {
      guard case .sign(let sign) = tokens[index], sign == "==" || sign == "!=",
        case .text(let literal) = tokens[index + 1], case .runtime(let read) = tokens[index - 1]
      else { continue }
      guard literal.contains(where: \.isLetter), !read.hasPrefix("\"") else { continue }
      tokens[index + 1] = .text(literal.lowercased())
      tokens[index - 1] = .runtime("lower(\(read))")
    }
    return tokens.map(\.text).joined(separator: " ").asExpression
  }

  /// Converts a JSONPath condition on a JSON body to a rule of a contract; returns `nil` if no rule can express it. `@`
  /// and `$` stand for the value that the expression `context` reads.
  func path(_ text: String, in context: String) -> String? {
    guard let place = convert(context) else { return nil }
    let text = text.trimmed
    // A whole filter over the value itself, as `$[?@.status == 'done']` and `$[?(@.status == 'done')]` are used.
    if text.hasPrefix("$[?"), text.hasSuffix("]") {
      var inner = String(text.dropFirst(3).dropLast()).trimmed
      if inner.hasPrefix("("), inner.hasSuffix(")") { inner = String(inner.dropFirst().dropLast()) }
      return filter(inner, at: place)
    }
    guard text.hasPrefix("$"), !text.contains("[?"), !text.contains(".."), !text.contains("*") else { return nil }
    return filter(text.replacing("$.", with: "@."), at: place, isAlone: !text.contains { "=<>!".contains($0) })
  }

  private func filter(_ text: String, at place: String, isAlone: Bool = false) -> String? {
    func member(_ path: Substring) -> String {
      let tokens = path.split { ".[]'\"".contains($0) }
      return tokens.isEmpty ? place : place + (place.contains("#") ? "/" : "#/") + tokens.joined(separator: "/")
    }
    var rule = ""
    var rest = text[...]
    while let at = rest.firstIndex(of: "@") {
      rule += rest[..<at]
      let path = rest[rest.index(after: at)...].prefix { $0.isLetter || $0.isNumber || "._[]-".contains($0) }
      rule += member(path)
      rest = rest[path.endIndex...]
    }
    rule = (rule + rest).replacing("count(", with: "length(")
    // A path by itself asks that something is there.
    if isAlone || !rule.contains(where: { "=<>!".contains($0) }) { rule = "exists(\(rule.trimmed))" }
    return rule.asExpression
  }

  // MARK: Templates

  /// Returns a text with its expressions converted; `nil` if one of them cannot be expressed.
  func text(_ text: String) -> DraftTree? {
    if text.hasPrefix("$") {
      guard let made = convert(text) else { return nil }
      return Self.isLiteral(made) ? Self.literal(made) : .string(made)
    }
    guard text.contains("{$") else { return .template(text) }
    var whole = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "{$"), let end = rest[start.lowerBound...].firstIndex(of: "}") {
      guard let made = convert(String(rest[rest.index(after: start.lowerBound)..<end])) else { return nil }
      whole += ExampleWriter.escaped(String(rest[..<start.lowerBound]))
      whole += Self.isLiteral(made) ? (JSONDocument.text(of: made) ?? made) : "{\(made)}"
      rest = rest[rest.index(after: end)...]
    }
    return .string(whole + ExampleWriter.escaped(String(rest)))
  }

  /// Returns true if the expression is a literal value, not something to read.
  private static func isLiteral(_ expression: String) -> Bool { !expression.hasPrefix("$") }

  private static func literal(_ expression: String) -> DraftTree {
    JSONDocument.text(of: expression).map { .string($0) } ?? .raw(expression)
  }

  // MARK: Tokens

  private enum Token {
    case runtime(String), text(String), sign(String)

    var text: String {
      switch self {
      case .runtime(let text), .sign(let text): text
      case .text(let text): JSONEscapes.quote(text)
      }
    }
  }

  private static func tokens(_ text: String) -> [Token]? {
    var tokens: [Token] = []
    var rest = text[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first == "'" || first == "\"" {
        rest.removeFirst()
        guard let end = rest.firstIndex(of: first) else { return nil }
        tokens.append(.text(String(rest[..<end])))
        rest = rest[rest.index(after: end)...]
      } else if first == "$" {
        let read = rest.prefix { !$0.isWhitespace && !"()=<>!&|,".contains($0) }
        tokens.append(.runtime(String(read)))
        rest = rest[read.endIndex...]
      } else if "=<>!&|".contains(first) {
        let sign = rest.prefix { "=<>!&|".contains($0) }
        tokens.append(.sign(String(sign.prefix(2))))
        rest = rest.dropFirst(min(2, sign.count))
      } else if first == "(" || first == ")" {
        tokens.append(.sign(String(first)))
        rest.removeFirst()
      } else {
        let word = rest.prefix { !$0.isWhitespace && !"()=<>!&|'\"".contains($0) }
        tokens.append(.sign(String(word)))
        rest = rest[word.endIndex...]
      }
    }
    return tokens
  }
}

extension JSONDocument {
  /// The text of a JSON string; `nil` for any other value.
  fileprivate static func text(of json: String) -> String? {
    json.hasPrefix("\"") ? (try? JSONDocument(parsing: json))?.root.string : nil
  }
}
