import AssayText
import TestKit
import Testing

/// Many known words, of which those near a misspelt one are found without comparing it with each.
@Suite(.serialized)
struct SpellingIndexTests {
  /// Words of three letters made of few, so that many are near one another; others of several lengths.
  private static let words = (0..<300).map { number in
    var text = ""
    var left = number &* 7_919 % 4_096
    for _ in 0...number % 9 {
      text += ["a", "b", "/", "é", "{"][left % 5]
      left = left / 3 + number
    }
    return text
  }

  @Test func findsWhatAComparisonWithEachFinds() {
    let index = SpellingIndex(Self.words)
    for word in Self.words + Self.words.map({ "b" + $0.dropFirst().uppercased() }) + ["", "/op", "ab/ba/ab/ba", "aab"] {
      #expect(index.nearest(to: word) == SpellingSuggestion.nearest(to: word, among: Self.words), "\(word)")
    }
    #expect(SpellingIndex(["/jobs/{id}", "/items"]).nearest(to: "/jbos/{id}") == "/jobs/{id}")
    #expect(SpellingIndex([String]()).nearest(to: "/jobs") == nil)
  }

  /// Words of one length, none of them near: a comparison with each would look at every pair of letters.
  @Test func looksAtWhatIsNearOnly() async throws {
    let words = (0..<4_000).map { "/api/operations/\(10_000 + $0)/items" }
    let index = SpellingIndex(words)
    let unknown = "/there/is/nothing/of/this/kind"
    // In turns: a machine that is busy is so for both.
    var (found, compared) = (Double.infinity, Double.infinity)
    for _ in 0..<10 {
      found = min(found, try await Work.seconds { #expect(index.nearest(to: unknown) == nil) })
      compared = min(
        compared,
        try await Work.seconds { #expect(SpellingSuggestion.nearest(to: unknown, among: words) == nil) }
      )
    }
    #expect(found * 10 < compared, "\(found) s and \(compared) s")
  }
}
