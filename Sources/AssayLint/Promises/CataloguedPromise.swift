package import AssayContract
public import AssayFindings
package import AssayJSON
import AssayText

/// A promise of a contract, in words, with its sources and the checks that judge it.
public struct CataloguedPromise: Hashable, Sendable {
  /// The promise in words, with Markdown code spans around names.
  public var sentence: String
  /// The level of the promise, in the words of RFC 2119.
  public var level: Level
  /// The document lines that the promise is based on.
  public var sources: [Citation]
  /// The ids of the checks that judge the promise, in the order of the plan.
  public var checks: [String]
  /// The pointers of the keywords or rules in the contract from which the promise is made; several if they state it
  /// together.
  package var pointers: [JSONPointer]
  /// The parts of the contract that judges record separately. The promise is kept if at least one of them was tested
  /// and none was broken or blocked.
  package var sites: [PromiseSite]

  package init(
    _ sentence: String,
    level: Level,
    sources: [Citation],
    checks: [String] = [],
    pointers: [JSONPointer],
    sites: [PromiseSite]
  ) {
    self.sentence = sentence
    self.level = level
    self.sources = sources
    self.checks = checks
    self.pointers = pointers
    self.sites = sites
  }

  /// Returns true if this promise is the same as `other`, apart from the checks.
  func says(_ other: CataloguedPromise) -> Bool {
    sentence == other.sentence && level == other.level && pointers == other.pointers
  }

  /// Makes a promise from one place of the contract.
  init(_ sentence: String, _ promise: Promise, _ aspect: PromiseSite.Aspect = .whole, level: Level? = nil) {
    self.init(
      sentence,
      level: level ?? promise.level,
      sources: promise.sources,
      pointers: [promise.pointer],
      sites: [PromiseSite(promise, aspect)]
    )
  }
}

/// The promises of one operation, or those of one scenario over several calls.
public struct PromiseGroup: Hashable, Sendable {
  /// The operation's or the scenario's name.
  public var name: String
  /// The description of the operation or scenario: `POST /scan`, or the scenario's summary.
  public var about: String
  /// The promises, in the order of the contract.
  public var promises: [CataloguedPromise]
  /// The ids of the checks that judge all promises of the group; in a promise's own list, further checks may follow
  /// these.
  package var checks: [String]

  package init(name: String, about: String, promises: [CataloguedPromise], checks: [String] = []) {
    self.name = name
    self.about = about
    self.promises = promises
    self.checks = checks
  }
}

/// The promises of contracts as Markdown: a table for each contract, a row for each promise.
package enum PromiseMarkdown {
  /// The maximum number of check ids listed in a row.
  private static let mostChecks = 2

  /// Returns a heading and the table of `contract`; ends with a line feed.
  package static func markdown(of contract: Contract) -> String {
    var lines = ["### \(text(contract.title))", ""]
    let documents = contract.documents.map { "`\($0.name)` is *\(text($0.title))*, \(text($0.file))" }
    if !documents.isEmpty { lines += [documents.joined(separator: "; ") + ".", ""] }
    lines += ["| promise | level | documents (lines) | checked in |", "| --- | --- | --- | --- |"]
    for group in PromiseCatalogue(of: contract).groups {
      lines.append("| **\(text(group.name))**\(group.about.isEmpty ? "" : " \(text(group.about))") | | | |")
      lines += group.promises.map(row)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a heading and a table of the contract's notes about its documents, each with its lines; empty if there are
  /// no notes. Ends with a line feed.
  package static func notes(of contract: Contract) -> String {
    let notes = contract.document.root["notes"].map { Array($0.items) } ?? []
    guard !notes.isEmpty else { return "" }
    let rows = notes.map { note in
      let sources = note["sources"]?.items.compactMap { $0.string.map { "`\(text($0))`" } } ?? []
      let cells = [note["topic"]?.string ?? "", sources.joined(separator: ", "), note["note"]?.string ?? ""]
      return "| \(text(cells[0])) | \(cells[1]) | \(text(cells[2])) |"
    }
    let head = ["### Contradictions found in the documents", "", "| about | where | what, and the side taken |"]
    return (head + ["| --- | --- | --- |"] + rows).joined(separator: "\n") + "\n"
  }

  private static func row(_ promise: CataloguedPromise) -> String {
    let sources = promise.sources.map(\.description).joined(separator: ", ")
    return "| \(text(promise.sentence)) | \(promise.level.rawValue) | \(text(sources)) | \(checks(promise.checks)) |"
  }

  private static func checks(_ ids: [String]) -> String {
    guard !ids.isEmpty else { return "nothing" }
    let shown = ids.prefix(mostChecks).map { "`\(text($0))`" }.joined(separator: ", ")
    return ids.count > mostChecks ? "\(shown) and \(ids.count - mostChecks) more" : shown
  }

  /// Returns the text escaped for a table cell: a `|` would end the cell, and a line end the row (GFM section 4.10).
  private static func text(_ text: String) -> String {
    text.replacing("|", with: "\\|").split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
