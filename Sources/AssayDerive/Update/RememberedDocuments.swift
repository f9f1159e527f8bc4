import AssayContract
import AssayFindings
import AssayJSON
import AssaySchema

/// A contract's text, with the remembered parts of its documents: the digest of each, and the cited lines.
struct RememberedDocuments {
  let document: JSONDocument
  /// Every citation in the contract, with its string value and the JSON Pointer of that.
  let citations: [(value: JSONValue, citation: Citation, pointer: JSONPointer)]

  init(_ document: JSONDocument) {
    self.document = document
    let sites = ContractSite.all(in: document, SchemaSet(document: document))
    let promises = sites.flatMap { site in site.node.ownSourceValues.map { ($0, site.node.pointer) } }
    let notes = (document.root["notes"]?.items).map { Array($0) } ?? []
    let sources = notes.enumerated().flatMap { index, note in
      (note["sources"]?.items).map { Array($0) }?.map { ($0, JSONPointer(tokens: ["notes", String(index)])) } ?? []
    }
    var seen: Set<Int> = []
    citations = (promises + sources).compactMap { value, pointer in
      guard seen.insert(value.index).inserted else { return nil }
      return value.string.flatMap { Citation($0) }.map { (value, $0, pointer) }
    }
  }

  /// Returns the contract's text with the sources `moved`, by their places, and with the given `documents` remembered,
  /// by name.
  func text(moved: [Int: String] = [:], remembering documents: [String: [String]]) -> String {
    var edits: [(range: Range<Int>, text: String)] = []
    var cited: [String: Set<Int>] = [:]
    for (value, citation, _) in citations {
      let now = moved[value.index].flatMap { Citation($0) } ?? citation
      if let text = moved[value.index], text != value.string {
        edits.append((value.byteRange, JSONEscapes.quote(text)))
      }
      cited[now.document, default: []].formUnion(now.lines)
    }
    for member in document.root["documents"]?.members ?? JSONValue.null.members {
      guard let lines = documents[member.key] else { continue }
      edits.append((member.value.byteRange, entry(member, lines, (cited[member.key] ?? []).sorted())))
    }
    let bytes = document.commentedBytes
    var (edited, end): ([UInt8], Int) = ([], bytes.startIndex)
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      edited += bytes[end..<edit.range.lowerBound]
      edited += edit.text.utf8
      end = edit.range.upperBound
    }
    edited += bytes[end...]
    return String(decoding: edited, as: UTF8.self)
  }

  /// Returns the entry of a document, with its other members unchanged.
  private func entry(_ member: JSONMember, _ lines: [String], _ cited: [Int]) -> String {
    let start = member.keyValue.byteRange.lowerBound
    let before = document.bytes[..<start]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let indent = String(repeating: " ", count: document.bytes[lineStart..<start].prefix { $0 == 0x20 }.count)
    var parts = member.value.members.filter { $0.key != "digest" && $0.key != "cited" }.map {
      "\(JSONEscapes.quote($0.key)): \($0.value.text)"
    }
    parts.append("\"digest\": \"\(DocumentReference.digest(of: lines))\"")
    // A line that shows a credential is cited by its number alone.
    let remembered = cited.filter { $0 <= lines.count && !SeenSecrets.isShown(in: lines[$0 - 1]) }
    let ranges = LineMap.ranges(remembered).map { range in
      let text = lines[(range.lowerBound - 1)..<range.upperBound].joined(separator: "\n")
      let key = range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
      return "\n\(indent)    \"\(key)\": \(JSONEscapes.quote(text))"
    }
    if !ranges.isEmpty { parts.append("\"cited\": {\(ranges.joined(separator: ","))\n\(indent)  }") }
    return "{\n" + parts.map { "\(indent)  \($0)" }.joined(separator: ",\n") + "\n\(indent)}"
  }
}
