package import AssayFindings
import AssayText

/// A finding in the form of a compiler error: the fault, its place, an excerpt, and the cited lines.
struct FindingText {
  let finding: Finding
  let documents: DocumentIndex
  let options: ReportOptions
  var style = ConsoleStyle(colour: false)
  /// The most columns of a line; files use a large number.
  var width = 400
  /// True if lines longer than ``width`` are broken between words.
  var wraps = false
  /// The most lines quoted for a citation: all in a file, few on a terminal.
  var mostQuoted = DocumentIndex.mostQuoted

  /// The value of `mostQuoted` for short output: on a terminal, in an annotation.
  static let fewQuoted = 12

  /// All lines of the finding, the headline first.
  var lines: [StyledLine] { headline + places + excerpt + notes }

  /// The finding in words, without the lines of the answer and of the documents.
  var words: [StyledLine] {
    var bare = self
    bare.mostQuoted = 0
    return headline + places + bare.notes
  }

  /// The headline: `must[poll.transition]: went from processing back to pending`.
  var headline: [StyledLine] {
    let ink: ConsoleStyle.Ink =
      switch finding.level {
      case _ where finding.accepted != nil: .dim
      case .must: .bad
      case .should: options.strict ? .bad : .warning
      case .may: .note
      }
    let rule =
      "\(finding.level.rawValue)[\(VisibleText.line(finding.rule.id, limit: 80))]"
      + (finding.accepted == nil ? "" : " (known)")
    let message = ": " + VisibleText.line(finding.message, limit: 2000)
    let lines = wraps ? ColumnWidth.wrap(message, to: width, after: ColumnWidth.of(rule), indent: 2) : [message]
    return lines.enumerated().map { index, line in
      (index == 0 ? style.paint(rule, ink) : "  ") + style.paint(line, .bold)
    }
  }

  private var places: [StyledLine] {
    var lines: [StyledLine] = []
    let check = VisibleText.line(finding.check.isEmpty ? finding.operation : finding.check)
    let location = VisibleText.line(finding.location)
    let place = [check, location].filter { !$0.isEmpty }.joined(separator: ": ")
    if !place.isEmpty { lines.append(style.paint("  --> ", .frame) + "\(place)") }
    if let promise = finding.promise {
      let pointer = promise.pointer.isEmpty ? "" : " (\(VisibleText.line(promise.pointer)))"
      lines.append(style.paint("  ::: ", .frame) + "\(promise.position)\(pointer)")
    }
    return lines
  }

  private var excerpt: [StyledLine] {
    let shown = MarkedExcerpt(finding).lines
    guard !shown.isEmpty else { return [] }
    let bar = style.paint("   |", .frame)
    var lines = [bar]
    for line in shown {
      if line.isGap {
        lines.append("\(bar) \(line.before)" + style.paint("^ " + line.marked, .bad))
        continue
      }
      // A line that carries the mark is let run on, up to the mark.
      let columns = line.marked.isEmpty ? room : max(room, line.column + line.width + 1)
      lines.append(line.text.isEmpty ? bar : "\(bar) \(ColumnWidth.cut(line.text, to: columns))")
      guard !line.marked.isEmpty, line.column < room else { continue }
      let carets = String(repeating: "^", count: min(line.width, room - line.column))
      lines.append("\(bar) \(String(repeating: " ", count: line.column))\(style.paint(carets, .bad))")
    }
    return lines + [bar]
  }

  /// The columns available for an excerpt.
  private var room: Int { max(20, width - 5) }

