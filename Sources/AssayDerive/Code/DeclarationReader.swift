import AssayDocuments

/// Finds the models in example code.
struct DeclarationReader {
  let tokens: [CodeToken]
  let comments: [Int: String]
  let document: String
  let language: String
  var found: [TypeDeclaration] = []

  static func declarations(in code: CodeBlock, tokens: [CodeToken], document: String) -> [TypeDeclaration] {
    var comments: [Int: String] = [:]
    for token in tokens where token.kind == .comment { comments[token.line, default: ""] += token.text }
    var reader = DeclarationReader(
      tokens: tokens.filter { $0.kind != .comment },
      comments: comments,
      document: document,
      language: code.language
    )
    reader.read()
    // `JSONDecoder().keyDecodingStrategy = .convertFromSnakeCase` speaks of every model of the block, so it is seen by the caller.
    return reader.found
  }

  mutating func read() {
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      guard token.kind == .word, let name = tokens[safe: index + 1], name.kind == .word, name.line == token.line else {
        index += 1
        continue
      }
      switch token.text {
      case "struct", "interface", "class", "actor":
        if token.text == "class", let declaration = python(at: index) ?? kotlin(at: index) {
          found.append(declaration)
        } else if let declaration = braced(at: index) {
          found.append(declaration)
        }
      case "type": alias(at: index)
      case "enum":
        let nameIndex = name.text == "class" ? index + 2 : index + 1
        if let declaration = enumeration(at: nameIndex) { found.append(declaration) }
      default: break
      }
      index += 1
    }
  }

  /// The index of the bracket that closes the one at `open`.
  func close(_ open: Int) -> Int {
    let pairs = ["{": "}", "(": ")", "[": "]"]
    var stack: [String] = []
    var index = open
    while index < tokens.count {
      let token = tokens[index]
      if token.kind == .mark {
        if let end = pairs[token.text] { stack.append(end) }
        if token.text == stack.last { stack.removeLast() }
        if stack.isEmpty { return index }
      }
      index += 1
    }
    return tokens.count
  }

  func line(_ index: Int) -> Int { tokens[safe: min(index, tokens.count - 1)]?.line ?? 1 }
}
