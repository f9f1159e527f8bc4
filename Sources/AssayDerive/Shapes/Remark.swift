import AssayDocuments
import AssayText

/// The statements about a field in a nearby comment or description.
struct Remark: Sendable {
  var values: [String] = []
  var isOptional = false
  var isRequired = false
  var isNullable = false
  var type: String?
  var minimum: String?
  var maximum: String?

  /// - Parameter value: The value the remark is about, if it is a string.
  init(_ text: String, value: String? = nil) {
    guard !text.isEmpty else { return }
    let lowered = text.lowercased()
    isNullable = lowered.has(Self.nullable)
    isOptional = lowered.has(Self.optional)
    isRequired = !isOptional && lowered.has(Self.required)
    if let first = lowered.split(whereSeparator: { " ,(|?".contains($0) }).first { type = TypeWords.type(first) }
    values = Self.list(in: text, value: value)
    (minimum, maximum) = Self.range(in: lowered)
  }

  private static let nullable: WordList = ["null", "nullable", "nil"]
  private static let optional = WordList(
    """
    optional, nullable, facultatif, optionnel, opcional, необязательно, 可选, 任意, 선택
    """
  )
  private static let required = WordList(
    """
    required, mandatory, pflichtfeld, erforderlich, obligatoire, requis, obligatorio, обязательно, 必填, 必須, 필수
    """
  )
  private static let exemplary = CommaSeparated.list("e.g., for example, such as, z.b., etc, ..., …, 例如")

  /// Returns the values that a text lists: `pending, processing, completed`, `"a" | "b"`, `one of a/b/c`; empty if it
  /// lists none, or only examples.
  static func list(in text: String, value: String? = nil) -> [String] {
    let quoted = quotedWords(text)
    if quoted.count > 1, value == nil || quoted.contains(value ?? "") { return isExemplary(text) ? [] : quoted }
    var body = Substring(text)
    if let colon = body.unicodeScalars.lastIndex(where: { $0 == ":" || $0 == "：" }) {
      body = body[body.unicodeScalars.index(after: colon)...]
    }
    for opening in ["one of ", "oneOf ", "either ", "enum ", "values "] {
      if let range = body.firstRange(of: opening) { body = body[range.upperBound...] }
    }
    guard let parts = Self.parts(of: body), parts.count > 1, !isExemplary(text) else { return [] }
    if let value { return parts.contains(value) ? parts : [] }
    // Without a value to compare with, names that are data's own: in one case, as codes are.
    guard text.contains("|") || quoted.count > 1 || parts.allSatisfy({ $0.contains("_") || $0 == $0.lowercased() })
    else { return [] }
    return parts.count > 2 || text.containsAny("|", "/") ? parts : []
  }

  /// The words of a listed set of pieces of code: "`low`, `medium` or `high`", "(`a`, `b`)".
  static func list(inCode runs: ArraySlice<MarkdownText.Run>) -> [String] {
    var (found, links): ([String], String) = ([], "")
    for run in runs {
      let words = run.text.split { $0.isWhitespace || ",()|/、，".contains($0) }
      if run.isCode, isValueWord(run.text.trimmed) {
        found.append(run.text.trimmed)
      } else if !found.isEmpty, !words.allSatisfy({ Vocabulary.isLink($0.lowercased()) }) {
        if found.count > 1 { break }
        found = []
      } else if !found.isEmpty {
        links += run.text
      }
    }
    // "`width` and `height`" are two things.
    let isOfAlternatives =
      links.contains { ",|/、，".contains($0) }
      || links.split(separator: " ").contains { Vocabulary.alternatives.contains($0.lowercased()) }
    return found.count > 1 && isOfAlternatives && !isExemplary(runs.map(\.text).joined()) ? found : []
  }

  /// Returns true if the values of a text are examples, not a complete list.
  private static func isExemplary(_ text: String) -> Bool {
    let lowered = text.lowercased()
    return exemplary.contains { lowered.contains($0) }
  }

  /// Returns the words between commas, bars, slashes and "or"; `nil` if there is anything else between these.
  private static func parts(of text: Substring) -> [String]? {
    var parts: [String] = []
    for part in text.unicodeScalars.split(whereSeparator: { ",|/·、".unicodeScalars.contains($0) }) {
      var isSeparate = true
      for word in part.split(whereSeparator: \.properties.isWhitespace) {
        let word = String(word)
        if connectors.contains(word) {
          isSeparate = true
          continue
        }
        let value = word.trimmingMarks
        if value.isEmpty { continue }
        guard isSeparate, isValueWord(value) else { return nil }
        parts.append(value)
        isSeparate = false
      }
    }
    return parts
  }

  private static let connectors = ["or", "oder", "ou", "и", "или"]

  /// Returns the words of `text` that are in quotes or backticks.
  static func quotedWords(_ text: String) -> [String] {
    guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x27 || $0 == 0x60 || $0 == 0xE2 }) else { return [] }
    var words: [String] = []
    let scalars = text.unicodeScalars
    var open: (mark: Unicode.Scalar, start: String.Index)?
    var wasLetter = false
    for (index, scalar) in zip(scalars.indices, scalars) {
      if let current = open {
        if scalar == current.mark || current.mark == "“" && scalar == "”" || current.mark == "'" && scalar == "’" {
          let word = String(text[scalars.index(after: current.start)..<index]).trimmingMarks
          if isValueWord(word) { words.add(word) }
          open = nil
        }
      } else if scalar == "\"" || scalar == "`" || scalar == "“" || scalar == "'" && !wasLetter {
        open = (scalar, index)
      }
      wasLetter = scalar.properties.isAlphabetic
    }
    return words
  }

  static func isValueWord(_ word: String) -> Bool {
    guard let first = word.unicodeScalars.first, word.utf8.count <= 40 else { return false }
    guard first.properties.isAlphabetic || first.properties.numericType != nil || first == "_" else { return false }
    return word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_" || $0 == "-" || $0 == "."
    }
  }

  /// Returns the bounds of a range: `0.0 to 1.0`, `0-100`, `between 1 and 5`, `1–10`.
  private static func range(in text: String) -> (String?, String?) {
    guard text.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return (nil, nil) }
    let tokens = CodeLexer.tokens(
      of: [text.replacing("–", with: " - ").replacing("—", with: " - ").replacing("..", with: " - ")],
      firstLine: 1
    )
    for index in tokens.indices.dropLast(2) {
      let (low, between, high) = (tokens[index], tokens[index + 1], tokens[index + 2])
      guard low.kind == .number, high.kind == .number, let least = Double(low.text), let most = Double(high.text),
        least < most
      else { continue }
      let previous = index > 0 ? tokens[index - 1].text : ""
      if between.text == "to" || between.text == "bis" || between.isMark("-")
        || (between.text == "and" && previous == "between")
      {
        guard
          index + 3 >= tokens.count
            || !tokens[index + 3].isMark("-")
              && !["seconds", "second", "minutes", "s", "ms", "hours", "days", "mb", "characters", "chars", "items"]
                .contains(tokens[index + 3].text)
        else { continue }
        return (low.text, high.text.hasPrefix("-") ? String(high.text.dropFirst()) : high.text)
      }
    }
    return (nil, nil)
  }
}
