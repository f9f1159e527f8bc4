import AssayFindings
import AssayText

/// The documents and requests that findings refer to: titles and lines of citations, command lines.
struct DocumentIndex {
  private let documents: [String: RunResult.Document]
  private let commands: [String: String]
  private let concurrency: [String: String]
  private let needs: [String: String]

  init(_ result: RunResult) {
    documents = Dictionary(result.documents.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let told = result.checks.filter { !$0.command.isEmpty }
    let needy = told.filter { !$0.needs.isEmpty }.map { ($0.id, result.words(for: $0.needs)) }
    needs = Dictionary(needy, uniquingKeysWith: { first, _ in first })
    commands = Dictionary(told.map { ($0.id, $0.command) }, uniquingKeysWith: { first, _ in first })
    let accompanied = result.checks.compactMap { check in check.concurrency.map { (check.id, $0.words) } }
    concurrency = Dictionary(accompanied, uniquingKeysWith: { first, _ in first })
  }

  /// The start of a check, and the checks that ran with it; `nil` where it ran alone.
  func concurrency(of check: String) -> String? { concurrency[check] }

  /// The most characters of a command line that are shown: a body that is part of it may have 16 kB.
  static let mostOfCommand = 100_000

  /// The calls that have to be made before the request of a check can be repeated; empty for none.
  func needs(of check: String) -> String { needs[check] ?? "" }

  /// The command that repeats the request of a check, where it is known.
  func command(of check: String) -> String? { commands[check] }

  /// The document a citation names, where the contract says it has one.
  func document(of citation: Citation) -> RunResult.Document? { documents[citation.document] }

  /// `guide:27-33 (Backend-Frontend Integration Guide)`.
  func describe(_ citation: Citation) -> String {
    let place = VisibleText.line(citation.description)
    guard let title = title(of: citation) else { return place }
    return "\(place) (\(title))"
  }

  /// The title of the document a citation names, where there is one.
  func title(of citation: Citation) -> String? {
    guard let title = document(of: citation)?.title, !title.isEmpty else { return nil }
    return VisibleText.line(title, limit: 120)
  }

  /// A line of a document with its number, right-aligned to its neighbours.
  struct QuotedLine {
    var number: String
    var text: String
  }

  /// The most lines of a document quoted for one citation; longer ones are lint's to tell.
  static let mostQuoted = 40

  /// The cited lines, where the document is at hand; lines past its end are left out, and those past `limit`.
  func quote(_ citation: Citation, from texts: [String: [String]], limit: Int = mostQuoted) -> [QuotedLine] {
    guard let (range, lines) = lines(of: citation, in: texts) else { return [] }
    let width = String(range.upperBound).count
    return range.prefix(min(limit, Self.mostQuoted)).map { number in
      let digits = String(number)
      return QuotedLine(
        number: String(repeating: " ", count: width - digits.count) + digits,
        text: VisibleText.lines(lines[number - 1], count: 1, limit: 400).first ?? ""
      )
    }
  }

  /// The cited lines as a console shows them, and how many more there are; nothing where the document is not at hand.
  func quotation(
    of citation: Citation,
    from texts: [String: [String]],
    limit: Int,
    columns: Int,
    style: ConsoleStyle
  ) -> [StyledLine] {
    let quote = quote(citation, from: texts, limit: limit)
    let lines = quote.map { line in
      style.paint("     \(line.number) | ", .frame) + "\(ColumnWidth.cut(line.text, to: columns))"
    }
    let more = lineCount(of: citation, in: texts) - quote.count
    return more > 0 ? lines + [style.paint("     … \(more.counted("more line"))", .frame)] : lines
  }

  /// Returns the number of cited lines that can be quoted; 0 if the document is not available.
  func lineCount(of citation: Citation, in texts: [String: [String]]) -> Int {
    lines(of: citation, in: texts)?.range.count ?? 0
  }

  /// The numbers of the cited lines a document has, and all its lines.
  private func lines(of citation: Citation, in texts: [String: [String]]) -> (range: ClosedRange<Int>, lines: [String])?
  {
    // Two contracts may call two documents by one name; their files tell them apart.
    let file = documents[citation.document]?.file ?? ""
    guard let lines = texts[file] ?? texts[citation.document], citation.lines.lowerBound >= 1 else { return nil }
    let range = citation.lines.clamped(to: 1...max(1, lines.count))
    guard range.lowerBound == citation.lines.lowerBound, range.lowerBound <= lines.count else { return nil }
    return (range, lines)
  }
}

extension RunResult {
  /// `POST /scan (scan-until-done/scan), then …`.
  fileprivate func words(for needs: [String]) -> String {
    let most = 5
    let ofCheck = Dictionary(checks.map { ($0.id, calls[$0.operation] ?? "") }) { first, _ in first }
    let shown = needs.prefix(most).map { id in
      let call = VisibleText.line(ofCheck[id] ?? "")
      return call.isEmpty ? VisibleText.line(id) : "\(call) (\(VisibleText.line(id)))"
    }
    return shown.joined(separator: ", then ") + (needs.count > most ? ", then \(needs.count - most) more" : "")
  }
}
