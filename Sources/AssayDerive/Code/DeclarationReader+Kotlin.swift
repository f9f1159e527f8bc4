import AssayDocuments

/// Enumerations, and the classes of Kotlin.
extension DeclarationReader {
  func enumeration(at index: Int) -> TypeDeclaration? {
    guard let name = tokens[safe: index], name.kind == .word, name.text != "CodingKeys",
      let open = (index..<min(index + 12, tokens.count)).first(where: { tokens[$0].isMark("{") })
    else { return nil }
    let head = tokens[index..<open]
    guard !head.contains(where: { $0.isWord("Error") || $0.isWord("CodingKey") || $0.isWord("LocalizedError") }) else {
      return nil
    }
    let isSwift = tokens[open + 1..<close(open)].contains { $0.isWord("case") }
    guard !isSwift || head.contains(where: { $0.isWord("String") }) else { return nil }
    var values: [String] = []
    var cursor = open + 1
    let end = close(open)
    while cursor < end {
      let token = tokens[cursor]
      cursor += 1
      if token.isMark("(") || token.isMark("{") {
        cursor = close(cursor - 1) + 1
        continue
      }
      if token.isMark(";") || token.isWord("var") || token.isWord("func") { break }
      guard token.kind == .word, token.text != "case", !token.text.hasPrefix("@") else { continue }
      if tokens[safe: cursor]?.isMark("=") == true, let raw = tokens[safe: cursor + 1] {
        if raw.kind == .string { values.append(raw.text) }
        cursor += 2
      } else {
        values.append(token.text)
      }
    }
    // Kotlin's @SerialName("x") X
    let serial = (open..<end).filter { tokens[$0].isWord("@SerialName") || tokens[$0].isWord("@Json") }.compactMap {
      tokens[$0..<min($0 + 5, end)].first { $0.kind == .string }?.text
    }
    if !serial.isEmpty { values = serial }
    guard values.count > 1 else { return nil }
    return TypeDeclaration(
      name: name.text,
      values: values,
      document: document,
      lines: name.line...max(name.line, line(end))
    )
  }

  /// `data class X(val a: Int, @SerialName("b") val c: String? = null)`.
  func kotlin(at index: Int) -> TypeDeclaration? {
    guard let open = tokens[safe: index + 2], open.isMark("(") else { return nil }
    let end = close(index + 2)
    var fields: [TypeDeclaration.Field] = []
    var wire: String?
    var cursor = index + 3
    while cursor < end {
      let token = tokens[cursor]
      if token.text.hasPrefix("@"), token.kind == .word {
        wire =
          tokens[cursor..<min(cursor + 6, end)].prefix { !$0.isWord("val") && !$0.isWord("var") }.first {
            $0.kind == .string
          }?.text
        cursor += 1
        if tokens[safe: cursor]?.isMark("(") == true { cursor = close(cursor) + 1 }
        continue
      }
      guard token.isWord("val") || token.isWord("var"), let name = tokens[safe: cursor + 1] else {
        cursor += 1
        continue
      }
      cursor += 2
      guard tokens[safe: cursor]?.isMark(":") == true else { continue }
      cursor += 1
      let type = TypeExpression.parse(tokens, &cursor)
      let hasDefault = tokens[safe: cursor]?.isMark("=") == true
      fields.append(
        .init(
          name: wire ?? name.text,
          type: type,
          isOptional: type.isNullable || hasDefault,
          line: name.line,
          comment: comments[name.line] ?? ""
        )
      )
      wire = nil
    }
    guard !fields.isEmpty else { return nil }
    return TypeDeclaration(
      name: tokens[index + 1].text,
      fields: fields,
      document: document,
      lines: tokens[index].line...max(tokens[index].line, line(end))
    )
  }
}
