/// Languages that write the type before the name: Dart, Java, C#.
extension DeclarationReader {
  private static let modifiers: Set<String> = [
    "final", "public", "private", "protected", "late", "readonly", "required", "internal", "virtual", "init",
    "volatile",
  ]
  private static let annotations: Set<String> = [
    "JsonProperty", "JsonPropertyName", "@JsonProperty", "@SerializedName", "@JsonKey", "@Json", "SerializedName",
  ]

  /// `final String? name;`, `private int count;`, `public string Name { get; set; }`.
  func typedFields(_ start: Int, _ end: Int) -> [TypeDeclaration.Field] {
    var fields: [TypeDeclaration.Field] = []
    var wire: String?
    var cursor = start
    while cursor < end {
      let token = tokens[cursor]
      if token.isMark("{") || token.isMark("(") {
        if let name = tokens[safe: cursor - 1]?.text, Self.annotations.contains(name) {
          wire = tokens[cursor..<min(close(cursor), end)].first { $0.kind == .string }?.text
        }
        cursor = close(cursor) + 1
        continue
      }
      guard token.kind == .word, !token.text.hasPrefix("@"), !Self.annotations.contains(token.text) else {
        cursor += 1
        continue
      }
      if Self.modifiers.contains(token.text) {
        cursor += 1
        continue
      }
      if ["static", "const", "factory", "return"].contains(token.text) {
        while cursor < end, !tokens[cursor].isMark(";"), !tokens[cursor].isMark("{") { cursor += 1 }
        continue
      }
      var position = cursor
      let type = TypeExpression.parse(tokens, &position)
      guard let name = tokens[safe: position], name.kind == .word, position < end,
        let next = tokens[safe: position + 1],
        next.isMark(";") || next.isMark("=") || next.isMark("{") && tokens[safe: position + 2]?.isWord("get") == true
      else {
        cursor = max(position, cursor + 1)
        continue
      }
      let key =
        wire ?? mapped(name.text, start, end)
        ?? (language == "csharp" || language == "cs" ? camelCase(name.text) : name.text)
      fields.append(
        .init(name: key, type: type, isOptional: type.isNullable, line: name.line, comment: comments[name.line] ?? "")
      )
      wire = nil
      cursor = position + 1
    }
    return fields
  }

  /// The key that `fromJson` reads a field from: `name: json['wire_name'] as String`.
  private func mapped(_ name: String, _ start: Int, _ end: Int) -> String? {
    for index in start..<end where tokens[index].isWord(name) && tokens[safe: index + 1]?.isMark(":") == true {
      guard index + 2 < end else { return nil }
      let line = tokens[index].line
      let rest = tokens[index + 2..<min(index + 14, end)].prefix { $0.line - line <= 1 }
      if let open = rest.firstIndex(where: { $0.isMark("[") }), let key = tokens[safe: open + 1], key.kind == .string {
        return key.text
      }
    }
    return nil
  }

  private func camelCase(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }
}
