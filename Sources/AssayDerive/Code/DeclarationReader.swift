import AssayText

/// A model of a client: a Swift struct, a Kotlin data class, a TypeScript interface, or an enumeration of strings.
struct TypeDeclaration: Sendable {
  struct Field: Sendable {
    /// The field's name in JSON.
    var name: String
    var type: TypeExpression
    var isOptional: Bool
    var line: Int
    var comment = ""
  }

  var name: String
  var fields: [Field] = []
  /// The raw values, if the declaration is an enumeration of strings; otherwise empty.
  var values: [String] = []
  var parents: [String] = []
  var document: String
  var lines: ClosedRange<Int>
  /// True if a client only sends the model: `Encodable`.
  var isSentOnly = false
}

/// Finds the models in the example code of Swift, Kotlin and TypeScript.
struct DeclarationReader {
  let tokens: [CodeToken]
  let comments: [Int: String]
  let document: String

  static func declarations(in all: [CodeToken], document: String) -> [TypeDeclaration] {
    let comments = Dictionary(all.filter { $0.kind == .comment }.map { ($0.line, $0.text) }, uniquingKeysWith: +)
    let tokens = all.filter { $0.kind != .comment }
    let reader = DeclarationReader(tokens: tokens, comments: comments, document: document)
    var depth = 0
    return tokens.indices.compactMap { index in
      let token = tokens[index]
      if token.isMark("{", "(") { depth += 1 }
      if token.isMark("}", ")") { depth = max(0, depth - 1) }
      return depth <= deepest ? reader.declaration(at: index) : nil
    }
  }

  /// The maximum number of blocks and brackets around a model. The text of a block is searched once for every model around it.
  private static let deepest = 32

  private func declaration(at index: Int) -> TypeDeclaration? {
    guard tokens[index].kind == .word, var name = tokens[safe: index + 1], name.kind == .word,
      name.line == tokens[index].line
    else { return nil }
    var place = index + 1
    if tokens[index].isWord("enum"), name.isWord("class"), let next = tokens[safe: index + 2] {
      (name, place) = (next, index + 2)
    }
    var found = TypeDeclaration(name: name.text, document: document, lines: name.line...name.line)
    let end: Int?
    switch tokens[index].text {
    case "enum": end = readEnumeration(place, &found)
    case "class", "struct", "actor": end = readProperties(place, &found)
    case "interface", "type": end = readTypeScript(place, &found)
    default: return nil
    }
    guard let end, !found.fields.isEmpty || !found.values.isEmpty || !found.parents.isEmpty else { return nil }
    found.lines = name.line...max(name.line, line(end))
    return found
  }

  // MARK: Swift and Kotlin

  private static let views = CommaSeparated.set(
    """
    View, ObservableObject, UIViewController, XCTestCase, App, UIView, Component, Activity, ViewModel,
    Observable
    """
  )

  /// Reads the properties of `struct X: Codable { let a: Int }`, `data class X(val a: Int, @SerialName("b") val c:
  /// String? = null)`.
  private func readProperties(_ name: Int, _ found: inout TypeDeclaration) -> Int? {
    let isKotlin = tokens.at(name + 1).isMark("(")
    let head = tokens[(name + 1)...].prefix(40).prefix { !$0.isMark(isKotlin ? "(" : "{") }
    guard tokens.at(head.endIndex).isMark(isKotlin ? "(" : "{"),
      head.allSatisfy({ $0.kind == .word || ":,<>&.@=()".contains($0.text) }),
      !head.contains(where: { Self.views.contains($0.text) })
    else { return nil }
    let end = close(head.endIndex)
    found.fields = properties(head.endIndex + 1..<max(head.endIndex + 1, end), isDefaultOptional: isKotlin)
    guard !found.fields.isEmpty else { return nil }
    found.parents = head.filter { $0.kind == .word && !["Codable", "Decodable", "Encodable"].contains($0.text) }.map(
      \.text
    )
    found.isSentOnly = head.contains { $0.isWord("Encodable") } && !head.contains { $0.isWord("Decodable") }
    if let keys = codingKeys(head.endIndex..<end) {
      found.fields.removeAll { keys[$0.name] == nil }
      found.fields.change { $0.name = keys[$0.name] ?? $0.name }
    }
    return end
  }

  /// Returns the stored properties: `@SerialName("b") val a: Int?`, `let a, b: Int`; without computed or static ones.
  private func properties(_ range: Range<Int>, isDefaultOptional: Bool) -> [TypeDeclaration.Field] {
    var fields: [TypeDeclaration.Field] = []
    var wire: String?
    var cursor = range.lowerBound
    while cursor < range.upperBound {
      let token = tokens[cursor]
      cursor += 1
      if token.isMark("{") {
        cursor = close(cursor - 1) + 1
      } else if token.isWord("static", "@Published", "@State", "@StateObject") {
        while cursor < range.upperBound, tokens[cursor].line == token.line { cursor += 1 }
      } else if token.text.hasPrefix("@"), tokens.at(cursor).isMark("(") {
        let end = close(cursor)
        wire = tokens[cursor..<min(end, range.upperBound)].first { $0.kind == .string }?.text
        cursor = end + 1
      } else if token.isWord("let", "var", "val") {
        fields += property(&cursor, named: wire, isDefaultOptional: isDefaultOptional)
        wire = nil
      }
    }
    return fields
  }

