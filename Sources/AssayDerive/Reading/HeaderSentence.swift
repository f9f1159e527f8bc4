import AssayDocuments
import AssayText

/// The statement of a sentence about the header fields it names: requests have them; they belong to responses, webhooks
/// or former versions; or they must not be sent.
enum HeaderSentence {
  enum Standing { case ofRequests, ofOthers, untold }

  private static let answers = WordList.response + WordList.failure + WordList.coming
  /// Words that begin a contrasting clause in the same sentence.
  private static let contrasts = [" but ", " aber ", " sondern ", " mais ", " pero ", " mas ", " ma ", " но ", " але "]

  /// Words before a name that should no longer be used: "instead of `X-Old`".
  private static let replacements = [" instead of ", " rather than ", " statt ", " anstelle "]

  /// Returns what `sentence` says about the header field whose name is the piece of code at `position`.
  static func standing(of position: Int, in sentence: MarkdownText) -> Standing {
    let before = sentence.runs[..<position].map { $0.isCode ? " " : $0.text }.joined()
    var after = ""
    for run in sentence.runs[(position + 1)...] {
      // Several in a row share what is said after the last of them.
      if run.isCode, !after.wordParts("-'’").allSatisfy({ Vocabulary.isLink($0) }) { break }
      after += run.isCode ? " " : run.text
    }
    return standing(before: before.lowercased(), after: after.lowercased())
  }

  /// Returns what a sentence says about a header field, from the text before and after its name, in lower case. The
  /// nearest word before the name counts most.
  static func standing(before: String, after: String = "") -> Standing {
    var front = before
    for word in contrasts { front = front.replacing(word, with: ";") }
    let isEnd = { (character: Character) in character == ";" || character == "；" }
    let clause = String(front.split(omittingEmptySubsequences: false, whereSeparator: isEnd).last ?? "")
    var back = String(after.prefix { !isEnd($0) })
    for word in replacements { if let range = back.firstRange(of: word) { back = String(back[..<range.lowerBound]) } }
    let rest = WordedText(back)
    let own = WordedText(clause)
    if WordedText(before).has(.webhooks) || rest.has(.webhooks) { return .ofOthers }
    if own.has(.avoided) || own.has(.denied) || rest.has(.avoided) { return .ofOthers }
    for word in clause.wordParts("-'’").reversed() {
      if isSending(word) { return .ofRequests }
      if word.has(answers) { return .ofOthers }
    }
    if rest.has(.denied) { return .ofOthers }
    if own.has(.request) || rest.has(.request) { return .ofRequests }
    return rest.has(answers) ? .ofOthers : .untold
  }

  /// Returns true if a word asks a client to send: `send` does, `sends` is about a different sender.
  private static func isSending(_ word: String) -> Bool {
    WordList.sending.words.contains(word)
      || word.utf8.first.map { $0 >= 0xE2 } == true && word.has(.sending)
  }
}
