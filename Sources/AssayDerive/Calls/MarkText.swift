/// A literal text that an event's data contains instead of JSON, and that marks the end of a stream: `[DONE]`.
struct MarkText: Hashable, Sendable {
  /// The text, with its brackets.
  let text: String

  /// The words that guides write in place of the data.
  private static let placeholders = CommaSeparated.set(
    """
    json, data, payload, string, text, number, object, array, item, items, chunk, chunks, event, events, bytes,
    binary, base64, value, values, image, file, token, tokens
    """
  )

  /// - Returns: `nil` if the text is not such a mark, or may be a placeholder.
  init?(_ text: String) {
    let text = text.trimmed
    guard text.hasPrefix("["), text.hasSuffix("]"), text.utf8.count <= 40 else { return nil }
    let word = text.dropFirst().dropLast()
    let isWord = word.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x5F || $0 == 0x2D }
    guard word.utf8.count >= 2, isWord, !Self.placeholders.contains(word.lowercased()) else { return nil }
    self.text = text
  }

  /// Parses a line in which the text may follow the name of its field: `data: [DONE]`.
  init?(line: String) {
    let line = line.trimmed
    self.init(line.hasPrefix("data:") ? String(line.dropFirst(5)) : line)
  }

  /// The words of the text, in the form of an event name.
  var name: String { text.slug }
  /// True if the text suggests the end of a stream.
  var isEnd: Bool { Vocabulary.lastEvents.contains(name) || ["eof", "eos"].contains(name) }
}
