import AssayContract

/// An index of a document's words by line, in which names are found in any spelling.
struct CitedDocument {
  private var words: [String] = []
  /// For each line, the position of its first word among all words; the last entry is the number of all words.
  private var starts = [0]
  /// For each word, its positions in the document. An index is needed since a single line may contain a whole document.
  private var places: [String: [Int]] = [:]

  /// The lines, from 1, with `{` or `[`, which may show a value without words.
  private var values: [Int] = []

  init(lines: [String]) {
    for (index, line) in lines.enumerated() {
      if line.contains("{") || line.contains("[") { values.append(index + 1) }
      for word in Self.words(line) {
        places[word, default: []].append(words.count)
        words.append(word)
      }
      starts.append(words.count)
    }
  }

  var lineCount: Int { starts.count - 1 }

  /// Returns true if the lines, from 1, contain any word or value at all.
  func holdsContent(in range: ClosedRange<Int>) -> Bool {
    !places(in: range).isEmpty || values.contains { range.contains($0) }
  }

  /// Returns true if the lines, from 1, contain the words of `name` in sequence: `job_id` also as `jobId`, `Job ID` or
  /// `job ids`.
  func holds(_ name: String, in range: ClosedRange<Int>) -> Bool {
    let wanted = Self.words(name)
    guard let rarest = wanted.indices.min(by: { count(of: wanted[$0]) < count(of: wanted[$1]) }) else { return true }
    let (lines, known) = (places(in: range), places[wanted[rarest]] ?? [])
    var (low, high) = (0, known.count)
    while low < high {
      let middle = (low + high) / 2
      if known[middle] < lines.lowerBound + rarest { low = middle + 1 } else { high = middle }
    }
    return known[low...].prefix { $0 - rarest + wanted.count <= lines.upperBound }.contains {
      words[$0 - rarest..<$0 - rarest + wanted.count].elementsEqual(wanted)
    }
  }

  private func count(of word: String) -> Int { places[word]?.count ?? 0 }

  /// Returns the positions of the words that are in the lines, counted from 1.
  private func places(in range: ClosedRange<Int>) -> Range<Int> {
    guard range.lowerBound <= lineCount else { return words.count..<words.count }
    return starts[range.lowerBound - 1]..<starts[min(range.upperBound, lineCount)]
  }

  /// Returns the words of a text in lower case and without a plural's `s`. A new word begins where the letter case or
  /// the kind of character changes.
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
