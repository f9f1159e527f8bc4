import AssayDocuments
import AssayText

/// States connected by arrows: `pending → processing → done or failed`; alternatives form a group.
struct StateChain {
  /// The names between two arrows, the first before the first arrow.
  var groups: [[String]]

  static let arrows = CommaSeparated.list("→, -->, ->, =>, ➜, ⟶, ▶, ►")

  /// True if one of the names is a common one for states of jobs.
  var hasKnownState: Bool { groups.joined().contains { Vocabulary.isState($0) } }
  /// True if all names are spelt as states are: in one case.
  var isOfWords: Bool { groups.joined().allSatisfy { $0 == $0.lowercased() || $0 == $0.uppercased() } }
  /// The names after the last arrow.
  var ends: [String] { groups.last ?? [] }

  /// Returns the chains in a line: from its pieces of code if arrows are between them, otherwise from its words.
  static func chains(in text: String, _ line: MarkdownText?) -> [StateChain] {
    guard arrows.contains(where: { text.contains($0) }) else { return [] }
    let spans = line.map { ChainReader.chains(in: tokens(ofCode: $0), isCode: true) } ?? []
    return spans.isEmpty ? ChainReader.chains(in: tokens(ofWords: text), isCode: false) : spans
  }

  // MARK: Tokens

  enum Token: Equatable {
    case name(String)
    case arrow
    /// A comma or a word for "or" or "and": an alternative, or the beginning of another chain.
    case comma
    /// A bar or a slash: an alternative.
    case bar
    /// A token that chains do not cross: the end of a sentence; in code, every word except those for "or".
    case stop
    /// Any other word, which is neither a name nor a connection between names.
    case other
  }

  /// Returns the tokens of a line whose names are pieces of code; the text between them is an arrow, an alternative or
  /// the end of a chain.
  private static func tokens(ofCode line: MarkdownText) -> [Token] {
    line.runs.flatMap { run -> [Token] in
      let text = run.text.trimmed
      if run.isCode {
        let name = run.text.trimmingMarks
        return [Remark.isValueWord(name) ? .name(name) : .stop]
      }
      if text.isEmpty || arrows.contains(text) { return text.isEmpty ? [] : [.arrow] }
      let tokens = tokens(ofWords: text)
      return tokens.contains { $0 != .comma && $0 != .bar } ? [.stop] : tokens
    }
  }

  private static func tokens(ofWords text: String) -> [Token] {
    // Arrows as diagrams draw them: `──▶`, `---->`.
    var text = String(text.map { "─━".contains($0) ? "-" : "▶►".contains($0) ? "→" : $0 })
    while text.contains("---") { text = text.replacing("---", with: "--") }
    while text.contains("-→") { text = text.replacing("-→", with: "→") }
    for arrow in arrows { text = text.replacing(arrow, with: " → ") }
    for mark in ",，、|/;；。:：" { text = text.replacing(String(mark), with: " \(mark) ") }
    return text.split(whereSeparator: \.isWhitespace).flatMap { token(String($0)) }
  }

  /// Returns the tokens of a word; a full stop after it ends the sentence, and brackets around it are ignored.
  private static func token(_ word: String) -> [Token] {
    switch word {
    case "→": return [.arrow]
    case ",", "，", "、": return [.comma]
    case "|", "/": return [.bar]
    case ";", "；", "。", ":", "：": return [.stop]
    default: break
    }
    let name = word.trimmingMarks
    let stop: [Token] = word.trimming("\"'`“”‘’()[]*").hasSuffix(".") ? [.stop] : []
    if name.isEmpty { return stop }
    if Vocabulary.isLink(name.lowercased()) { return [.comma] }
    return [Remark.isValueWord(name) ? .name(name) : .other] + stop
  }
}

/// Combines names, arrows and the tokens between them into chains.
private struct ChainReader {
  /// True if names are pieces of code; otherwise any word may be a name.
  private let isCode: Bool
  private var chains: [StateChain] = []
  private var groups: [[String]] = []
  /// The number of chains found in earlier sentences, which are complete.
  private var settled = 0
  /// The state names that the current sentence's chains contain.
  private var seen: Set<String> = []
  private var last = StateChain.Token.stop
  /// True if other words have followed the names after the last arrow, so that the chain has ended.
  private var isOver = false

  static func chains(in tokens: [StateChain.Token], isCode: Bool) -> [StateChain] {
    var reader = ChainReader(isCode: isCode)
    for (index, token) in tokens.enumerated() { reader.take(token, tokens[index...]) }
    reader.end()
    return reader.chains
  }

  private init(isCode: Bool) { self.isCode = isCode }

  private mutating func take(_ token: StateChain.Token, _ rest: ArraySlice<StateChain.Token>) {
    defer { last = token }
    switch token {
    case .comma, .bar: break
    case .arrow:
      // Words and then an arrow: where the chain goes on is not told.
      if isOver {
        chains.removeSubrange(settled...)
        groups = []
      }
    case .stop:
      end()
      (settled, seen, isOver) = (chains.count, [], false)
    case .other:
      if groups.count > 1 { isOver = true } else { groups = [] }
    case .name(let name): take(name, rest)
    }
  }

  private mutating func take(_ name: String, _ rest: ArraySlice<StateChain.Token>) {
    guard !isOver else { return }
    defer { seen.insert(name) }
    guard !groups.isEmpty else {
      // After an arrow from nowhere there is not a chain.
      if last != .arrow || isCode { groups = [[name]] }
      return
    }
    switch last {
    case .arrow: groups.append([name])
    case .comma where groups.count > 1 && seen.contains(name) && Self.leadsOn(rest): begin(with: name)
    case .comma, .bar: groups[groups.count - 1].add(name)
    default:
      // Two names side by side: the sentence goes on after its chain, or the chain begins after words.
      if groups.count > 1, !isCode { isOver = true } else { begin(with: name) }
    }
  }

  /// Returns true if `tokens` begin with names, separated by commas or bars, that are followed by an arrow.
  private static func leadsOn(_ tokens: ArraySlice<StateChain.Token>) -> Bool {
    var wasName = false
    for token in tokens {
      switch token {
      case .name where !wasName: wasName = true
      case .comma, .bar: wasName = false
      default: return token == .arrow
      }
    }
    return false
  }

  private mutating func begin(with name: String) {
    end()
    groups = [[name]]
  }

  private mutating func end() {
    if groups.count > 1 { chains.append(StateChain(groups: groups)) }
    groups = []
  }
}
