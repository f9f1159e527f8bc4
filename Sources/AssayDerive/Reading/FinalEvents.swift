import AssayDocuments
import AssayText

/// The events with which a stream ends according to a text: those next to the word for the end, not all that it names.
struct FinalEvents {
  /// The names, and texts that are not JSON, such as `[DONE]`, in the order of the text.
  private(set) var names: [String] = []

  private enum Token: Equatable {
    /// A word in lower case.
    case word(String)
    case name(String)
    case comma
    case stop
  }

  init(_ text: MarkdownText) {
    guard text.plain.lowercased().has(WordList.ends + ["over"]) else { return }
    for sentence in Self.tokens(of: text).split(separator: .stop) { read(Array(sentence.prefix(Self.longest))) }
  }

  /// The part of a long sentence that is read, in tokens.
  private static let longest = 200

  // MARK: Tokens

  private static func tokens(of text: MarkdownText) -> [Token] {
    var tokens: [Token] = []
    for (index, run) in text.runs.enumerated() {
      let text = run.text.trimmingMarks
      let name = MarkText(line: run.text)?.text ?? (text.hasPrefix("event:") ? text.dropFirst(6).trimmed : text)
      let isName = name.isFieldName || name.hasPrefix("[")
      // "The stream **ends** with …": a word, as it is not where it begins an item.
      let isStrong = run.isStrong && (index == 0 || !name.lowercased().has(.ends))
      if isName, run.isCode || isStrong {
        tokens.append(.name(name))
      } else if !run.isCode {
        add(run.text, to: &tokens)
      }
    }
    return tokens
  }

  private static func add(_ text: String, to tokens: inout [Token]) {
    let quoted = Set(Remark.quotedWords(text))
    // Languages without blanks have them after no mark.
    let text = text.replacing("。", with: "。 ").replacing("、", with: "、 ").replacing("，", with: "， ")
    for part in text.split(whereSeparator: \.isWhitespace) {
      let word = part.trimming("\"'`“”‘’()*.,;:!?。，、；：")
      let isQuoted = part.contains { "\"'`“‘".contains($0) } && quoted.contains(word)
      if let first = part.first, first == "," || first == "，" { tokens.append(.comma) }
      if let first = part.first, ".;!?。；".contains(first) { tokens.append(.stop) }
      if !word.isEmpty { tokens.append(isQuoted ? .name(word) : .word(word.lowercased())) }
      guard !word.isEmpty, let last = part.drop(while: { !$0.isLetter }).last else { continue }
      if ",，、:：".contains(last) { tokens.append(.comma) }
      if ".;!?。；".contains(last) { tokens.append(.stop) }
    }
  }

  // MARK: Sentences

  private static let prepositions = CommaSeparated.set(
    """
    with, after, on, by, when, once, in, at, upon, is, are, being, always, mit, nach, bei, ist, sind, avec,
    après, par, est, con, después, tras, es, com, após, é, dopo, после
    """
  )
  private static let moments = CommaSeparated.set(
    """
    after, when, once, upon, as, nach, wenn, sobald, après, quand, después, cuando, após, quando, dopo, после,
    когда
    """
  )
  private static let nouns = CommaSeparated.set(
    "event, events, one, ones, message, messages, ereignis, événement, evenement, evento, событие, is"
  )
  /// Words in front of an end that is only looked forward to.
  private static let untils = CommaSeparated.set("until, till, before, unless, bis, vor, jusqu, hasta, antes")

  private mutating func read(_ tokens: [Token]) {
    for (index, token) in tokens.enumerated() {
      guard case .word(let word) = token, isEnd(word, behind: tokens[..<index].last), !isDenied(tokens, at: index)
      else { continue }
      let (before, behind) = (group(before: index, tokens), group(behind: index, tokens))
      for name in leads(tokens, at: index) ? behind ?? before ?? [] : before ?? behind ?? [] { names.add(name) }
    }
  }

  /// Returns true if `word` says that something ends: "The stream ends", "the stream is over". In "over HTTP" it does
  /// not.
  private func isEnd(_ word: String, behind last: Token?) -> Bool {
    // The back end sends; it does not end.
    if word == "end", ["back", "front"].contains(where: { last == .word($0) }) { return false }
    guard word == "over" else { return word.has(.ends) }
    return ["is", "are", "be"].contains { last == .word($0) }
  }

  /// Returns true if the subject of the word at `index` follows it: "ends with", "the last event is", "the final `x`".
  private func leads(_ tokens: [Token], at index: Int) -> Bool {
    var rest = tokens[(index + 1)...]
    if case .word(let word)? = rest.first, Self.nouns.contains(word) {
      if word == "is" { return true }
      rest = rest.dropFirst()
      if rest.first == .comma { rest = rest.dropFirst() }
    }
    switch rest.first {
    case .name: return true
    case .word(let word): return Self.prepositions.contains(word)
    default: return false
    }
  }

  private func isDenied(_ tokens: [Token], at index: Int) -> Bool {
    let start = tokens[..<index].lastIndex(of: .comma).map { $0 + 1 } ?? 0
    let end = tokens[index...].firstIndex(of: .comma) ?? tokens.count
    func words(_ range: Range<Int>) -> String {
      tokens[range].map { if case .word(let word) = $0 { word } else { "`" } }.joined(separator: " ")
    }
    let isAhead = tokens[start..<index].suffix(3).contains {
      if case .word(let word) = $0 { Self.untils.contains(word) } else { false }
    }
    return isAhead || words(start..<end).has(.denied)
  }

  /// Returns the event names after the word at `index`, up to the next clause; `nil` if absent. A few words may precede
  /// the names.
  private func group(behind index: Int, _ tokens: [Token]) -> [String]? {
    var names: [String] = []
    var words = 0
    for place in tokens.indices.dropFirst(index + 1) {
      switch tokens[place] {
      case .name(let name): names.append(name)
      case .word(let word):
        if names.isEmpty { words += 1 } else if !Vocabulary.isLink(word) { return names }
        if words > 8 { return nil }
      case .comma:
        let next = tokens[safe: place + 1]
        if names.isEmpty {
          guard case .name = next else { return nil }
        } else if case .word(let word)? = next, Vocabulary.conjunctions.contains(word) {
          return names
        }
      case .stop: return names.isEmpty ? nil : names
      }
    }
    return names.isEmpty ? nil : names
  }

  /// Returns the event names before the word at `index`, which says that the stream ends. Names in a separate clause
  /// count only if that clause says when the end occurs. Returns `nil` if absent.
  private func group(before index: Int, _ tokens: [Token]) -> [String]? {
    var names: [String] = []
    var isOtherClause = false
    var place = index - 1
    scan: while place >= 0 {
      switch tokens[place] {
      case .name(let name): names.insert(name, at: 0)
      case .word(let word) where names.isEmpty:
        // "…, and the stream ends": what stands in front of a comma is another matter.
        if isOtherClause, Vocabulary.conjunctions.contains(word) { return nil }
      case .word(let word): if !Vocabulary.isLink(word) { break scan }
      case .comma where names.isEmpty: isOtherClause = true
      case .comma:
        if case .word(let word)? = tokens[safe: place + 1], Vocabulary.conjunctions.contains(word) { break scan }
      case .stop: break scan
      }
      place -= 1
    }
    guard !names.isEmpty else { return nil }
    let isMoment = tokens[...max(place, 0)].contains {
      if case .word(let word) = $0 { Self.moments.contains(word) } else { false }
    }
    return isOtherClause && !isMoment ? nil : names
  }
}
