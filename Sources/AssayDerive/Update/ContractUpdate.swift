package import AssayContract
import AssayFindings
import AssayJSON
import AssayText

/// A contract after an update of its documents: sources are moved with their text, everything else is unchanged.
package struct ContractUpdate: Sendable {
  /// The contract's new text.
  package private(set) var text: String
  /// The number of sources whose lines have moved.
  package private(set) var moved = 0
  /// The points that a person should check, one line each.
  package private(set) var report: [String] = []
  /// True if a document differs from the one the contract remembers.
  package private(set) var isChanged = false

  /// - Parameters:
  /// - contract: The current contract.
  ///   - documents: The lines of its documents, by their names in the contract.
  /// - fresh: The draft of the current documents.
  package init(_ contract: Contract, documents: [String: [String]], fresh: String) {
    let remembered = RememberedDocuments(contract.document)
    var targets: [Int: String] = [:]
    var troubles = OrderedDictionary<String, [String]>()
    for reference in contract.documents {
      guard let lines = documents[reference.name] else { continue }
      let digest = DocumentReference.digest(of: lines)
      if reference.digest == digest { continue }
      isChanged = true
      // What was never remembered is taken to be right as it is.
      guard reference.digest != nil else {
        report.append("\(reference.file): remembered from now on; the contract held nothing of it")
        continue
      }
      report.append("\(reference.file): another document than the one the contract was derived from")
      let map = LineMap(remembered: reference.remembered, lines: lines)
      for (value, citation, pointer) in remembered.citations where citation.document == reference.name {
        var words: String?
        switch map.fate(of: citation.lines) {
        case .same(let range):
          let now = Citation(document: reference.name, lines: range, pointer: citation.pointer).description
          if now != citation.description { moved += 1 }
          targets[value.index] = now
        case .changed(let range):
          let now = Citation(document: reference.name, lines: range, pointer: citation.pointer).description
          targets[value.index] = now
          words = "\(citation) says something else" + (now == citation.description ? "" : ", now \(now)")
          if let first = Self.difference(reference, citation.lines, lines, range) { words? += ": \(first)" }
        case .gone:
          let text = citation.lines.lazy.compactMap { reference.remembered[$0] }.first {
            !$0.allSatisfy(\.isWhitespace)
          }
          words = "\(citation) is gone" + (text.map { ": \(Self.quoted($0))" } ?? "")
        case .unknown: words = "\(citation) is not remembered; look it up by hand"
        }
        guard let words else { continue }
        let place = "line \(contract.document.location(ofByte: value.byteRange.lowerBound).line) \(pointer)"
        troubles[words, default: []].append(place)
      }
    }
    for (words, places) in troubles.elements {
      report.append(words)
      for place in places.prefix(5) { report.append("  \(contract.file): \(place)") }
      if places.count > 5 { report.append("  and \((places.count - 5).counted("promise")) more") }
    }
    if isChanged, let draft = try? JSONDocument(parsing: fresh) {
      report += ContractOutline(draft.root).beyond(ContractOutline(contract.document.root))
    }
    text = isChanged ? remembered.text(moved: targets, remembering: documents) : contract.document.text
  }

  /// Returns the first line that changed, in its old and its new form.
  private static func difference(
    _ reference: DocumentReference,
    _ old: ClosedRange<Int>,
    _ lines: [String],
    _ new: ClosedRange<Int>
  ) -> String? {
    let now = new.map { lines[$0 - 1] }
    let before = old.compactMap { reference.remembered[$0] }
    let lost = before.first { !now.contains($0) && !$0.allSatisfy(\.isWhitespace) }
    let found = now.first { !before.contains($0) && !$0.allSatisfy(\.isWhitespace) }
    switch (lost, found) {
    case (let lost?, let found?):
      // Of two long lines the part is shown in which they differ.
      let same = zip(lost, found).prefix { $0 == $1 }.count
      let shown = same > 40 ? [lost, found].map { "…\($0.dropFirst(same - 20))" } : [lost, found]
      return "\(quoted(shown[0])) was, \(quoted(shown[1])) is"
    case (let lost?, nil): return "\(quoted(lost)) is left out"
    case (nil, let found?): return "\(quoted(found)) is put in"
    case (nil, nil): return nil
    }
  }

  private static func quoted(_ line: String) -> String { "`\(line.trimmed.shortened(to: 80))`" }
}

extension JSONDocument {
  fileprivate var text: String { String(decoding: commentedBytes, as: UTF8.self) }
}
