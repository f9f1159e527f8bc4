/// Texts, found where a word of another text begins; what there are more of makes each search longer by no more than a
/// comparison each time their number doubles.
package struct TextSet: Sendable {
  /// In the order of their bytes, each once.
  private let texts: [[UInt8]]
  /// The position of the longest other text that each begins with; -1 where none is.
  private let beginnings: [Int]

  /// The texts of `texts` that are not empty.
  package init(_ texts: some Sequence<String>) {
    self.texts = Set(texts).filter { !$0.isEmpty }.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    var beginnings: [Int] = []
    var open: [Int] = []
    for (index, text) in self.texts.enumerated() {
      while let last = open.last, !text.starts(with: self.texts[last]) { open.removeLast() }
      beginnings.append(open.last ?? -1)
      open.append(index)
    }
    self.beginnings = beginnings
  }

  /// Whether one of them stands in `text`, from the beginning of a word on.
  package func stands(in text: String) -> Bool {
    if texts.isEmpty { return false }
    let bytes = Array(text.utf8)
    return bytes.indices.contains { start in
      (start == 0 || Self.separators.contains(bytes[start - 1])) && isBeginning(of: bytes[start...])
    }
  }

  /// What a word of a sentence begins behind.
  private static let separators: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: "\n")]

  /// Whether `rest` begins with one of them: the last that is not behind it, or one which that begins with.
  private func isBeginning(of rest: ArraySlice<UInt8>) -> Bool {
    var (low, high) = (0, texts.count)
    while low < high {
      let middle = (low + high) / 2
      if rest.lexicographicallyPrecedes(texts[middle]) { high = middle } else { low = middle + 1 }
    }
    var candidate = low - 1
    while candidate >= 0 {
      if rest.starts(with: texts[candidate]) { return true }
      candidate = beginnings[candidate]
    }
    return false
  }
}
