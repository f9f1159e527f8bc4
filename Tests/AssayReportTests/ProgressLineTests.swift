import AssayFindings
import AssayReport
import Testing

@Suite struct ProgressLineTests {
  @Test func followsTheRun() {
    var line = ProgressLine()
    #expect(line.text(elapsed: .zero, width: 80) == "")
    line.observe(.runStarted(contract: "serial-ocr", checks: 3, scenarios: [:]))
    #expect(line.text(elapsed: .zero, width: 80) == "[0/3] serial-ocr, 0 ms")
    line.observe(.checkStarted(id: "a/b"))
    line.observe(.checkStarted(id: "a/c"))
    #expect(line.text(elapsed: .milliseconds(3240), width: 80) == "[0/3] serial-ocr, 3.24 s: a/b (+1)")
    line.observe(.checkEnded(CheckResult(id: "a/b", status: .failed), findings: []))
    #expect(line.text(elapsed: .seconds(125), width: 80) == "[1/3] serial-ocr, 1 failed, 2 min 5 s: a/c")
    line.observe(.checkEnded(CheckResult(id: "a/c", status: .error), findings: []))
    #expect(
      line.text(elapsed: .seconds(126), width: 80) == "[2/3] serial-ocr, 1 failed, 1 could not be judged, 2 min 6 s"
    )
    line.observe(.runEnded(SampleRuns.passed))
    #expect(line.text(elapsed: .zero, width: 80) == "")
  }

  @Test func neverReachesTheLastColumn() {
    var line = ProgressLine()
    line.observe(.runStarted(contract: "serial-ocr", checks: 3, scenarios: [:]))
    line.observe(.checkStarted(id: "東京/\u{1B}[2J" + String(repeating: "x", count: 500)))
    for width in [0, 1, 2, 20, 40, 80] {
      let text = line.text(elapsed: .seconds(1), width: width)
      #expect(text.count <= max(1, width - 1))
      #expect(!text.unicodeScalars.contains("\u{1B}"))
    }
  }
}
