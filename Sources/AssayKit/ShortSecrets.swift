import AssayJSON
import AssaySecrets
import AssayVerifier

/// Secrets too short to be searched for everywhere. They are hidden only if they are a whole text, or in quotes.
struct ShortSecrets {
  /// The replacement text for each hidden text, by the text.
  private var hidden: [String: String] = [:]
  /// The replacement text, in quotes, for each hidden text as a JSON string.
  private var quoted: [Substring: String] = [:]
  /// The secrets whose tokens are in the hidden texts. Tokens that were already inserted are thereby recognised and
  /// kept.
  private(set) var tokens: [Secret] = []
  private var known: Set<String> = []

  var isEmpty: Bool { hidden.isEmpty }

  /// Makes `hidden` the text that is shown instead of `text`, which contains `secret`; ignored if `text` was added
  /// before.
  mutating func add(_ text: String, _ hidden: String, of secret: Secret) {
    guard self.hidden[text] == nil else { return }
    self.hidden[text] = hidden
    quoted[JSONEscapes.quote(text)[...]] = "\"\(hidden)\""
    if known.insert(secret.token).inserted { tokens.append(secret) }
  }

  /// Returns `text` with all values hidden, in one pass.
  func hidden(in text: String) -> String {
    if hidden.isEmpty { return text }
    if let whole = hidden[text] { return whole }
    var result = ""
    var rest = text[...]
    while let first = rest.first {
      var part = rest.prefix(1)
      if first == "\"", let end = Self.closingQuote(of: rest) {
        let other = quoted[rest[...end]]
        if other != nil { part = rest[...end] }
        result += other ?? String(part)
      } else if first.isNumber || first.isLetter {
        // A number is not quoted; one of two digits is not a secret, and neither is a part of a longer one, or of a word.
        part = rest.prefix { $0.isNumber || $0.isLetter }
        let isNumber = part.utf8.count > 2 && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        result += isNumber ? hidden[String(part)] ?? String(part) : String(part)
      } else {
        result += part
      }
      rest = rest[part.endIndex...]
    }
    return result
  }

  /// Returns the end of the JSON string with which `text` begins; `nil` if the string does not end.
  private static func closingQuote(of text: Substring) -> String.Index? {
    var isEscaped = false
    for index in text.indices.dropFirst() {
      if !isEscaped, text[index] == "\"" { return index }
      isEscaped = !isEscaped && text[index] == "\\"
    }
    return nil
  }
}
