import AssayDrift
import AssayKit
import AssayReport
import Foundation
import Testing

extension ConformanceSuite {
  /// Verifies and records, then judges the recording; the two JSON reports must be the same, times apart.
  func verifyAndReplay(_ options: VerifyOptions, _ name: String) async throws -> RunResult {
    let writer = RecordingWriter()
    let live = try await verify(options, recordingTo: writer)
    let replayed = try await verify(replaying: try writer.recording(of: live), options: options)
    expectSame(report(live), report(replayed), name)
    return live
  }

  /// Looks for drift and records, then looks for it in the recording; the two JSON reports must be the same.
  func driftAndReplay(
    _ options: VerifyOptions,
    documents: [String: [String]] = [:],
    _ name: String
  ) async throws -> DriftReport {
    let writer = RecordingWriter()
    let live = try await drift(options, documents: documents, recordingTo: writer)
    let recording = try writer.recording(of: live.run)
    let replayed = try await drift(replaying: recording, documents: documents, options: options)
    expectSame(DriftFormat.json.render(live.timeless), DriftFormat.json.render(replayed.timeless), name)
    return live
  }

  private func expectSame(_ live: String, _ replayed: String, _ name: String) {
    guard live != replayed else { return }
    let lines = zip(live.split(separator: "\n"), replayed.split(separator: "\n"))
    let different = lines.first { $0.0 != $0.1 }
    Issue.record("\(name): live \(different?.0.prefix(400) ?? "…"), replayed \(different?.1.prefix(400) ?? "…")")
  }

  private func report(_ result: RunResult) -> String {
    var timeless = result
    timeless.started = ""
    timeless.duration = .zero
    for index in timeless.checks.indices {
      timeless.checks[index].duration = .zero
      timeless.checks[index].concurrency?.start = .zero
    }
    return JSONReport().render([timeless], options: ReportOptions())
  }
}

extension RecordingWriter {
  /// What was recorded of `result`, written to a file and read back.
  func recording(of result: RunResult) throws -> Recording {
    let file = FileManager.default.temporaryDirectory.appending(path: "assay-\(UUID().uuidString).har")
    defer { try? FileManager.default.removeItem(at: file) }
    try write([result], to: file.path)
    return try Recording(contentsOf: file.path)
  }
}

extension DriftReport {
  /// The report without the time of day.
  var timeless: DriftReport {
    var timeless = self
    timeless.run.started = ""
    return timeless
  }
}
