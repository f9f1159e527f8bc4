/// Reads values from example code: JSON and near-JSON (comments, `...`, bare keys, missing or extra commas).
struct SampleReader {
  private let tokens: [CodeToken]
  private var cursor: Int
  private var comments: [Int: String] = [:]
  /// The deepest nesting that is read.
  private static let deepest = 64

  init(_ tokens: [CodeToken], at cursor: Int = 0) {
    self.tokens = tokens.filter { $0.kind != .comment }
    self.cursor = cursor
    for token in tokens where token.kind == .comment { comments[token.line, default: ""] += token.text }
  }

  /// Returns every value in a block of code, in order.
  static func samples(in code: [String], firstLine: Int) -> [Sample] {
    var reader = SampleReader(CodeLexer.tokens(of: code, firstLine: firstLine, hashComments: true))
    var samples: [Sample] = []
    while let token = reader.peek {
      guard token.isMark("{", "[") else {
        reader.cursor += 1
        continue
      }
      let before = reader.cursor
      let start = samples.last.map { $0.lines.upperBound + 1 } ?? firstLine
      let sample = reader.value(depth: 0)
      reader.cursor = max(reader.cursor, before + 1)
      // A bracket that opens and has nothing after it shows no value.
      guard var sample, !reader.tokens.at(reader.cursor - 1).isMark("{", "[") else { continue }
      if start < token.line {
        sample.label = (start..<token.line).compactMap { reader.comments[$0] }.joined(separator: " ")
      }
      samples.append(sample)
    }
    return samples
  }

  private var peek: CodeToken? { cursor < tokens.count ? tokens[cursor] : nil }
  private func isAt(_ marks: String...) -> Bool {
    peek.map { token in token.kind == .mark && marks.contains(token.text) } ?? false
  }

  /// True if the marks of a list, `[]`, follow on the line of what they are about.
  private var isAtList: Bool {
    isAt("[") && tokens.at(cursor + 1).isMark("]") && tokens.at(cursor).line == tokens[safe: cursor - 1]?.line
  }

  /// Returns the value that begins at the current token; `nil` without one. The position does not count comments.
  mutating func value(depth: Int = 0) -> Sample? {
    guard let token = peek, depth < Self.deepest else { return nil }
    var sample = plainValue(token, depth: depth)
    // `string[]`, `{ id: string }[]`
    while let item = sample, isAtList {
      cursor += 2
      sample = Sample(kind: .array([item]), lines: item.lines)
    }
    let last = tokens[safe: cursor - 1]?.line ?? token.line
    if var found = sample {
      // "a" | "b" | "c": one of a list.
      var alternatives = found.string.map { [$0] } ?? []
      while isAt("|"), let next = tokens[safe: cursor + 1],
        next.kind == .string || next.kind == .word || next.kind == .number
      {
        cursor += 2
        if next.kind == .string {
          alternatives.append(next.text)
        } else if next.text == "null" {
          found.comment += " nullable"
        }
      }
      if alternatives.count > 1 { found.alternatives = alternatives }
      // One string that names several: "pending|processing|done".
      if let text = found.string, text.contains("|"), alternatives.count == 1 {
        let parts = text.split(separator: "|").map { $0.trimmed }
        if parts.count > 1, parts.allSatisfy({ Remark.isValueWord($0) && TypeWords.type($0) == nil && $0 != "null" }) {
          found.alternatives = parts
          found.kind = .string(parts[0])
        }
      }
      found.lines = token.line...max(token.line, last)
      sample = found
    }
    return sample
  }

  private mutating func plainValue(_ token: CodeToken, depth: Int) -> Sample? {
    func sample(_ kind: Sample.Kind) -> Sample { Sample(kind: kind, lines: token.line...token.line) }
    switch token.kind {
    case .string:
      cursor += 1
      return sample(.string(token.text))
    case .number:
      cursor += 1
      // 2 MB, 10 - 30: words that begin with a number.
      if let next = peek, next.line == token.line, next.kind == .word || next.isMark("-", "<") {
        return words(from: cursor - 1)
      }
      return sample(.number(token.text))
    case .word:
      switch token.text {
      case "true", "True", "false", "False":
        if let next = tokens[safe: cursor + 1], next.isMark("|", "/") { return words(from: cursor) }
        cursor += 1
        return sample(.bool(token.text.lowercased() == "true"))
      case "null", "None", "nil", "undefined", "NULL":
        cursor += 1
        return sample(.null)
      default: return words(from: cursor)
      }
    case .mark where token.text == "{": return object(token, depth: depth)
    case .mark where token.text == "[": return array(token, depth: depth)
    case .mark where token.text == "<": return words(from: cursor)
    default: return nil
    }
  }

