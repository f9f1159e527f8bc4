/// Status codes in text.
enum StatusText {
  /// `HTTP/1.1 201 Created`, `→ 201`, `# 200 OK`, `< HTTP/2 200`, `Response (404)`.
  static func code(inStatusLine line: String) -> Int? {
    let text = line.trimmed
    if let range = text.firstRange(of: "HTTP/") {
      return text[range.upperBound...].split(separator: " ").dropFirst().first.flatMap { Int($0) }.flatMap { valid($0) }
    }
    let bare = text.drop { "#/→←=><-* ".contains($0) }
    let isArrow = bare.count < text.count
    let words = bare.split(separator: " ")
    guard let number = words.first.map({ $0.trimmingCharactersOfCode }), let code = Int(number), number.count == 3
    else { return nil }
    return isArrow || words.count <= 4 ? valid(code) : nil
  }

  /// The first number of a label that is a status: `**Response (201 Created):**`, `Errors 404`.
  static func code(in text: String) -> Int? { codes(in: text).first }

  /// Every number of a text that stands alone and is a status; of a label, which no full stop ends.
  static func codes(in text: String) -> [Int] { words(of: text).compactMap { code(of: $0) } }

  /// Returns true if a sentence contains the status: `204.` at its end does, `2.04` does not.
  static func has(_ status: Int, in sentence: String) -> Bool {
    words(of: sentence).contains { code(of: Self.bare($0)) == status }
  }

  /// The first number of a sentence that is said to be a status, and not how many of something there are: at its
  /// beginning, in brackets, after a word for an answer or in front of what the status is called.
  static func told(in sentence: String) -> Int? {
    let words = words(of: sentence)
    for (index, word) in words.enumerated() {
      guard let code = code(of: bare(word)) else { continue }
      let around = words[max(0, index - 2)..<index].joined(separator: " ").lowercased()
      let next = words[safe: index + 1].map { bare($0).lowercased() } ?? ""
      if index == 0
        || Vocabulary.has(Vocabulary.response + Vocabulary.failure + Vocabulary.state + statusWords, in: around)
        || names.contains(next) || sentence.contains("(\(code))")
      {
        return code
      }
    }
    return nil
  }

  private static let statusWords = ["http", "code", "answers", "return"]
  /// The first words of what statuses are called (RFC 9110 section 15).
  private static let names = Words.set(
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

extension Substring {
  fileprivate var trimmingCharactersOfCode: String { String(self).trimmingMarks }
}
