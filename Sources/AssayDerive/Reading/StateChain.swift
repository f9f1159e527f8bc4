import AssayDocuments

/// States that arrows lead through: `pending → processing → done or failed`; where several may come, each is of the group.
struct StateChain {
  /// The names between two arrows, the first before the first arrow.
  var groups: [[String]]

  static let arrows = ["→", "->", "=>", "➜", "⟶"]

  /// The names behind which no arrow stands.
  var ends: [String] { groups.last ?? [] }

  /// The chains of a line: those of its code where the arrows stand between pieces of code, else those of its words.
  static func chains(in text: String, _ line: MarkdownText?) -> [StateChain] {
    guard arrows.contains(where: { text.contains($0) }) else { return [] }
    let spans = line.map { ofCode($0) } ?? []
    return spans.isEmpty ? arrows.compactMap { ofWords(text, $0) } : spans
  }

  // MARK: Code

  /// `` `a` → `b` | `c`; `b` → `d` `` has two: what is neither an arrow nor a word for "or" ends a chain.
  private static func ofCode(_ line: MarkdownText) -> [StateChain] {
    var (chains, groups): ([StateChain], [[String]]) = ([], [])
    // What the text in front of a piece of code says of it.
    var (isAlternative, isNext) = (false, false)
    func end() {
      if groups.count > 1 { chains.append(StateChain(groups: groups)) }
    }
    for run in line.runs {
      guard run.isCode else {
        let text = run.text.trimmed
        if text.isEmpty { continue }
        isNext = arrows.contains(text)
        isAlternative = !isNext && words(text).allSatisfy { Vocabulary.alternatives.contains($0.lowercased()) }
        continue
      }
      let name = run.text.trimmingMarks
      guard Remark.isValueWord(name) else {
        end()
        (groups, isAlternative, isNext) = ([], false, false)
        continue
      }
      if isNext, !groups.isEmpty {
        groups.append([name])
      } else if isAlternative, !groups.isEmpty {
        groups[groups.count - 1].append(name)
      } else {
        end()
        groups = [[name]]
      }
      (isAlternative, isNext) = (false, false)
    }
    end()
    return chains
  }

  // MARK: Words

  private static func ofWords(_ text: String, _ arrow: String) -> StateChain? {
    let parts = text.split(separator: arrow).map { $0.trimmed }
    guard parts.count > 1, text.contains(arrow) else { return nil }
    var groups = parts.map { names(in: $0) ?? [] }
    // The chain may begin behind a label, and a sentence may go on behind it: "Status: pending → done. Then …".
    if groups[0].isEmpty, let word = parts[0].split(whereSeparator: { " :：`(（".contains($0) }).last {
      groups[0] = [String(word).trimmingMarks]
    }
    if groups[groups.count - 1].isEmpty { groups[groups.count - 1] = beginning(of: parts[parts.count - 1]) }
    return StateChain(groups: groups)
  }

  /// A text's words, each comma, bar and slash one of its own.
  private static func words(_ text: String) -> [String] {
    var (words, word) = ([String](), "")
    for character in text + " " {
      guard character == " " || Vocabulary.alternatives.contains(String(character)) && !character.isLetter else {
        word.append(character)
        continue
      }
      if !word.isEmpty { words.append(word) }
      word = ""
      if character != " " { words.append(String(character)) }
    }
    return words
  }

  /// The names of a text in which there is nothing else; `nil` where there is.
  private static func names(in text: String) -> [String]? {
    let (names, isWhole) = read(text)
    return isWhole ? names : nil
  }

  /// The names a text begins with.
  private static func beginning(of text: String) -> [String] { read(text).names }

  /// The first name and those that follow it behind commas, bars and words for "or".
  private static func read(_ text: String) -> (names: [String], isWhole: Bool) {
    var names: [String] = []
    var isSeparate = true
    let words = words(text)
    for (index, word) in words.enumerated() {
      if !names.isEmpty, Vocabulary.alternatives.contains(word.lowercased()) {
        isSeparate = true
        continue
      }
      let name = word.trimmingMarks
      if name.isEmpty { continue }
      guard isSeparate, Remark.isValueWord(name) else { return (names, false) }
      names.append(name)
      isSeparate = false
      // A full stop or a bracket ends the list.
      if let last = word.last, ".;。；)）:".contains(last) { return (names, index == words.count - 1) }
    }
    return (names, true)
  }
}
