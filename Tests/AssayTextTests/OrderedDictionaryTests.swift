import AssayText
import Testing

@Suite struct OrderedDictionaryTests {
  @Test func keysKeepTheirFirstPlace() {
    var counts = OrderedDictionary<String, Int>()
    for word in ["b", "a", "b", "c", "a", "b"] { counts[word, default: 0] += 1 }
    #expect(counts.elements.map(\.key) == ["b", "a", "c"])
    #expect(counts.values == [3, 2, 1])
    #expect(counts["a"] == 2)
    #expect(counts["d"] == nil)
    #expect(counts["d", default: 7] == 7)
    #expect(counts.count == 3)
  }

  @Test func theLastValueCounts() {
    let texts = OrderedDictionary([("x", "1"), ("y", "2"), ("x", "3")].map { (key: $0, value: $1) })
    #expect(texts.elements.map { "\($0.key)\($0.value)" } == ["x3", "y2"])
  }

  @Test func whatIsThereIsChanged() {
    var sums = OrderedDictionary<String, Int>()
    for number in 1...3 { sums.add(number, for: "sum") { $0 += number } }
    #expect(sums.values == [6])
  }
}
