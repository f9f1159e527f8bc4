import AssayReport
import Foundation
import Testing

/// The page in a real browser: its own policy lets its script run, and nothing a server sent does.
@Suite(.enabled("there is no Chromium") { ReaderProcess.hasChromium }, .serialized)
struct BrowserTests {
  @Test(arguments: ["several", "hostile"])
  func scriptRunsAndNothingElseDoes(name: String) throws {
    let profile = FileManager.default.temporaryDirectory.appending(path: "assay-browser-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: profile) }
    let browser = try ReaderProcess(
      ReaderProcess.chromium,
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--user-data-dir=\(profile.path)", "--enable-logging=stderr",
        "--virtual-time-budget=2000", "--dump-dom", ReportFixtures.file(name, .html).absoluteString,
      ]
    )
    #expect(browser.status == 0)
    #expect(!browser.errors.contains("CONSOLE"), "the page's policy refused something: \(browser.errors)")
    // The filter is hidden until the script shows it.
    #expect(browser.output.contains("<form id=\"filter\" role=\"search\""))
    #expect(browser.output.contains(" findings, "))
    #expect(!browser.output.contains("<img"))
  }
}
