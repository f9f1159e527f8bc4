/// The search for the known word that was probably intended by a misspelt one.
package enum SpellingSuggestion {
  /// Returns the word in `known` most similar to `word`, or `nil` if none is similar enough.
  ///
  /// The similarity is the edit distance with swaps of neighbouring characters (optimal string alignment). It may be at
  /// most a third of the word's length.
  package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
    let letters = letters(of: word)
    let allowance = allowance(for: letters)
    var best: (word: String, distance: Int)?
    for candidate in known where candidate != word {
      let other = Self.letters(of: candidate)
      guard abs(other.count - letters.count) <= allowance else { continue }
      let distance = distance(letters, other)
      if distance <= allowance, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// Returns the part of a word that is compared: its first 64 characters in lower case.
  static func letters(of word: String) -> [Unicode.Scalar] { Array(word.lowercased().unicodeScalars.prefix(64)) }

  /// Returns the largest distance at which a word is similar to one with `letters`.
  static func allowance(for letters: [Unicode.Scalar]) -> Int { max(1, letters.count / 3) }

  /// Returns at most 20 of `candidates`, the most similar to `word` first; equally similar ones in their order.
  package static func ranked(_ candidates: [String], byLikenessTo word: String) -> [String] {
    let letters = Array(word.lowercased().unicodeScalars)
    let ranked = candidates.enumerated().map { position, name in
      let other = Array(name.lowercased().unicodeScalars)
      // Of long names only the length counts: the distance is quadratic in it.
      let isShort = letters.count <= 64 && other.count <= 64
      return (distance: isShort ? distance(letters, other) : max(letters.count, other.count), position, name)
    }
    return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(20).map(\.2)
  }

  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }

  /// Returns `; did you mean jobs?`, to append to a sentence; empty if none of `known` is similar enough.
  package static func didYouMean(_ word: String, among known: some Sequence<String>) -> String {
    nearest(to: word, among: known).map { "; did you mean \($0)?" } ?? ""
  }

  /// Returns `did you mean …?`, or else the list of known words if there are few.
  package static func help(for word: String, among known: [String], noun: String) -> String {
    if let nearest = nearest(to: word, among: known) { return "did you mean `\(nearest)`?" }
    guard !known.isEmpty, known.count <= 12 else { return "" }
    return "\(noun): \(known.map { "`\($0)`" }.joined(separator: ", "))"
  }
}
