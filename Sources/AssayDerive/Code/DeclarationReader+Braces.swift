import AssayDocuments

/// Swift, TypeScript and Go.
extension DeclarationReader {
  /// `struct X: Codable { let a: Int }`, `interface X extends Y { a?: string }`, `class X { var a: Int }`.
  func braced(at index: Int) -> TypeDeclaration? {
    var cursor = index + 2
    var parents: [String] = []
    while let token = tokens[safe: cursor], !token.isMark("{") {
      guard token.kind == .word || ":,<>&.@=()".contains(token.text), cursor < index + 40 else { return nil }
      if token.kind == .word { parents.append(token.text) }
      cursor += 1
    }
    guard cursor < tokens.count else { return nil }
    let end = close(cursor)
    let isTypeScript = tokens[index].text == "interface"
    let views: Set<String> = [
      "View", "ObservableObject", "UIViewController", "XCTestCase", "App", "UIView", "Component", "Activity",
      "ViewModel", "Observable",
    ]
    guard views.isDisjoint(with: parents) else { return nil }
    var declaration = TypeDeclaration(
      name: tokens[index + 1].text,
      parents: parents.filter { !["extends", "Codable", "Decodable", "Encodable", "implements"].contains($0) },
      document: document,
      lines: tokens[index].line...max(tokens[index].line, line(end))
    )
    declaration.isSentOnly = parents.contains("Encodable") && !parents.contains("Decodable")
    declaration.fields = isTypeScript ? typeScriptFields(cursor + 1, end) : swiftFields(cursor + 1, end)
    if declaration.fields.isEmpty, !isTypeScript { declaration.fields = typedFields(cursor + 1, end) }
    if declaration.fields.isEmpty && !isTypeScript { declaration.fields = typeScriptFields(cursor + 1, end) }
    if let keys = codingKeys(cursor + 1, end) {
      declaration.fields = declaration.fields.compactMap { field in
        keys[field.name].map { key in
          var renamed = field
          renamed.name = key
          return renamed
        }
      }
    }
    guard !declaration.fields.isEmpty || !declaration.parents.isEmpty && isTypeScript else { return nil }
    return declaration
  }

  func swiftFields(_ start: Int, _ end: Int) -> [TypeDeclaration.Field] {
    var fields: [TypeDeclaration.Field] = []
    var cursor = start
    while cursor < end {
      let token = tokens[cursor]
      if token.isMark("{") {
        cursor = close(cursor) + 1
        continue
      }
      if token.isWord("static") || token.isWord("@Published") || token.isWord("@State") || token.isWord("@StateObject")
      {
        while cursor < end, tokens[cursor].line == token.line { cursor += 1 }
        continue
      }
      guard token.isWord("let") || token.isWord("var") else {
        cursor += 1
        continue
      }
      cursor += 1
      var names: [(String, Int)] = []
      while let name = tokens[safe: cursor], name.kind == .word || (name.kind == .string && !name.text.isEmpty) {
        names.append((name.text, name.line))
        cursor += 1
        guard tokens[safe: cursor]?.isMark(",") == true else { break }
        cursor += 1
      }
      guard tokens[safe: cursor]?.isMark(":") == true else { continue }
      cursor += 1
      let type = TypeExpression.parse(tokens, &cursor)
      // A computed property is not a field.
      if cursor < end, tokens[cursor].isMark("{") {
        cursor = close(cursor) + 1
        continue
      }
      for (name, line) in names {
        fields.append(
          .init(name: name, type: type, isOptional: type.isNullable, line: line, comment: comments[line] ?? "")
        )
      }
    }
    return fields
  }

  /// What `CodingKeys` says a field is called on the wire; fields it does not name are not coded.
  func codingKeys(_ start: Int, _ end: Int) -> [String: String]? {
    guard
      let index = (start..<max(start, end)).first(where: {
        tokens[$0].isWord("CodingKeys") && tokens[safe: $0 - 1]?.isWord("enum") == true
      }),
      let open = (index..<end).first(where: { tokens[$0].isMark("{") })
    else { return nil }
    var keys: [String: String] = [:]
    var cursor = open + 1
    let last = close(open)
    while cursor < last {
      guard tokens[cursor].kind == .word, !tokens[cursor].isWord("case") else {
        cursor += 1
        continue
      }
      let name = tokens[cursor].text
      if tokens[safe: cursor + 1]?.isMark("=") == true, let key = tokens[safe: cursor + 2], key.kind == .string {
        keys[name] = key.text
        cursor += 3
      } else {
        keys[name] = name
        cursor += 1
      }
    }
    return keys.isEmpty ? nil : keys
  }

