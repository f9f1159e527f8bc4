import AssayFindings

/// One finding on the page: expected and received, then, folded, the place, the drawing, and the cited lines.
struct HTMLFinding {
  let finding: Finding
  /// The numbers of the finding in its run and of the run, from 1, which form its anchor.
  let number: Int
  let page: HTMLSystem
  let options: ReportOptions

  private var result: RunResult { page.result }
  private var system: Int { page.number }
  private var anchor: String { "f\(system)-\(number)" }

  /// Writes the finding; without its evidence if it is one of very many.
  func write(isShort: Bool, isOpen: Bool, to writer: inout HTMLWriter) {
    let level = finding.level.rawValue
    let drawings = isShort ? [] : illustrations
    writer.element(
      "article",
      [
        "class": "finding \(level)", "id": anchor, "data-level": level, "data-system": "s\(system)",
        "data-verdict": page.checks[finding.check].map { result.checks[$0].status.rawValue },
        "aria-labelledby": "\(anchor)-title",
      ]
    ) { writer in
      writer.element("h4", ["id": "\(anchor)-title"]) { writer in
        writer.element("span", ["class": "badge"], text: level)
        writer.text(" ")
        HTMLMessage.write(finding, limit: 600, to: &writer)
      }
      comparison(&writer)
      guard !isShort else { return place(&writer) }
      writer.element("details", ["class": "more", "open": isOpen ? "" : nil]) { writer in
        writer.element("summary") { place(&$0) }
        evidence(drawings, &writer)
      }
    }
  }

  private func evidence(_ drawings: [Illustration], _ writer: inout HTMLWriter) {
    // Bars show each item; the excerpt, which folds items, would add nothing.
    if !drawings.contains(where: \.isBars) { HTMLExcerpt(finding: finding).write(to: &writer) }
    for drawing in drawings { HTMLIllustration.write(drawing, to: &writer) }
    for source in finding.sources {
      let name = finding.misplacedEvent ?? finding.place.value?.memberName
      let quotation = Quotation(source: source, name: name, documents: page.documents, texts: options.documents)
      HTMLSource(quotation).write(to: &writer)
    }
    notes(&writer)
  }

  /// A line of the list that leads to the findings.
  func writeEntry(to writer: inout HTMLWriter) {
    writer.element("li", ["class": finding.level.rawValue]) { writer in
      writer.element("a", ["href": "#\(anchor)"]) { writer in
        writer.element("span", ["class": "badge"], text: finding.level.rawValue)
        writer.text(" ")
        writer.element("span") { HTMLMessage.write(finding, limit: 200, to: &$0) }
      }
    }
  }

  private func place(_ writer: inout HTMLWriter) {
    writer.element("span", ["class": "place"]) { writer in
      writer.element("span", ["class": "wider"]) { writer in
        writer.element("b", text: VisibleText.line(result.contract, limit: 60))
        writer.text(" · ")
      }
      if !finding.check.isEmpty { writer.text(VisibleText.line(finding.check, limit: 100) + " · ") }
      if !finding.location.isEmpty {
        writer.element("span", ["class": "wider"]) { writer in
          writer.element("code", text: VisibleText.line(finding.location, limit: 200))
          writer.text(" · ")
        }
      }
      writer.element("code", ["class": "rule"], text: VisibleText.line(finding.rule.id, limit: 80))
    }
  }

  /// Writes the name of a check, with a link to its line below if there is one.
  private func check(_ id: String, _ writer: inout HTMLWriter) {
    let anchor = page.checks[id].map { "#c\(system)-\($0 + 1)" }
    writer.element(anchor == nil ? "span" : "a", ["href": anchor], text: VisibleText.line(id, limit: 100))
  }

  private func comparison(_ writer: inout HTMLWriter) {
    guard !finding.expected.isEmpty || !finding.actual.isEmpty else { return }
    writer.element("dl", ["class": "comparison"]) { writer in
      let others = finding.alsoExpected.map { ("expected", "also expected", $0) }
      for (kind, name, text) in [("expected", "expected", finding.expected)] + others + [
        ("actual", "received", finding.actual)
      ]
      where !text.isEmpty {
        writer.element("div", ["class": kind]) { writer in
          writer.element("dt", text: name)
          writer.element("dd", text: VisibleText.line(text, limit: 1000))
        }
      }
    }
  }

  /// The drawings of the finding's check that are shown with this finding: each drawing belongs to the first finding
  /// that it explains.
  private var illustrations: [Illustration] {
    guard let check = page.checks[finding.check].map({ result.checks[$0] }), !check.illustrations.isEmpty else {
      return []
    }
    let own = result.findings.filter { $0.check == check.id }
    return check.illustrations.filter { illustration in
      let first = own.firstIndex { illustration.explains($0.rule) } ?? 0
      return own.indices.contains(first) && own[first] == finding
    }
  }

