import AssayFindings

/// Where a promise comes from: the document, the lines, and what they say where the document is at hand.
struct HTMLSource {
  let source: Citation
  let finding: Finding
  let result: RunResult
  let options: ReportOptions

  /// More lines than this are scrolled.
  private static let most = 16

  func write(to writer: inout HTMLWriter) {
    let documents = DocumentIndex(result)
    let lines = documents.quote(source, from: options.documents)
    writer.element("figure", ["class": "source"]) { writer in
      writer.element("figcaption") { writer in
        writer.text("Promised in ")
        if let title = documents.title(of: source) {
          writer.element("cite", text: title)
          writer.text(", \(numbers) ")
        }
        writer.element("code", text: VisibleText.line(source.description, limit: 100))
      }
      guard !lines.isEmpty else { return }
      let isLong = lines.count > Self.most
      writer.element(
        "pre",
        [
          "class": isLong ? "long" : nil, "tabindex": isLong ? "0" : nil, "role": isLong ? "region" : nil,
          "aria-label": isLong ? "the cited lines" : nil,
        ]
      ) { writer in
        for line in lines {
          writer.element("span", ["class": names(line.text) ? "line named" : "line"]) { writer in
            writer.element("i", text: line.number)
            writer.text(line.text + "\n")
          }
        }
      }
    }
  }

  private var numbers: String {
    source.lines.count == 1
      ? "line \(source.lines.lowerBound)" : "lines \(source.lines.lowerBound)–\(source.lines.upperBound)"
  }

  /// Whether a line names what the finding is about: the member it points at, or the event that came.
  private func names(_ text: String) -> Bool {
    guard let name = finding.misplacedEvent ?? finding.place.value?.memberName, name.count > 1 else { return false }
    let word = Substring(name)
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
    return words.contains { $0 == word || Self.folded($0) == Self.folded(word) }
  }

  /// `job_id` and `jobId` are one name to a client that converts between the two.
  private static func folded(_ word: Substring) -> String {
    word.filter { $0 != "_" && $0 != "-" }.lowercased()
  }
}