  func typeScriptFields(_ start: Int, _ end: Int) -> [TypeDeclaration.Field] {
    var fields: [TypeDeclaration.Field] = []
    var cursor = start
    while cursor < end {
      let token = tokens[cursor]
      cursor += 1
      if token.isWord("readonly") || token.isWord("public") || token.isWord("private") { continue }
      if token.isMark("[") || token.isMark("(") || token.isMark("{") {
        cursor = close(cursor - 1) + 1
        continue
      }
      guard token.kind == .word || token.kind == .string else { continue }
      var isOptional = false
      if tokens[safe: cursor]?.isMark("?") == true {
        isOptional = true
        cursor += 1
      }
      guard tokens[safe: cursor]?.isMark(":") == true else { continue }
      cursor += 1
      let type = TypeExpression.parse(tokens, &cursor)
      fields.append(
        .init(
          name: token.text,
          type: type,
          isOptional: isOptional || type.isNullable && isSwiftLike,
          line: token.line,
          comment: comments[token.line] ?? ""
        )
      )
    }
    return fields
  }

  var isSwiftLike: Bool { language == "swift" || language == "kotlin" || language == "kt" }

  /// `type X = { … }`, `type S = "a" | "b"`, Go's `type X struct { A string `json:"a"` }`.
  mutating func alias(at index: Int) {
    let name = tokens[index + 1].text
    if tokens[safe: index + 2]?.isWord("struct") == true, tokens[safe: index + 3]?.isMark("{") == true {
      let end = close(index + 3)
      var fields: [TypeDeclaration.Field] = []
      for position in index + 4..<max(index + 4, end)
      where tokens[position].kind == .string && tokens[position].text.contains("json:") {
        let line = tokens[position].line
        guard let first = (index + 4..<position).first(where: { tokens[$0].line == line }) else { continue }
        let tag = tokens[position].text.split(separator: "\"")[safe: 1].map { String($0) } ?? ""
        let parts = tag.split(separator: ",").map { String($0) }
        guard let wire = parts.first, wire != "-" else { continue }
        var cursor = first + 1
        let isPointer = tokens[safe: cursor]?.isMark("*") == true
        var isList = false
        while let token = tokens[safe: cursor], token.isMark("*") || token.isMark("[") || token.isMark("]") {
          if token.isMark("[") { isList = true }
          cursor += 1
        }
        let type = TypeExpression.parse(tokens, &cursor)
        let isOptional = isPointer || parts.contains("omitempty")
        fields.append(
          .init(
            name: wire,
            type: isList ? .array(type) : isPointer ? .nullable(type) : type,
            isOptional: isOptional,
            line: line
          )
        )
      }
      if !fields.isEmpty {
        found.append(
          TypeDeclaration(
            name: name,
            fields: fields,
            document: document,
            lines: tokens[index].line...max(tokens[index].line, line(end))
          )
        )
      }
      return
    }
    guard tokens[safe: index + 2]?.isMark("=") == true else { return }
    var cursor = index + 3
    let first = tokens[index].line
    var parents: [String] = []
    // Base & { … }
    while let token = tokens[safe: cursor], token.kind == .word, tokens[safe: cursor + 1]?.isMark("&") == true {
      parents.append(token.text)
      cursor += 2
    }
    let type = TypeExpression.parse(tokens, &cursor)
    let lines = first...max(first, line(max(cursor - 1, index)))
    switch type {
    case .object(let fields):
      let commented = fields.map { field in
        var field = field
        field.comment = comments[field.line] ?? ""
        return field
      }
      found.append(TypeDeclaration(name: name, fields: commented, parents: parents, document: document, lines: lines))
    case .values(let values):
      found.append(TypeDeclaration(name: name, values: values, document: document, lines: lines))
    default: break
    }
  }
}
