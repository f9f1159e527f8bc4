import Testing

@testable import AssayReport

@Suite struct ColumnWidthTests {
  @Test func wrapsBetweenWords() {
    let lines = ColumnWidth.wrap("one two three four", to: 10, after: 4, indent: 2)
    #expect(lines == ["one", "two", "three", "four"])
    #expect(ColumnWidth.wrap("one two three", to: 9, after: 2, indent: 0) == ["one two", "three"])
  }

  @Test func leavesALongWordWhole() {
    #expect(ColumnWidth.wrap("abcdefghijkl mn", to: 6, after: 0, indent: 0) == ["abcdefghijkl", "mn"])
  }

  @Test func countsWideCharacters() {
    #expect(ColumnWidth.wrap("東京 東京", to: 8, after: 0, indent: 0) == ["東京", "東京"])
  }
}
