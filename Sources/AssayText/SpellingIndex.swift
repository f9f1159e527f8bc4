/// An index of known words, to find those similar to a misspelt word among very many.
///
/// Only words of a similar length are considered, and of these only words whose letters, in any order, are similar
/// enough.
package struct SpellingIndex: Sendable {
  private struct Word: Sendable {
    /// The word's index among the known words.
    var position: Int
    var text: String
    var letters: [Unicode.Scalar]
    var counts: SIMD32<Int8>
  }

  /// The known words, grouped by their number of letters.
  private var words: [Int: [Word]] = [:]

  /// Creates an index of `known`, in their order.
  package init(_ known: some Sequence<String>) {
    for (position, text) in known.enumerated() {
      let letters = SpellingSuggestion.letters(of: text)
      let word = Word(position: position, text: text, letters: letters, counts: Self.counts(of: letters))
      words[letters.count, default: []].append(word)
    }
  }

  /// Returns the same word as ``SpellingSuggestion/nearest(to:among:)`` among the known words; `nil` if none is similar
  /// enough.
  package func nearest(to word: String) -> String? {
    let letters = SpellingSuggestion.letters(of: word)
    let counts = Self.counts(of: letters)
    let allowance = SpellingSuggestion.allowance(for: letters)
    var best: (word: Word, distance: Int)?
    for length in max(0, letters.count - allowance)...letters.count + allowance {
      for candidate in words[length] ?? [] {
        guard Self.least(counts, candidate.counts) <= min(allowance, best?.distance ?? allowance),
          candidate.text != word
        else { continue }
        let distance = SpellingSuggestion.distance(letters, candidate.letters)
        let isNearer = best.map { (distance, candidate.position) < ($0.distance, $0.word.position) } ?? true
        if distance <= allowance, isNearer { best = (candidate, distance) }
      }
    }
    return best?.word.text
  }

  /// Returns the number of times each letter appears, for at most 64 letters. Letters that share a place in the table
  /// are counted together.
  private static func counts(of letters: [Unicode.Scalar]) -> SIMD32<Int8> {
    var counts = SIMD32<Int8>()
    for letter in letters { counts[Int(letter.value % 32)] += 1 }
    return counts
  }

  /// Returns a lower bound of the edit distance between two words, from the numbers of their letters.
  private static func least(_ left: SIMD32<Int8>, _ right: SIMD32<Int8>) -> Int {
    let difference = left &- right
    let none = SIMD32<Int8>()
    let more = difference.replacing(with: none, where: difference .< none).wrappedSum()
    let less = (none &- difference).replacing(with: none, where: difference .> none).wrappedSum()
    return Int(max(more, less))
  }
}
