import AssayFindings
import Testing

@testable import AssayJudging

/// One fault stays one finding, and no server can make more findings than a person could read.
struct FindingCollectorTests {
  private func finding(_ name: String, check: String = "") -> Finding {
    Finding(
      level: .may,
      check: check,
      rule: "stream.unknownEvent",
      place: Place(.event(1)),
      message: "a `\(name)` came",
      expected: "tick",
      actual: name
    )
  }

  @Test func namesMadeUpWithoutEndAreCountedTogether() {
    var collector = FindingCollector()
    for number in 1...10_000 { collector.add(finding("event\(number)")) }
    #expect(collector.findings.count == FindingCollector.mostAlike + 1)
    #expect(collector.findings.map(\.occurrences).reduce(0, +) == 10_000)
    #expect(collector.findings.last?.occurrences == 10_000 - FindingCollector.mostAlike)
  }

  @Test func aFaultKnownBeforeTheLimitIsStillItself() {
    var collector = FindingCollector()
    for number in 1...100 { collector.add(finding("event\(number)")) }
    collector.add(finding("event1"))
    #expect(collector.findings.first?.occurrences == 2)
  }

  @Test func otherChecksAreNamedOnce() {
    var collector = FindingCollector()
    for check in ["a", "b", "b", "c"] { collector.add(finding("x", check: check)) }
    #expect(collector.findings.first?.alsoIn == ["b", "c"])
    #expect(collector.findings.first?.occurrences == 4)
  }
}
