import AssayText

/// The use of a model in client code that decodes it.
struct ModelUse: Sendable {
  /// True if data that does not match is dropped without notice: `try?`.
  var isQuiet: Bool
  /// The members that are read, as spelled in the code; `nil` if the value is passed on whole, so that this is unknown.
  var members: Set<String>?

  /// Combines the use of the model with a second one: all members that either reads; quiet only if both are.
  mutating func merge(_ other: ModelUse) {
    isQuiet = isQuiet && other.isQuiet
    members = if let own = members, let others = other.members { own.union(others) } else { nil }
  }

  /// Returns every place where Swift or Kotlin code decodes a model, with the use of the value; `tokens` has no
  /// comments.
  static func all(in tokens: [CodeToken]) -> [(model: String, use: ModelUse)] {
    tokens.indices.compactMap { index in
      guard let call = DecodingCall(at: index, in: tokens) else { return nil }
      var use = ModelUse(isQuiet: call.isQuiet)
      if !call.isList, let name = variable(assignedAt: call.start - 1, tokens),
        let scope = scope(behind: call.end, tokens)
      {
        use.members = members(of: name, in: tokens[scope])
      }
      return (call.model, use)
    }
  }

  private static let declaring = CommaSeparated.set("let, var, val")

  /// The name in front of the `=` at `index`: `let event =`, `let event: Event =`.
  private static func variable(assignedAt index: Int, _ tokens: [CodeToken]) -> String? {
    guard tokens.at(index).isMark("=") else { return nil }
    let place = tokens.at(index - 2).isMark(":") ? index - 3 : index - 1
    guard let name = tokens[safe: place], name.kind == .word, tokens.at(place - 1).isWord(in: declaring)
    else { return nil }
    return name.text
  }

  /// Returns the range of tokens in which the variable of a decoded value is visible: the block after `end`, or the
  /// rest of the enclosing block; `nil` if that is too long to search.
  private static func scope(behind end: Int, _ tokens: [CodeToken]) -> Range<Int>? {
    if tokens.at(end + 1).isMark("{") {
      return CodeBrackets.end(of: end + 1, in: tokens).map { end + 2..<$0 }
    }
    var depth = 0
    let last = min(tokens.count, end + 1 + CodeBrackets.mostTokens)
    let close = (end + 1..<last).first { index in
      depth += tokens[index].isMark("{") ? 1 : tokens[index].isMark("}") ? -1 : 0
      return depth < 0
    }
    return close == nil && last < tokens.count ? nil : end + 1..<(close ?? last)
  }

  /// Returns the members that code reads of `name`; `nil` if it reads none, or uses the whole value.
  private static func members(of name: String, in part: ArraySlice<CodeToken>) -> Set<String>? {
    var found: Set<String> = []
    for index in part.indices {
      let token = part[index]
      if token.kind == .string, token.text.containsAny("\\(", "$") {
        guard let read = members(of: name, inText: token.text) else { return nil }
        found.formUnion(read)
      }
      let before = index > part.startIndex ? part[index - 1] : nil
      var behind = index + 1
      guard token.isWord(name), before?.isMark(".") != true,
        !(part.indices.contains(behind) && part[behind].isMark(":"))
      else { continue }
      // Another value of the name.
      if before?.isWord(in: declaring) == true { break }
      while part.indices.contains(behind), part[behind].isMark("?", "!") { behind += 1 }
      guard part.indices.contains(behind + 1), part[behind].isMark("."), part[behind + 1].kind == .word else {
        return nil
      }
      found.insert(part[behind + 1].text)
    }
    return found.isEmpty ? nil : found
  }

  /// Returns the members read in a string: `"job \(event.job_id)"`, `"job ${event.jobId}"`; `nil` if it uses the whole
  /// value.
  private static func members(of name: String, inText text: String) -> Set<String>? {
    var found: Set<String> = []
    for (mark, end) in [("\\(", ")"), ("${", "}")] where text.contains(mark) {
      for part in text.split(separator: mark).dropFirst(text.hasPrefix(mark) ? 0 : 1) {
        let words = part.prefix { String($0) != end }.split { !($0.isLetter || $0.isNumber || "_.?!".contains($0)) }
        for word in words {
          let names = word.split { ".?!".contains($0) }
          guard names.first.map(String.init) == name else { continue }
          guard names.count > 1 else { return nil }
          found.insert(String(names[1]))
        }
      }
    }
    let isWhole = text.split(separator: "$").dropFirst(text.hasPrefix("$") ? 0 : 1).contains { part in
      part.prefix { $0.isLetter || $0.isNumber || $0 == "_" } == name
    }
    return isWhole ? nil : found
  }
}

/// A client that listens for an event and does not read its data.
enum DeafListener {
  private static let readers = CommaSeparated.list("data, json, decode, parse, payload, message, body")

  /// Returns every event that is listened for with a block of code, and whether that block ignores the data.
  static func all(in tokens: [CodeToken]) -> [(event: String, isDeaf: Bool)] {
    tokens.indices.compactMap { index in
      guard tokens[index].kind == .string, tokens.at(index - 1).isMark("("),
        tokens.at(index - 2).isWord("addEventListener")
      else { return nil }
      // A block in the call, or after it, as Swift has it.
      guard let end = CodeBrackets.end(of: index - 1, in: tokens) else { return (tokens[index].text, false) }
      let block = (index..<end).first { tokens[$0].isMark("{") }
      let trailing = tokens.at(end + 1).isMark("{") ? end + 1 : nil
      guard let open = block ?? trailing, let close = CodeBrackets.end(of: open, in: tokens) else {
        return (tokens[index].text, false)
      }
      var inside = tokens[open + 1..<close]
      if let place = inside.firstIndex(where: { $0.isWord("in") }), tokens[place].line == tokens[open].line {
        inside = inside[(place + 1)...]
      }
      let reads = inside.contains { token in
        token.kind == .word && readers.contains { token.text.lowercased().contains($0) }
      }
      return (tokens[index].text, !reads)
    }
  }
}

/// Brackets in code.
enum CodeBrackets {
  /// The most tokens in brackets that are searched: a guide with many longer brackets would take too long.
  static let mostTokens = 600

  /// Returns the index of the bracket that closes the one at `index`; `nil` if it is not within `most` tokens.
  static func end(of index: Int, in tokens: [CodeToken], within most: Int = mostTokens) -> Int? {
    guard let open = tokens[safe: index], let close = ["(": ")", "{": "}", "[": "]"][open.text] else { return nil }
    var depth = 0
    return (index..<min(tokens.count, index + most)).first { place in
      depth += tokens[place].isMark(open.text) ? 1 : tokens[place].isMark(close) ? -1 : 0
      return depth == 0
    }
  }
}
