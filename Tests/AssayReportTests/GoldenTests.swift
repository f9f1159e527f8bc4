import AssayFindings
import AssayReport
import Foundation
import Testing

/// Every format and outcome against what a person has looked at; `ASSAY_RECORD=1` writes them anew, and fails.
@Suite struct GoldenTests {
  @Test(arguments: SampleRuns.all.map(\.name), ReportFormat.allCases)
  func rendersAsRecorded(name: String, format: ReportFormat) throws {
    let results = try #require(SampleRuns.all.first { $0.name == name }).results
    try compare(
      format.reporter.render(results, options: ReportFixtures.options),
      with: ReportFixtures.file(name, format)
    )
  }

  @Test(arguments: SampleRuns.all.map(\.name))
  func saysAsRecorded(name: String) throws {
    let results = try #require(SampleRuns.all.first { $0.name == name }).results
    let folder = ReportFixtures.folder.appending(path: name)
    try compare(
      ReportFixtures.console(results, options: ReportFixtures.options),
      with: folder.appending(path: "console.txt")
    )
    let options = ReportOptions(strict: true, colour: true, width: 72)
    try compare(
      ReportFixtures.console(results, options: options),
      with: folder.appending(path: "console-colour.txt")
    )
  }

  private func compare(_ text: String, with golden: URL) throws {
    if ReportFixtures.isRecording {
      let folder = golden.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: golden)
      Issue.record("recorded \(golden.path); look at it, then run again without ASSAY_RECORD")
      return
    }
    let recorded = try Data(contentsOf: golden)
    guard Data(text.utf8) != recorded else { return }
    let lines = zip(
      text.split(separator: "\n", omittingEmptySubsequences: false),
      String(decoding: recorded, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    )
    let first = lines.enumerated().first { $0.element.0 != $0.element.1 }
    Issue.record(
      """
      \(golden.path) differs, first in line \((first?.offset ?? -1) + 1)
      recorded: \(first.map { String($0.element.1.prefix(300)) } ?? "(fewer lines)")
      rendered: \(first.map { String($0.element.0.prefix(300)) } ?? "(more lines)")
      """
    )
  }
}
