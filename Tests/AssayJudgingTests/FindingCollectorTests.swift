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

  /// Rules of two steps over one place of an answer are one fault, which has more than one promise.
  @Test func whatTheOthersExpectedIsNotLost() {
    var collector = FindingCollector()
    for (check, expected) in [("a", "x > 1"), ("b", "x < 9"), ("c", "x > 1"), ("b", "x < 9")] {
      collector.add(
        Finding(
          level: .must,
          check: check,
          operation: "thing",
          rule: "invariant",
          place: .body("/x"),
          message: "x is 0",
          expected: expected,
          actual: "0",
          promise: ContractPlace(file: "c.json", line: 1, column: 1, pointer: "/scenarios/\(check)/0")
        )
      )
    }
    #expect(collector.findings.map(\.expected) == ["x > 1"])
    #expect(collector.findings.first?.alsoExpected == ["x < 9"])
    #expect(collector.findings.first?.alsoBreaks.map(\.pointer) == ["/scenarios/b/0", "/scenarios/c/0"])
  }

  @Test func otherChecksAreNamedOnce() {
    var collector = FindingCollector()
    for check in ["a", "b", "b", "c"] { collector.add(finding("x", check: check)) }
    #expect(collector.findings.first?.alsoIn == ["b", "c"])
    #expect(collector.findings.first?.occurrences == 4)
  }
}
