package import Foundation
package import Testing

/// Text held against a file a person has looked at.
///
/// Under `ASSAY_RECORD=1` the file is written anew, and the test fails, so that nobody mistakes such a run for a
/// passing one.
package enum Golden {
  package static let isRecording = ProcessInfo.processInfo.environment["ASSAY_RECORD"] == "1"

  /// Holds `text` against the file at `url`, byte for byte, and names the first line that differs.
  package static func expect(
    _ text: String,
    _ url: URL,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let name = url.path(percentEncoded: false).replacing(Repository.path(""), with: "", maxReplacements: 1)
    let recorded = try? Data(contentsOf: url)
    if isRecording {
      if recorded != Data(text.utf8) {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
      }
      Issue.record(
        "\(name) was recorded; look at it, then run again without ASSAY_RECORD",
        sourceLocation: sourceLocation
      )
      return
    }
    guard let recorded else {
      Issue.record("\(name) is missing; ASSAY_RECORD=1 writes it", sourceLocation: sourceLocation)
      return
    }
    guard recorded != Data(text.utf8) else { return }
    Issue.record(
      "\(name) differs, \(difference(text, String(decoding: recorded, as: UTF8.self)))",
      sourceLocation: sourceLocation
    )
  }

  /// The first line that is not the same, as it was recorded and as it came, with the lines around it that came.
  private static func difference(_ text: String, _ recorded: String) -> Comment {
    let came = text.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = recorded.split(separator: "\n", omittingEmptySubsequences: false)
    let same = zip(came, expected).prefix { $0 == $1 }.count
    func line(_ lines: [Substring]) -> String {
      same < lines.count ? String(lines[same].prefix(400)) : "(no line)"
    }
    let around = came[max(0, same - 3)..<min(came.count, same + 8)].map { $0.prefix(200) }.joined(separator: "\n")
    return """
      first in line \(same + 1)
      recorded: \(line(expected))
      came:     \(line(came))
      around:
      \(around)
      """
  }
}
