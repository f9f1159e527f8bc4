/// A pattern over check ids: `*` stands for any run of characters, `?` for one.
package struct Glob: Hashable, Sendable {
  private let pattern: [Character]

  package init(_ pattern: String) {
    self.pattern = Array(pattern)
  }

  /// Whether the whole of `text` fits; linear in the text for each `*`.
  package func matches(_ text: String) -> Bool {
    let text = Array(text)
    var position = 0
    var index = 0
    var star: Int?
    var retry = 0
    while index < text.count {
      if position < pattern.count, pattern[position] == "*" {
        star = position
        retry = index
        position += 1
      } else if position < pattern.count, pattern[position] == "?" || pattern[position] == text[index] {
        position += 1
        index += 1
      } else if let star {
        retry += 1
        index = retry
        position = star + 1
      } else {
        return false
      }
    }
    return pattern[position...].allSatisfy { $0 == "*" }
  }
}