  /// Reads unquoted words in place of a value, up to the comma or bracket that ends it, or the end of the line.
  private mutating func words(from start: Int) -> Sample {
    let line = tokens[start].line
    var texts: [String] = []
    var depth = 0
    cursor = start
    while let token = peek, token.line == line {
      if depth == 0, token.isMark(",", "}", "]", ";") || isAtList && !texts.isEmpty { break }
      if token.isMark("(", "<", "[") { depth += 1 }
      if token.isMark(")", ">", "]") { depth -= 1 }
      texts.append(token.kind == .string ? "\"\(token.text)\"" : token.text)
      cursor += 1
    }
    return Sample(kind: .words(texts.joined(separator: " ")), lines: line...line)
  }

  private mutating func object(_ open: CodeToken, closedBy close: String = "}", depth: Int) -> Sample {
    cursor += 1
    var members: [Sample.Member] = []
    var isCut = false
    while let token = peek, !token.isMark(close) {
      cursor += 1
      isCut = isCut || token.isDots
      guard [.string, .word, .number].contains(token.kind) else {
        if token.isMark("]") { break }
        continue
      }
      if let member = member(token, depth: depth) { members.append(member) }
    }
    let end = peek?.line ?? tokens.last?.line ?? open.line
    if isAt(close) { cursor += 1 }
    return Sample(kind: .object(members), lines: open.line...max(open.line, end), isCut: isCut && members.isEmpty)
  }

  /// Reads the member whose name begins with `token`.
  private mutating func member(_ token: CodeToken, depth: Int) -> Sample.Member? {
    var name = token.text
    while token.kind == .word, isAt("-"), let next = tokens[safe: cursor + 1], next.kind == .word,
      next.line == token.line
    {
      name += "-" + next.text
      cursor += 2
    }
    let isOptional = isAt("?")
    if isOptional { cursor += 1 }
    guard isAt(":", "=", "=>") else {
      // JavaScript's shorthand: { name, email }.
      guard token.kind == .word, isAt(",", "}") || peek.map({ $0.line > token.line }) ?? true, Remark.isValueWord(name)
      else { return nil }
      return .init(name: name, line: token.line, value: Sample(kind: .words(name), lines: token.line...token.line))
    }
    cursor += 1
    guard var value = dots() ?? value(depth: depth + 1) else { return nil }
    // A comment after the value, on the line it ends on.
    if isAt(",") { cursor += 1 }
    if let comment = comments[value.lines.upperBound] ?? comments[token.line] { value.comment += comment }
    return .init(name: name, line: token.line, value: value, isMarkedOptional: isOptional)
  }

  private mutating func array(_ open: CodeToken, depth: Int) -> Sample {
    cursor += 1
    // Swift's dictionaries: ["a": b].
    if let first = peek, first.kind == .string, tokens.at(cursor + 1).isMark(":") {
      cursor -= 1
      return object(open, closedBy: "]", depth: depth)
    }
    var items: [Sample] = []
    var isCut = false
    while let token = peek, !token.isMark("]") {
      if token.isMark("}") { break }
      if dots() != nil {
        isCut = true
      } else if let item = value(depth: depth + 1) {
        items.append(item)
      } else {
        cursor += 1
      }
    }
    let end = peek?.line ?? tokens.last?.line ?? open.line
    if isAt("]") { cursor += 1 }
    return Sample(
      kind: .array(items),
      lines: open.line...max(open.line, end),
      isCut: items.isEmpty ? isCut : items.allSatisfy(\.isCut)
    )
  }

  /// Reads dots in place of a value.
  private mutating func dots() -> Sample? {
    guard let token = peek, token.isDots else { return nil }
    while peek?.isDots == true { cursor += 1 }
    return Sample(kind: .words("…"), lines: token.line...token.line)
  }
}

extension CodeToken {
  /// True for dots in place of something left out.
  fileprivate var isDots: Bool { kind != .string && [".", "...", "…"].contains(text) }
}

extension Array {
  /// The element, or `nil` if the index is out of range.
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
