import AssayContract
import AssayFindings
import AssayJSON
import Foundation
import AssayText
import TestKit
import Testing

/// A folder of `fixtures` whose folders are cases, each under the contract beside them or its own.
struct JudgingFixture {
  let folder: URL

  init(_ kind: String) { folder = Repository.fixtures.appending(path: kind) }

  /// The names of the cases, in order.
  var cases: [String] {
    get throws { try Fixtures.folders(folder.lastPathComponent) }
  }

  func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: name))) }

  func json(_ name: String) throws -> JSONValue { try JSONDocument(parsing: try bytes(name)).root }

  func contract(of name: String) throws -> Contract {
    let own = "\(name)/contract.json"
    let path = FileManager.default.fileExists(atPath: folder.appending(path: own).path) ? own : "contract.json"
    return try ContractLoader.load(bytes: try bytes(path), file: "contract.json")
  }

  /// Holds `text` against the case's `expected.txt`; writes it anew under `ASSAY_RECORD=1`, in a run that then fails.
  func expect(_ text: String, of name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = folder.appending(path: "\(name)/expected.txt")
    try Golden.expect(text, file, sourceLocation: sourceLocation)
  }
}

extension Finding {
  /// The finding as text, as a reader sees it, for goldens.
  var golden: String {
    var lines = [
      "\(level.rawValue) \(rule)\(location.isEmpty ? "" : location.hasPrefix("after") ? " " + location : " at " + location)"
        + (occurrences > 1 ? ", \(occurrences) times" : "")
    ]
    lines.append("  \(message)")
    lines.append("  expected: \(expected)")
    lines.append("  received: \(actual)")
    lines += details.map { "  \($0.name): \($0.text)" }
    if !alternatives.isEmpty { lines.append("  alternatives: " + alternatives.joined(separator: " | ")) }
    lines.append("  promise:  \(promise?.pointer ?? "-"), \(sources.map(\.description).joined(separator: ", "))")
    lines += excerpt.split(separator: "\n").map { "  | \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Illustration {
  /// The drawing as text.
  var golden: String {
    switch self {
    case .timeline(let timeline):
      let lines = timeline.events.map { event in
        "  \(event.time.spoken)  \(event.index) \(event.name)  \(event.detail)\(Self.mark(event.mark))"
      }
      let end = "  \(timeline.end.spoken)  \(timeline.ending)\(Self.mark(timeline.endMark))"
      return (["timeline"] + lines + [end]).joined(separator: "\n") + "\n"
    case .walk(let walk):
      let edges = walk.edges.map { "\($0.from)→\($0.to)" }.joined(separator: " ")
      let lines = walk.visits.map { "  \($0.time.spoken)  poll \($0.poll) \($0.state)\(Self.mark($0.mark))" }
      return
        (["walk \(walk.states.joined(separator: " ")); final \(walk.final.joined(separator: " ")); \(edges)"] + lines)
        .joined(separator: "\n") + "\n"
    case .bars(let bars):
      let lines = bars.bars.map { "  \($0.label): \($0.value)\(Self.mark($0.mark))" }
      return (["bars \(bars.measure)"] + lines).joined(separator: "\n") + "\n"
    }
  }

  private static func mark(_ text: String) -> String { text.isEmpty ? "" : "  ✗ \(text)" }
}
