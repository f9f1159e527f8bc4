/// The least few of the texts it was given: the same ones in whatever order they came.
package struct LeastTexts: Hashable, Sendable {
  /// Sorted, each once.
  package private(set) var texts: [String] = []
  /// Whether some were left out.
  package private(set) var isCut = false
  private let limit: Int

  package init(limit: Int) {
    self.limit = limit
  }

  package mutating func insert(_ text: String) {
    let place = texts.firstIndex { $0 >= text } ?? texts.count
    if place < texts.count, texts[place] == text { return }
    if texts.count == limit {
      isCut = true
      guard place < limit else { return }
      texts.removeLast()
    }
    texts.insert(text, at: place)
  }
}
