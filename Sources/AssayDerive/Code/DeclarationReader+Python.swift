import AssayDocuments

/// Dataclasses, typed dictionaries and pydantic models.
extension DeclarationReader {
  /// A dataclass, a `TypedDict` or a pydantic model, by its indentation.
  func python(at index: Int) -> TypeDeclaration? {
    var cursor = index + 2
    var parents: [String] = []
    if tokens[safe: cursor]?.isMark("(") == true {
      let end = close(cursor)
      parents = tokens[cursor..<min(end, tokens.count)].filter { $0.kind == .word }.map(\.text)
      cursor = end + 1
    }
    guard tokens[safe: cursor]?.isMark(":") == true, let outer = tokens[index].indent ?? tokens[safe: index - 1]?.indent
    else { return nil }
    cursor += 1
    var fields: [TypeDeclaration.Field] = []
    var values: [String] = []
    var last = tokens[index].line
    var inner: Int?
    while let token = tokens[safe: cursor] {
      if let indent = token.indent {
        if indent <= outer { break }
        if inner == nil { inner = indent }
      }
      last = token.line
      guard token.indent != nil, token.indent == inner, token.kind == .word, let next = tokens[safe: cursor + 1],
        next.line == token.line
      else {
        cursor += 1
        continue
      }
      if next.isMark("=") {
        if let value = tokens[safe: cursor + 2], value.kind == .string { values.append(value.text) }
      } else if next.isMark(":") {
        var position = cursor + 2
        let type = TypeExpression.parse(tokens, &position)
        let rest = tokens[position..<tokens.count].prefix { $0.line == token.line }
        let isRequiredField = rest.contains { $0.isMark("...") }
        let isRenamed = rest.contains { $0.isWord("Field") } && rest.contains { $0.isWord("alias") }
        let hasDefault = rest.first?.isMark("=") == true && !isRequiredField && !isRenamed
        var name = token.text
        if let alias = rest.firstIndex(where: { $0.isWord("alias") }), let text = tokens[safe: alias + 2],
          text.kind == .string
        {
          name = text.text
        }
        fields.append(
          .init(
            name: name,
            type: type,
            isOptional: type.isNullable || hasDefault,
            line: token.line,
            comment: comments[token.line] ?? ""
          )
        )
      }
      cursor += 1
    }
    if parents.contains("Enum") || parents.contains("StrEnum"), values.count > 1 {
      return TypeDeclaration(
        name: tokens[index + 1].text,
        values: values,
        document: document,
        lines: tokens[index].line...last
      )
    }
    guard !fields.isEmpty else { return nil }
    return TypeDeclaration(
      name: tokens[index + 1].text,
      fields: fields,
      parents: parents.filter { $0 != "BaseModel" && $0 != "TypedDict" && $0 != "object" },
      document: document,
      lines: tokens[index].line...last
    )
  }
}
