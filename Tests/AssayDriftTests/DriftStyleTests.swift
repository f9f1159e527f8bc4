import AssayDrift
import Foundation
import Testing

/// The page's policy lets apply what the page was built with, and runs nothing.
struct DriftStyleTests {
  @Test func policyFitsTheStyle() throws {
    let process = Process()
    let words = Repository.python.split(separator: " ").map(String.init)
    process.executableURL = URL(filePath: words[0])
    let program =
      "import base64,hashlib,sys; print(base64.b64encode(hashlib.sha256(sys.stdin.buffer.read()).digest()).decode())"
    process.arguments = Array(words.dropFirst()) + ["-c", program]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(DriftStyle.text.utf8))
    try input.fileHandleForWriting.close()
    let digest = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect("sha256-\(digest.prefix { $0 != "\n" })" == DriftStyle.hash)
  }

  @Test func pageLoadsAndRunsNothing() throws {
    let page = DriftFormat.html.render(try DriftFixture("every-kind").report)
    #expect(!page.contains("<script"))
    #expect(!page.contains("<img"))
    #expect(!page.contains("src="))
    #expect(page.contains("style-src 'sha256-"))
  }
}