  private func notes(_ writer: inout HTMLWriter) {
    let alternatives = finding.alternativesWorthSaying
    let command = page.documents.command(of: finding.check)
    guard
      !finding.details.isEmpty || !alternatives.isEmpty || finding.occurrences > 1 || !finding.alsoIn.isEmpty
        || finding.promise != nil
        || finding.accepted != nil || command != nil || page.checks[finding.check] != nil
    else {
      return
    }
    writer.element("dl", ["class": "notes"]) { writer in
      for detail in finding.details { note(detail.name, &writer) { $0.prose(detail.text, limit: 1000) } }
      if !alternatives.isEmpty {
        note("allowed", &writer) { list(alternatives, most: 20, &$0) { $1.element("code", text: $0) } }
      }
      if let accepted = finding.accepted { note("known", &writer) { $0.text(accepted.words) } }
      let needs = page.documents.needs(of: finding.check)
      if !needs.isEmpty { note("first", &writer) { $0.text(needs) } }
      if let command {
        note("repeat", &writer) {
          $0.element("code", ["class": "curl"], text: VisibleText.line(command, limit: DocumentIndex.mostOfCommand))
        }
      }
      if finding.occurrences > 1 { note("seen", &writer) { $0.text("\(finding.occurrences) times") } }
      if page.checks[finding.check] != nil { note("check", &writer) { check(finding.check, &$0) } }
      if !finding.alsoIn.isEmpty { note("also in", &writer) { list(finding.alsoIn, most: 12, &$0) { check($0, &$1) } } }
      if let promise = finding.promise {
        note("contract", &writer) { writer in
          writer.element("code", text: promise.position)
          if !promise.pointer.isEmpty {
            writer.text(" ")
            writer.element("code", ["class": "pointer"], text: VisibleText.line(promise.pointer, limit: 200))
          }
        }
      }
    }
  }

  private func note(_ name: String, _ writer: inout HTMLWriter, _ content: (inout HTMLWriter) -> Void) {
    writer.element("dt", text: name)
    writer.element("dd") { content(&$0) }
  }

  private func list(
    _ items: [String],
    most: Int,
    _ writer: inout HTMLWriter,
    _ write: (String, inout HTMLWriter) -> Void
  ) {
    for (index, item) in items.prefix(most).enumerated() {
      if index > 0 { writer.text(", ") }
      write(VisibleText.line(item, limit: 100), &writer)
    }
    if items.count > most { writer.text(" and \(items.count - most) more") }
  }
}

extension Illustration {
  /// Returns true if this kind of drawing shows breaches of `rule`.
  fileprivate func explains(_ rule: Rule) -> Bool {
    switch self {
    case .timeline: rule.family == .stream
    case .walk: rule.family == .poll
    case .bars: rule == .schema("sorted")
    }
  }

  fileprivate var isBars: Bool { if case .bars = self { true } else { false } }
}

/// A few lines of the answer, the broken place marked.
struct HTMLExcerpt {
  let finding: Finding

  /// The caption: `In event 2`, `In poll 4`; a pointer alone refers to the response.
  private var caption: String {
    switch finding.place.moment {
    case .event(let number): "In event \(number)"
    case .poll(let number): "In poll \(number)"
    case .answer(let number): "In answer \(number)"
    case .afterEvent: "Received"
    case nil: finding.place.value != nil ? "In the answer" : "Received"
    }
  }

  func write(to writer: inout HTMLWriter) {
    let lines = MarkedExcerpt(finding).lines
    guard !lines.isEmpty else { return }
    writer.element("figure", ["class": "excerpt"]) { writer in
      writer.element("figcaption", text: caption)
      writer.element("pre") { writer in
        for line in lines {
          writer.element("span", ["class": "line"]) { writer in
            writer.text(line.before)
            if !line.marked.isEmpty { writer.element("mark", text: (line.isGap ? "✗ " : "") + line.marked) }
            writer.text(line.after + "\n")
          }
        }
      }
    }
  }
}

/// The message of a finding; a member's name at its start is shown as code, so that `answer is missing` is not misread.
enum HTMLMessage {
  static func write(_ finding: Finding, limit: Int, to writer: inout HTMLWriter) {
    guard let name = finding.place.value?.steps.last?.token, finding.message.hasPrefix("\(name) ") else {
      return writer.prose(finding.message, limit: limit)
    }
    writer.element("code", text: VisibleText.line(name, limit: limit))
    writer.prose(String(finding.message.dropFirst(name.count)), limit: limit)
  }
}

/// The context of one contract's findings on the page.
struct HTMLSystem {
  let result: RunResult
  /// The contract's number on the page, from 1.
  let number: Int
  let documents: DocumentIndex
  /// The index of each check in the result, by the check's id.
  let checks: [String: Int]

  init(result: RunResult, number: Int) {
    self.result = result
    self.number = number
    documents = DocumentIndex(result)
    checks = Dictionary(result.checks.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }
}

/// The source of a promise: the document and, if available, its lines.
struct HTMLSource {
  private let source: Citation
  private let name: String?
  private let documents: DocumentIndex
  private let texts: [String: [String]]

  init(_ quotation: Quotation) {
    (source, name) = (quotation.source, quotation.name)
    (documents, texts) = (quotation.documents, quotation.texts)
  }

  /// The most lines that are shown without scrolling.
  private static let most = 16

  func write(to writer: inout HTMLWriter) {
    let lines = documents.quote(source, from: texts)
    writer.element("figure", ["class": "source"]) { writer in
      writer.element("figcaption") { writer in
        writer.text("Documented in ")
        if let title = documents.title(of: source) {
          writer.element("cite", text: title)
          writer.text(", \(numbers) ")
        }
        writer.element("code", text: VisibleText.line(source.description, limit: 300))
      }
      guard !lines.isEmpty else { return }
      let isLong = lines.count > Self.most
      writer.element(
        "pre",
        [
          "class": isLong ? "long" : nil, "tabindex": isLong ? "0" : nil, "role": isLong ? "group" : nil,
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

  /// Returns true if the line `text` contains the name that is highlighted.
  private func names(_ text: String) -> Bool {
    guard let name, name.count > 1 else { return false }
    let word = Substring(name)
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
    return words.contains { $0 == word || Self.folded($0) == Self.folded(word) }
  }

  /// Returns `word` in lower case without underscores and hyphens, for comparison: to many clients, `job_id` and
  /// `jobId` are the same name.
  private static func folded(_ word: Substring) -> String { word.filter { $0 != "_" && $0 != "-" }.lowercased() }
}
