import AssayText

/// A part of a description that the draft leaves out, with its line, its JSON Pointer, and the reason in words.
struct OpenAPILoss: Hashable {
  var source: Source
  var pointer: String
  var words: String

  /// Returns the losses as lines, in the order of the files; losses with the same words are combined, with the first place and
  /// their number.
  static func lines(_ losses: Set<OpenAPILoss>) -> [String] {
    let groups = Dictionary(grouping: losses, by: \.words).values.compactMap { group in
      group.min { ($0.source, $0.pointer) < ($1.source, $1.pointer) }.map { (first: $0, count: group.count) }
    }
    let sorted = groups.sorted {
      ($0.first.source, $0.first.pointer, $0.first.words) < ($1.first.source, $1.first.pointer, $1.first.words)
    }
    return sorted.map { first, count in
      "\(first.source) \(first.pointer): \(first.words)"
        + (count > 1 ? " (and in \((count - 1).counted("more place")))" : "")
    }
  }
}
