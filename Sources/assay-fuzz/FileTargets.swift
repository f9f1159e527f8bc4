import AssayDocuments
import AssayHTTP
import AssayJSON
import AssayObservation

/// Targets for users' files: a file that was read can be written, and read again.
enum FileTargets {
  /// A HAR file: runs that were written again are the same runs.
  static func recordings(_ bytes: [UInt8]) {
    guard let log = try? HARReader.read(bytes, limits: JSONLimits(size: 1 << 20)) else { return }
    let text = HARWriter.write(log.runs, version: "0")
    guard let again = try? HARReader.read(Array(text.utf8)) else {
      preconditionFailure("no reader accepts the written text")
    }
    precondition(again.runs.count == log.runs.count || log.runs.isEmpty, "runs that were lost")
    precondition(HARWriter.write(again.runs, version: "0").utf8.elementsEqual(text.utf8), "a second text is another")
    for entry in log.entries { _ = entry.stream(as: .sse) }
  }

  /// Checks a Markdown document: every block is on lines that the document has.
  static func markdown(_ bytes: [UInt8]) {
    guard let document = try? MarkdownDocument(parsing: bytes) else { return }
    check(document.blocks, in: 1...max(1, document.source.lines.count))
  }

  private static func check(_ blocks: [MarkdownBlock], in lines: ClosedRange<Int>) {
    for block in blocks {
      precondition(lines.contains(block.lines.lowerBound), "a block in front of where it stands: \(block.lines)")
      precondition(lines.contains(block.lines.upperBound), "a block after its place: \(block.lines)")
      switch block.kind {
      case .quote(let inner): check(inner, in: lines)
      case .list(let list): for item in list.items { check(item.blocks, in: lines) }
      default: break
      }
    }
  }

  /// Checks YAML, or JSON with comments: after formatting it has the same meaning and every comment, and formatting it
  /// again changes nothing.
  static func yaml(_ bytes: [UInt8]) {
    if let value = try? DocumentValue(parsing: bytes) { precondition(!value.json.isEmpty, "a value without text") }
    let limits = JSONLimits(size: 1 << 20)
    if let document = try? YAMLText.document(bytes, limits: limits), !YAMLText.hasAliases(bytes) {
      layOut(document, isYAML: true)
    }
    if let document = try? JSONDocument(parsingCommented: bytes, limits: limits) { layOut(document, isYAML: false) }
  }

  private static func layOut(_ document: JSONDocument, isYAML: Bool) {
    let value = CommentedValue(document, isYAML: isYAML)
    for kind in [true, false] {
      let (first, read) = laidOut(value, of: document, asYAML: kind)
      let (second, _) = laidOut(read, of: document, asYAML: kind)
      precondition(second.utf8.elementsEqual(first.utf8), "laid out twice it is another text: \(first) \(second)")
      let (third, crossed) = laidOut(read, of: document, asYAML: !kind)
      let (fourth, _) = laidOut(crossed, of: document, asYAML: !kind)
      precondition(fourth.utf8.elementsEqual(third.utf8), "turned and laid out it is another text: \(third) \(fourth)")
    }
  }

  /// Returns the formatted text of `value`, and the value read from it.
  private static func laidOut(
    _ value: CommentedValue,
    of document: JSONDocument,
    asYAML isYAML: Bool
  ) -> (String, CommentedValue) {
    let text = isYAML ? YAMLLayout.text(of: value) : JSONLayout.text(of: value)
    let limits = JSONLimits(size: 8 << 20)
    let bytes = Array(text.utf8)
    let read =
      isYAML
      ? try? YAMLText.document(bytes, limits: limits) : try? JSONDocument(parsingCommented: bytes, limits: limits)
    guard let read else { preconditionFailure("the formatted text cannot be read: \(text)") }
    precondition(read.root == document.root, "laid out it means something else: \(text)")
    let again = CommentedValue(read, isYAML: isYAML)
    precondition(comments(in: again) == comments(in: value), "a comment is lost: \(text)")
    return (text, again)
  }

  /// Returns the number of lines of comments at a value and in it.
  private static func comments(in value: CommentedValue) -> Int {
    let own = value.before.count + (value.behind == nil ? 0 : 1) + value.end.count + value.after.count
    return switch value.kind {
    case .scalar: own
    case .array(let items): items.reduce(own) { $0 + comments(in: $1) }
    case .object(let members): members.reduce(own) { $0 + comments(in: $1.value) }
    }
  }
}
