import AssayJSON
import AssaySecrets
import AssayVerifier

/// Values too short to be looked for everywhere, as findings show them on their own: as a whole text, or where they are
/// quoted.
struct ShortSecrets {
  /// The text shown instead of each value.
  private var hidden: [String: String] = [:]
  /// The same, of the values in quotes.
  private var quoted: [Substring: String] = [:]
  /// One secret of each token, so that the token stays where it is put.
  private(set) var tokens: [Secret] = []
  private var known: Set<String> = []

  var isEmpty: Bool { hidden.isEmpty }

  /// Shows `text`, which holds `secret`, as `hidden`; the first counts.
  mutating func add(_ text: String, _ hidden: String, of secret: Secret) {
    guard self.hidden[text] == nil else { return }
    self.hidden[text] = hidden
    quoted[JSONEscapes.quote(text)[...]] = "\"\(hidden)\""
    if known.insert(secret.token).inserted { tokens.append(secret) }
  }

  /// `text` without them, in one pass.
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

  /// Returns the end of the JSON string that `text` begins with; `nil` where the string does not end.
  private static func closingQuote(of text: Substring) -> String.Index? {
    var isEscaped = false
    for index in text.indices.dropFirst() {
      if !isEscaped, text[index] == "\"" { return index }
      isEscaped = !isEscaped && text[index] == "\\"
    }
    return nil
  }
}
