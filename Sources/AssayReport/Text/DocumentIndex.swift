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

  /// Returns a text with the start of `check` and the checks that ran at the same time; `nil` if it ran alone.
  func concurrency(of check: String) -> String? { concurrency[check] }

  /// The most characters of a command line that are shown; its body may have 16 kB.
  static let mostOfCommand = 100_000

  /// Returns a text with the calls to make before the request of `check` can be repeated; empty if absent.
  func needs(of check: String) -> String { needs[check] ?? "" }

  /// Returns the command that repeats the request of a check, if it is known.
  func command(of check: String) -> String? { commands[check] }

  /// Returns the document that a citation names, if the contract has it.
  func document(of citation: Citation) -> RunResult.Document? { documents[citation.document] }

  /// Returns a citation with its title: `guide:27-33 (Backend-Frontend Integration Guide)`.
  func describe(_ citation: Citation) -> String {
    let place = VisibleText.line(citation.description)
    guard let title = title(of: citation) else { return place }
    return "\(place) (\(title))"
  }

  /// Returns the title of the document that a citation names, if it has one.
  func title(of citation: Citation) -> String? {
    guard let title = document(of: citation)?.title, !title.isEmpty else { return nil }
    return VisibleText.line(title, limit: 120)
  }

  /// A line of a document with its number, right-aligned with the other lines.
  struct QuotedLine {
    var number: String
    var text: String
  }

  /// The most lines of a document quoted for one citation; lint reports longer citations.
  static let mostQuoted = 40

  /// Returns the cited lines, if the document is available, without lines past its end and past `limit`. Lines too long
  /// to find the cited value in are not quoted.
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

  /// Returns the cited lines as a console displays them, and the number of further ones; nothing if the document is not
  /// available.
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

  /// Returns the range of cited lines that the document has, from 1, and all lines of the document; `nil` if it is not
  /// available or too short, or a place in the lines is cited.
  private func lines(of citation: Citation, in texts: [String: [String]]) -> (range: ClosedRange<Int>, lines: [String])?
  {
    // Two contracts may call two documents by one name; their files tell them apart.
    let file = documents[citation.document]?.file ?? ""
    guard citation.pointer == nil, let lines = texts[file] ?? texts[citation.document], citation.lines.lowerBound >= 1
    else { return nil }
    let range = citation.lines.clamped(to: 1...max(1, lines.count))
    guard range.lowerBound == citation.lines.lowerBound, range.lowerBound <= lines.count else { return nil }
    return (range, lines)
  }
}

extension RunResult {
  /// Returns the needed calls in words: `POST /scan (scan-until-done/scan), then …`.
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