  /// Reads the names and the type after `let`; none for a computed property.
  private func property(_ cursor: inout Int, named wire: String?, isDefaultOptional: Bool) -> [TypeDeclaration.Field] {
    let names = tokens[cursor...].prefix { $0.kind == .word || $0.isMark(",") || $0.kind == .string }
    cursor = names.endIndex
    guard tokens.at(cursor).isMark(":") else { return [] }
    cursor += 1
    let type = TypeExpression.parse(tokens, &cursor)
    if tokens.at(cursor).isMark("{") { return [] }
    let isOptional = type.isNullable || isDefaultOptional && tokens.at(cursor).isMark("=")
    return names.filter { !$0.isMark(",") }.map { name in
      let comment = comments[name.line] ?? ""
      return .init(name: wire ?? name.text, type: type, isOptional: isOptional, line: name.line, comment: comment)
    }
  }

  /// Returns the JSON names by the names in code, from `CodingKeys`; fields without a key are not coded.
  private func codingKeys(_ range: Range<Int>) -> [String: String]? {
    guard let index = range.first(where: { tokens[$0].isWord("CodingKeys") && tokens[$0 - 1].isWord("enum") }),
      let open = (index..<range.upperBound).first(where: { tokens[$0].isMark("{") })
    else { return nil }
    return Dictionary(cases(open + 1..<close(open)), uniquingKeysWith: { $1 })
  }

  // MARK: Enumerations

  private func readEnumeration(_ name: Int, _ found: inout TypeDeclaration) -> Int? {
    let head = tokens[name...].prefix(12).prefix { !$0.isMark("{") }
    let open = head.endIndex
    let none = ["CodingKeys", "CodingKey", "Error", "LocalizedError"]
    guard tokens.at(open).isMark("{"), !head.contains(where: { none.contains($0.text) }) else { return nil }
    let end = close(open)
    let body = tokens[open..<end]
    guard !body.contains(where: { $0.isWord("case") }) || head.contains(where: { $0.isWord("String") }) else {
      return nil
    }
    // Kotlin's @SerialName("x") X
    let serial = body.indices.filter { tokens[$0].isWord("@SerialName", "@Json") }
    let named = serial.compactMap { place in tokens[place..<min(place + 5, end)].first { $0.kind == .string }?.text }
    found.values = named.isEmpty ? cases(open + 1..<end).map(\.1) : named
    return found.values.count > 1 ? end : nil
  }

  /// Returns the names and raw values of cases: `case a = "x", b`, `A = 'x', B`.
  private func cases(_ range: Range<Int>) -> [(String, String)] {
    var found: [(String, String)] = []
    var cursor = range.lowerBound
    while cursor < range.upperBound {
      let token = tokens[cursor]
      cursor += 1
      if token.isMark("(", "{") { cursor = close(cursor - 1) + 1 }
      if token.isMark(";") || token.isWord("var", "func") { break }
      guard token.kind == .word, token.text != "case", !token.text.hasPrefix("@") else { continue }
      let raw = tokens.at(cursor).isMark("=") ? tokens[safe: cursor + 1] : nil
      if raw == nil || raw?.kind == .string { found.append((token.text, raw?.text ?? token.text)) }
      if raw != nil { cursor += 2 }
    }
    return found
  }

  // MARK: TypeScript

  /// Reads TypeScript declarations: `interface X extends Y { a?: string }`, `type X = Y & { … }`, `type S = "a" | "b"`.
  private func readTypeScript(_ name: Int, _ found: inout TypeDeclaration) -> Int? {
    var cursor = name + 1
    while let token = tokens[safe: cursor], token.kind == .word || [",", "=", "&"].contains(token.text) {
      if token.kind == .word, token.text != "extends" {
        guard tokens[name - 1].isWord("interface") || tokens.at(cursor + 1).isMark("&") else { break }
        found.parents.append(token.text)
      }
      cursor += 1
    }
    switch TypeExpression.parse(tokens, &cursor) {
    case .object(let fields):
      found.fields = fields
      found.fields.change { $0.comment = comments[$0.line] ?? "" }
    case .values(let values): found.values = values
    default: return nil
    }
    return cursor - 1
  }

  // MARK: Places

  /// The index of the bracket that closes the one at `open`.
  private func close(_ open: Int) -> Int {
    CodeBrackets.end(of: open, in: tokens, within: tokens.count) ?? tokens.count
  }

  private func line(_ index: Int) -> Int { tokens[safe: min(index, tokens.count - 1)]?.line ?? 1 }
}
