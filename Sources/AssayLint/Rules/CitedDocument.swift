import AssayContract

/// The lines of a document, as words that can be looked for in whatever way they are written.
struct CitedDocument {
  private let lines: [[String]]

  init(lines: [String]) {
    self.lines = lines.map(Self.words)
  }

  var lineCount: Int { lines.count }

  /// Whether the lines, from 1, hold any word at all.
  func holdsWords(in range: ClosedRange<Int>) -> Bool {
    guard range.lowerBound <= lines.count else { return false }
    return lines[range.lowerBound - 1..<min(range.upperBound, lines.count)].contains { !$0.isEmpty }
  }

  /// Whether the lines, from 1, hold `name`, its words in a row: `job_id` also as `jobId`, `Job ID` or `job ids`.
  func holds(_ name: String, in range: ClosedRange<Int>) -> Bool {
    let wanted = Self.words(name)
    guard !wanted.isEmpty, range.lowerBound <= lines.count else { return wanted.isEmpty }
    let words = lines[range.lowerBound - 1..<min(range.upperBound, lines.count)].flatMap { $0 }
    guard words.count >= wanted.count else { return false }
    return (0...words.count - wanted.count).contains { words[$0..<$0 + wanted.count].elementsEqual(wanted) }
  }

  /// The words of a text in lower case and without a plural's `s`, split where the case or the kind of character changes.
  static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var last: Unicode.Scalar?
    func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic || isDigit(scalar) }
    func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType == .decimal }
    func finish() {
      if !word.isEmpty { words.append(singular(word)) }
      word = ""
    }
    for scalar in text.unicodeScalars {
      guard isLetterOrDigit(scalar) else {
        finish()
        last = nil
        continue
      }
      if let last, scalar.properties.isUppercase && !last.properties.isUppercase || isDigit(scalar) != isDigit(last) {
        finish()
      }
      word += scalar.properties.lowercaseMapping
      last = scalar
    }
    finish()
    return words
  }

  private static func singular(_ word: String) -> String {
    word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
  }
}
