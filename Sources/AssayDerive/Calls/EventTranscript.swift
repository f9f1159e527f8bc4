import AssayDocuments

/// Server-sent events in a guide: `event:` and `data:` lines.
struct EventTranscript: Sendable {
  struct Entry: Sendable {
    var name: String?
    var sample: Sample?
    /// The data, if it is not JSON but a literal text.
    var mark: MarkText?
    var lines: ClosedRange<Int>
  }

  private(set) var entries: [Entry] = []

  /// Parses the events that a command prints, which may be shown in the comments after it.
  init?(ofCommand code: CodeBlock) {
    var shown = code
    if code.code.contains(where: { $0.hasPrefix("# event:") && $0.dropFirst(8).trimmed.isEventName }) {
      shown.code = code.code.map { $0.trimmed.hasPrefix("#") ? String($0.trimmed.drop { "# ".contains($0) }) : $0 }
    }
    self.init(shown)
  }

  /// Parses the event lines of a code block; returns `nil` if it contains no event.
  init?(_ code: CodeBlock) {
    guard code.code.contains(where: { Self.field("data", $0) != nil || Self.field("event", $0) != nil }) else {
      return nil
    }
    var name: String?
    var data: [String] = []
    var start: Int?
    var dataStart: Int?
    func dispatch(_ end: Int, _ entries: inout [Entry]) {
      defer { (name, data, start, dataStart) = (nil, [], nil, nil) }
      guard name != nil || !data.isEmpty, let first = start else { return }
      let text = data.joined(separator: "\n")
      let mark = MarkText(text)
      // `[DONE]` would be read as a list of a word.
      let sample =
        mark == nil ? SampleReader.samples(in: data, firstLine: dataStart ?? first).first : nil
      entries.append(Entry(name: name, sample: sample, mark: mark, lines: first...max(first, end)))
    }
    for (index, line) in code.code.enumerated() {
      let number = code.firstLine + index
      if let text = Self.field("event", line) {
        dispatch(number - 1, &entries)
        name = text
        start = start ?? number
      } else if let text = Self.field("data", line) {
        if !data.isEmpty, name == nil, text.hasPrefix("{") || MarkText(text) != nil,
          MarkText(data.joined(separator: "\n")) != nil || SampleReader.samples(in: data, firstLine: 1).count == 1
        {
          dispatch(number - 1, &entries)
        }
        data.append(text)
        start = start ?? number
        dataStart = dataStart ?? number
      } else if line.trimmed.isEmpty {
        if !data.isEmpty { dispatch(number - 1, &entries) }
      } else if !data.isEmpty {
        // JSON that goes on over several lines, as guides write it.
        data.append(line)
      }
    }
    dispatch(code.firstLine + code.code.count - 1, &entries)
  }

  private static func field(_ name: String, _ line: String) -> String? {
    let text = line.trimmed
    guard text.hasPrefix(name + ":") else { return nil }
    return text.dropFirst(name.count + 1).trimmed
  }
}
