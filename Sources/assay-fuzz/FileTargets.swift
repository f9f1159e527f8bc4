import AssayDocuments
import AssayHTTP
import AssayJSON
import AssayObservation

/// Files people bring: what is read can be written, and read again.
enum FileTargets {
  /// A HAR file: runs that were written again are the same runs.
  static func recordings(_ bytes: [UInt8]) {
    guard let log = try? HARReader.read(bytes, limits: JSONLimits(size: 1 << 20)) else { return }
    let text = HARWriter.write(log.runs, version: "0")
    guard let again = try? HARReader.read(Array(text.utf8)) else {
      preconditionFailure("nobody reads what was written")
    }
    precondition(again.runs.count == log.runs.count || log.runs.isEmpty, "runs that were lost")
    precondition(HARWriter.write(again.runs, version: "0").utf8.elementsEqual(text.utf8), "a second text is another")
    for entry in log.entries { _ = entry.stream(as: .sse) }
  }

  /// A Markdown document: every block stands on lines the document has.
  static func markdown(_ bytes: [UInt8]) {
    guard let document = try? MarkdownDocument(parsing: bytes) else { return }
    check(document.blocks, in: 1...max(1, document.source.lines.count))
  }

  private static func check(_ blocks: [MarkdownBlock], in lines: ClosedRange<Int>) {
    for block in blocks {
      precondition(lines.contains(block.lines.lowerBound), "a block in front of where it stands: \(block.lines)")
      precondition(lines.contains(block.lines.upperBound), "a block behind where it stands: \(block.lines)")
      switch block.kind {
      case .quote(let inner): check(inner, in: lines)
      case .list(let list): for item in list.items { check(item.blocks, in: lines) }
      default: break
      }
    }
  }

  /// YAML, or JSON with comments: laid out anew it means the same, and laid out twice it is the same text.
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
    let json = JSONLayout.text(of: value)
    let limits = JSONLimits(size: 8 << 20)
    let again = try? JSONDocument(parsingCommented: Array(json.utf8), limits: limits)
    precondition(again?.root == document.root, "laid out as JSON it means something else: \(json)")
    if let again {
      let second = JSONLayout.text(of: CommentedValue(again, isYAML: false))
      precondition(second.utf8.elementsEqual(json.utf8), "laid out twice it is another text: \(json) \(second)")
    }
    let yaml = YAMLLayout.text(of: value)
    guard let other = try? YAMLText.document(Array(yaml.utf8), limits: limits) else {
      preconditionFailure("laid out as YAML nobody reads it: \(yaml)")
    }
    precondition(other.root == document.root, "laid out as YAML it means something else: \(yaml)")
  }
}
