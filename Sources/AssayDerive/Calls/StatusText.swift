import AssayText

/// Status codes in text.
enum StatusText {
  /// Returns the code in a status line: `HTTP/1.1 201 Created`, `→ 201`, `# 200 OK`, `< HTTP/2 200`, `Response (404)`.
  static func code(inStatusLine line: String) -> Int? {
    let text = line.trimmed
    if let range = text.firstRange(of: "HTTP/") {
      return text[range.upperBound...].split(separator: " ").dropFirst().first.flatMap { Int($0) }.flatMap { valid($0) }
    }
    let bare = text.drop { "#/→←=><-* ".contains($0) }
    let isArrow = bare.count < text.count
    let words = bare.split(separator: " ")
    guard let number = words.first?.trimmingMarks, let code = Int(number), number.count == 3
    else { return nil }
    return isArrow || words.count <= 4 ? valid(code) : nil
  }

  /// The first number of a label that is a status: `**Response (201 Created):**`, `Errors 404`.
  static func code(in text: String) -> Int? { codes(in: text).first }

  /// Returns every separate number in a text that is a status; the text is a label, without a full stop at the end.
  static func codes(in text: String) -> [Int] { words(of: text).compactMap { code(of: $0) } }

  /// Returns true if a sentence contains the status: `204.` at its end does, `2.04` does not.
  static func has(_ status: Int, in sentence: String) -> Bool {
    words(of: sentence).contains { code(of: Self.bare($0)) == status }
  }

  /// Returns the first number in a sentence that is stated as a status, and not as an amount: at the beginning, in
  /// brackets, after a word for a response, or before the name of the status.
  static func told(in sentence: String) -> Int? {
    let words = words(of: sentence)
    for (index, word) in words.enumerated() {
      guard let code = code(of: bare(word)) else { continue }
      let around = words[max(0, index - 2)..<index].joined(separator: " ").lowercased()
      let next = words[safe: index + 1].map { bare($0).lowercased() } ?? ""
      if index == 0
        || around.has(WordList.response + WordList.failure + WordList.state + statusWords)
        || names.contains(next) || sentence.contains("(\(code))")
      {
        return code
      }
    }
    return nil
  }

  private static let statusWords = WordList("http, code, answers, return")
  /// The first words of the names of statuses (RFC 9110 section 15).
  private static let names = CommaSeparated.set(
    """
    ok, created, accepted, no, partial, moved, found, see, temporary, permanent, bad, unauthorized,
    unauthorised, forbidden, not, method, conflict, gone, content, payload, unsupported, unprocessable, too,
    internal, service, gateway
    """
  )

  private static func words(of text: String) -> [Substring] {
    guard text.utf8.contains(where: { (0x31...0x35).contains($0) }) else { return [] }
    return text.split { !($0.isNumber || $0.isLetter || $0 == "." || $0 == "_" || $0 == "%" || $0 == "$" || $0 == "€") }
  }

  /// A word without the full stop after it.
  private static func bare(_ word: Substring) -> Substring { word.hasSuffix(".") ? word.dropLast() : word }

  private static func code(of word: Substring) -> Int? {
    word.count == 3 ? Int(word).flatMap { valid($0) } : nil
  }

  static func valid(_ code: Int) -> Int? {
    (200...204).contains(code) || (206...208).contains(code) || (300...308).contains(code) || (400...431).contains(code)
      || code == 451 || code == 499 || (500...511).contains(code) ? code : nil
  }
}
