import AssayFindings
import AssayReport
import Foundation
import TestKit
import Testing

/// Every format and outcome against what a person has looked at.
@Suite struct GoldenTests {
  @Test(arguments: SampleRuns.all.map(\.name), ReportFormat.allCases)
  func rendersAsRecorded(name: String, format: ReportFormat) throws {
    let results = try #require(SampleRuns.all.first { $0.name == name }).results
    try Golden.expect(
      format.reporter.render(results, options: ReportFixtures.options),
      ReportFixtures.file(name, format)
    )
  }

  @Test(arguments: SampleRuns.all.map(\.name))
  func saysAsRecorded(name: String) throws {
    let results = try #require(SampleRuns.all.first { $0.name == name }).results
    let folder = ReportFixtures.folder.appending(path: name)
    try Golden.expect(
      ReportFixtures.console(results, options: ReportFixtures.options),
      folder.appending(path: "console.txt")
    )
    var options = ReportOptions(strict: true, colour: true, width: 72)
    options.wraps = true
    try Golden.expect(
      ReportFixtures.console(results, options: options),
      folder.appending(path: "console-colour.txt")
    )
  }
}
