import AssayKit
import AssayReport
import Foundation
import Testing

extension ConformanceSuite {
  /// Verifies and records, then judges the recording; the two JSON reports must be the same, times apart.
  func verifyAndReplay(_ options: VerifyOptions, _ name: String) async throws -> RunResult {
    let writer = RecordingWriter()
    let live = try await verify(options, recordingTo: writer)
    let file = FileManager.default.temporaryDirectory.appending(path: "assay-\(UUID().uuidString).har")
    defer { try? FileManager.default.removeItem(at: file) }
    try writer.write([live], to: file.path)
    let replayed = try await verify(replaying: try Recording(contentsOf: file.path), options: options)
    let (first, second) = (report(live), report(replayed))
    if first != second {
      let lines = zip(first.split(separator: "\n"), second.split(separator: "\n"))
      let different = lines.first { $0.0 != $0.1 }
      Issue.record("\(name): live \(different?.0.prefix(400) ?? "…"), replayed \(different?.1.prefix(400) ?? "…")")
    }
    return live
  }

  private func report(_ result: RunResult) -> String {
    var timeless = result
    timeless.started = ""
    timeless.duration = .zero
    for index in timeless.checks.indices { timeless.checks[index].duration = .zero }
    return JSONReport().render([timeless], options: ReportOptions())
  }
}
