package import AssayContract
import AssayFindings
import AssayJSON

/// Writes what contracts promise as Markdown: a table for each system, a row for each promise.
package enum PromiseTable {
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
