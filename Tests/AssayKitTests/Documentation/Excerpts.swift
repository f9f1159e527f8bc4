import AssayKit
import Testing

/// Examples of the documentation that need a backend: compiled, and never run.
enum Excerpts {
  static func overview() async throws {
    let suite = try ConformanceSuite(contentsOf: "contracts/serial-ocr.json")
    let result = try await suite.verify(against: "http://127.0.0.1:8000")
    #expect(result.isConforming, "\(result.failureDescription)")
  }

  static func severalServers(_ suite: ConformanceSuite) async throws {
    var options = VerifyOptions()
    options.servers["rag"] = ServerURL("http://127.0.0.1:5400")
    options.selection.only = ["search*"]
    let result = try await suite.verify(options)
    #expect(result.isConforming, "\(result.failureDescription)")
  }

  static func knownFault(_ result: RunResult) {
    let known = result.findings.filter { $0.operation == "search" && $0.rule == "schema.sorted" }
    #expect(result.findings.count == known.count)
  }

  static func reports(_ result: RunResult, _ suite: ConformanceSuite) {
    for diagnostic in suite.lint() {
      print(diagnostic.place.line, diagnostic.message, diagnostic.help)
    }
    print(ReportFormat.junit.render([result]))
  }
}