  private var notes: [StyledLine] {
    var lines: [StyledLine] = []
    func note(_ name: String, _ text: String, isCommand: Bool = false) {
      let wrap = isCommand ? ShellLine.wrap : ColumnWidth.wrap
      let parts = wraps ? wrap(text, width, 7 + name.count, 5) : [text]
      lines.append(style.paint("   = ", .frame) + style.paint(name + ":", .bold) + " \(parts[0])")
      lines += parts.dropFirst().map { "     \($0)" }
    }
    if !finding.expected.isEmpty { note("expected", VisibleText.line(finding.expected, limit: 1000)) }
    if !finding.alsoExpected.isEmpty { note("also expected", others(finding.alsoExpected)) }
    if !finding.actual.isEmpty { note("received", VisibleText.line(finding.actual, limit: 1000)) }
    for detail in finding.details { note(detail.name, VisibleText.line(detail.text, limit: 1000)) }
    for source in finding.sources {
      note("source", documents.describe(source))
      guard mostQuoted > 0 else { continue }
      lines += documents.quotation(
        of: source,
        from: options.documents,
        limit: mostQuoted,
        columns: room,
        style: style
      )
    }
    let alternatives = finding.alternativesWorthSaying
    if !alternatives.isEmpty { note("help", help(alternatives)) }
    if let accepted = finding.accepted { note("known", accepted.words) }
    if finding.occurrences > 1 { note("seen", "\(finding.occurrences) times") }
    if !finding.alsoAt.isEmpty { note("also at", places(finding.alsoAt)) }
    if !finding.alsoIn.isEmpty { note("also in", others) }
    if let concurrency = documents.concurrency(of: finding.check) { note("when", concurrency) }
    if let command = documents.command(of: finding.check) {
      let needs = documents.needs(of: finding.check)
      if !needs.isEmpty { note("first", needs) }
      note("repeat", VisibleText.line(command, limit: DocumentIndex.mostOfCommand), isCommand: true)
    }
    return lines
  }

  private func help(_ alternatives: [String]) -> String {
    let shown = alternatives.prefix(20).map { "`\(VisibleText.line($0, limit: 100))`" }
    let more = alternatives.count - shown.count
    let list = shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    return (alternatives.count == 1 ? "allowed here is " : "allowed here are ") + list
  }

  private func others(_ expectations: [String]) -> String {
    let shown = expectations.prefix(5).map { VisibleText.line($0, limit: 200) }
    let more = expectations.count - shown.count
    return shown.joined(separator: "; ") + (more > 0 ? "; and \(more) more" : "")
  }

  private func places(_ places: [Place]) -> String {
    let shown = places.prefix(5).map { VisibleText.line($0.description, limit: 200) }
    let more = places.count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  private var others: String {
    let shown = finding.alsoIn.prefix(5).map { VisibleText.line($0, limit: 100) }
    let more = finding.alsoIn.count - shown.count
    let count = finding.alsoIn.count == 1 ? "1 other check" : "\(finding.alsoIn.count) other checks"
    return "\(count) (" + shown.joined(separator: ", ") + (more > 0 ? ", …)" : ")")
  }
}

extension Acceptance {
  /// The acceptance in words: `accepted until 2026-12-31: ticket 7`.
  var words: String {
    "accepted" + (until.isEmpty ? "" : " until \(VisibleText.line(until, limit: 20))")
      + (reason.isEmpty ? "" : ": \(VisibleText.line(reason))")
  }
}

extension ContractPlace {
  /// The place in a form that terminals and editors open: `contracts/serial-ocr.json:41:18`.
  package var position: String { "\(VisibleText.line(file)):\(line):\(column)" }
}

extension Finding {
  /// The finding's `alternatives`, or an empty list if `expected` already contains all of them.
  ///
  /// For a missing member, the alternatives are the names received instead, which `actual` lists.
  var alternativesWorthSaying: [String] {
    if rule == .schema("required") || rule == .schema("dependentRequired") { return [] }
    let words = Set(expected.split { !($0.isLetter || $0.isNumber || "_-.\"/".contains($0)) }.map { String($0) })
    return alternatives.allSatisfy { words.contains($0) || words.contains("\"\($0)\"") || $0 == expected }
      ? [] : alternatives
  }
}
