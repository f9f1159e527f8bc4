extension [String] {
  /// The texts as a sentence offers them: `a`, `a or b`, `a, b or c`.
  package var either: String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}
