package import AssayContract
public import AssayFindings
package import AssayJSON

/// One thing a contract promises, as a person would name it, with where it comes from and where it is checked.
public struct CataloguedPromise: Hashable, Sendable {
  /// The promise in words, with Markdown code spans around names.
  public var sentence: String
  /// The level of the promise, in the words of RFC 2119.
  public var level: Level
  /// The lines of the documents it rests on.
  public var sources: [Citation]
  /// The ids of the checks that hold a backend to it, in the order of the plan.
  public var checks: [String]
  /// The places in the contract it is made from: one keyword or rule, or the several that say it together.
  package var pointers: [JSONPointer]
  /// The sites that judges distinguish; the promise is kept if at least one was judged, and none was broken or blocked.
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

  /// Returns true if this is the same promise as `other`, whatever checks it.
  func says(_ other: CataloguedPromise) -> Bool {
    sentence == other.sentence && level == other.level && pointers == other.pointers
  }

  /// A promise that stands at one place of the contract.
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

/// The promises of one operation, or of one scenario's calls taken together.
public struct PromiseGroup: Hashable, Sendable {
  /// The operation's or the scenario's name.
  public var name: String
  /// A description of it: `POST /scan`, or the scenario's summary.
  public var about: String
  /// The promises, in the order of the contract.
  public var promises: [CataloguedPromise]
  /// The ids of the checks that hold a backend to all of them; each may have more of its own after these.
  package var checks: [String]

  package init(name: String, about: String, promises: [CataloguedPromise], checks: [String] = []) {
    self.name = name
    self.about = about
    self.promises = promises
    self.checks = checks
  }
}

/// Writes what contracts promise as Markdown: a table for each system, a row for each promise.
package enum PromiseMarkdown {
  /// The most checks named in a row.
  private static let mostChecks = 2

  /// A heading and the table of `contract`; ends with a line's end.
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

  /// A heading and a table of what the contract notes about its documents, each with its lines; empty where it notes
  /// nothing. Ends with a line's end.
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

  /// A cell's text: a bar would end the cell, a line's end the row (GFM section 4.10).
  private static func text(_ text: String) -> String {
    text.replacing("|", with: "\\|").split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
