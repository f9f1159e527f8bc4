import AssayContract
import AssayJSON
import AssayText

/// A word of a GraphQL document (GraphQL, section 2.1), comments and commas left out.
struct GraphQLToken: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case name, number, string, punctuator
  }

  var kind: Kind
  /// The word; of a string its content.
  var text: String
  /// The line, from 1.
  var line: Int
}

/// Reads the words of a GraphQL document.
struct GraphQLLexer {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the words of a document; `nil` where a string is not closed or a character belongs to no word.
  static func tokens(of bytes: [UInt8]) -> [GraphQLToken]? {
    var lexer = GraphQLLexer(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
    var tokens: [GraphQLToken] = []
    while true {
      lexer.skipIgnored()
      guard lexer.position < lexer.bytes.count else { return tokens }
      guard let token = lexer.next() else { return nil }
      tokens.append(token)
    }
  }

  private mutating func skipIgnored() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\n"):
        line += 1
        position += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: ","): position += 1
      case UInt8(ascii: "#"):
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
      default: return
      }
    }
  }

  private mutating func next() -> GraphQLToken? {
    let (start, first) = (position, bytes[position])
    if Self.isNameStart(first) {
      return token(.name, from: start) { Self.isNameStart($0) || Self.isDigit($0) }
    }
    if Self.isDigit(first) || first == UInt8(ascii: "-") {
      position += 1
      return token(.number, from: start) { Self.isDigit($0) || "+-.eE".utf8.contains($0) }
    }
    if first == UInt8(ascii: "\"") { return string() }
    if bytes[start...].starts(with: "...".utf8) {
      position += 3
      return GraphQLToken(kind: .punctuator, text: "...", line: line)
    }
    guard "!$&()[]{}:=@|".utf8.contains(first) else { return nil }
    position += 1
    return GraphQLToken(kind: .punctuator, text: String(decoding: [first], as: UTF8.self), line: line)
  }

  private mutating func token(_ kind: GraphQLToken.Kind, from start: Int, _ belongs: (UInt8) -> Bool) -> GraphQLToken {
    while position < bytes.count, belongs(bytes[position]) { position += 1 }
    return GraphQLToken(kind: kind, text: String(decoding: bytes[start..<position], as: UTF8.self), line: line)
  }

  private static let blockQuote = Array("\"\"\"".utf8)

  private mutating func string() -> GraphQLToken? {
    if bytes[position...].starts(with: Self.blockQuote) { return blockString() }
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
      if bytes[position] == UInt8(ascii: "\"") {
        position += 1
        // The escapes are those of JSON (section 2.9.4), but for `\u{…}`, which stays as it is written.
        let written = Array(bytes[start..<position])
        let text = (try? JSONDocument(parsing: written))?.root.string
        let inner = String(decoding: written.dropFirst().dropLast(), as: UTF8.self)
        return GraphQLToken(kind: .string, text: text ?? inner, line: line)
      }
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// Reads a block string: only `\"""` is an escape in it, and the common indentation is left out (section 2.9.4).
  private mutating func blockString() -> GraphQLToken? {
    let begin = line
    position += 3
    var text: [UInt8] = []
    while position < bytes.count {
      if bytes[position...].starts(with: Self.blockQuote) {
        position += 3
        let lines = Self.dedented(String(decoding: text, as: UTF8.self))
        return GraphQLToken(kind: .string, text: lines, line: begin)
      }
      if bytes[position] == UInt8(ascii: "\\"), bytes[(position + 1)...].starts(with: Self.blockQuote) {
        text += Self.blockQuote
        position += 4
        continue
      }
      if bytes[position] == UInt8(ascii: "\n") { line += 1 }
      text.append(bytes[position])
      position += 1
    }
    return nil
  }

  /// Returns the lines without the indentation that all but the first have, and without blank lines around them.
  private static func dedented(_ text: String) -> String {
    func isBlank(_ line: Substring) -> Bool { line.allSatisfy { $0 == " " || $0 == "\t" } }
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    let indent =
      lines.dropFirst().filter { !isBlank($0) }.map { $0.prefix { $0 == " " || $0 == "\t" }.count }.min() ?? 0
    let kept = lines.prefix(1) + lines.dropFirst().map { $0.dropFirst(indent) }
    let first = kept.firstIndex { !isBlank($0) } ?? kept.endIndex
    let last = kept.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? first
    return kept[first..<last].joined(separator: "\n")
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

/// A walk over the words of a GraphQL document.
struct GraphQLCursor {
  private let tokens: [GraphQLToken]
  private var position = 0

  init(_ tokens: [GraphQLToken]) { self.tokens = tokens }

  var current: GraphQLToken? { position < tokens.count ? tokens[position] : nil }
  /// The line of the last word that was taken.
  var line: Int { tokens.isEmpty ? 1 : tokens[max(0, min(position, tokens.count) - 1)].line }

  mutating func next() -> GraphQLToken? {
    defer { position += 1 }
    return current
  }

  /// Takes the next word if it is `text`, and no string.
  mutating func take(_ text: String) -> Bool {
    guard let current, current.kind != .string, current.text == text else { return false }
    position += 1
    return true
  }

  mutating func name() -> String? {
    guard let current, current.kind == .name else { return nil }
    position += 1
    return current.text
  }

  /// Skips what is between `open`, which was taken, and the bracket that closes it.
  mutating func skip(_ open: String, _ close: String) {
    var depth = 1
    while depth > 0, let token = next() {
      if token.kind == .string { continue }
      if token.text == open { depth += 1 }
      if token.text == close { depth -= 1 }
    }
  }

  /// Skips directives; returns true if one of them decides whether a field comes.
  mutating func skipDirectives() -> Bool {
    var isConditional = false
    while take("@") {
      if let name = name(), ["include", "skip", "defer"].contains(name) { isConditional = true }
      if take("(") { skip("(", ")") }
    }
    return isConditional
  }

  /// A value as JSON; an enum's name is a string, a variable has none.
  mutating func value(depth: Int = 0) -> DraftTree? {
    guard depth < 50, let token = next() else { return nil }
    switch token.kind {
    case .number: return JSONNumber(token.text).map { _ in .raw(token.text) }
    case .string: return .string(Template.literal(token.text))
    case .name: return ["true", "false", "null"].contains(token.text) ? .raw(token.text) : .string(token.text)
    case .punctuator: break
    }
    if token.text == "[" {
      var items: [DraftTree] = []
      while !take("]") {
        guard let item = value(depth: depth + 1) else { return nil }
        items.append(item)
      }
      return .array(items)
    }
    guard token.text == "{" else {
      if token.text == "$" { _ = next() }
      return nil
    }
    var members: DraftTree.Members = []
    while !take("}") {
      guard let key = name(), take(":"), let value = value(depth: depth + 1) else { return nil }
      members.append((key, value))
    }
    return .object(members)
  }
}
