import AssayContract
import AssayDrift
import AssayFindings
import AssayObservation
import AssayReport
import TestKit
import Testing

/// Files that are no baseline are told apart from those that are.
struct DriftBaselineTests {
  @Test func refusesWhatIsNotJSON() {
    #expect {
      try DriftBaseline(parsing: Array("{".utf8))
    } throws: { error in
      if case DriftBaseline.Mistake.notJSON = error { true } else { false }
    }
  }

  @Test(arguments: [
    "[]", "{}", "null", #"{"drift":"2","contract":"a","rows":[]}"#, #"{"drift":"1","rows":[]}"#,
    #"{"drift":"1","contract":"a","rows":{}}"#, #"{"assay":"1","contract":"a","findings":[]}"#,
  ])
  func refusesOtherJSON(_ text: String) {
    #expect(throws: DriftBaseline.Mistake.notADriftReport) { try DriftBaseline(parsing: Array(text.utf8)) }
  }

  @Test func leavesOutNotesAndWhatIsNoRow() throws {
    let text = """
      {"drift":"1","contract":"a","rows":[{"key":"x","kind":"never seen"},{"key":"y","kind":"contradiction"},{"kind":1},7]}
      """
    #expect(try DriftBaseline(parsing: Array(text.utf8)).rows.map(\.key) == ["y"])
  }

  /// What belongs to no operation heals in a run of all that scenarios call, and in no part of it.
  @Test func partOfARunHealsNothingOfTheWhole() throws {
    let fixture = try DriftFixture("conforming")
    let text = #"{"drift":"1","contract":"a","rows":[{"key":"x","kind":"contradiction"}]}"#
    let baseline = try DriftBaseline(parsing: Array(text.utf8))
    func healed(_ observations: [Observation]) -> [String] {
      DriftComparison(contract: fixture.contract, observations: observations, run: fixture.run).held(against: baseline)
        .healed.map(\.key)
    }
    #expect(healed(fixture.observations) == ["x"])
    let first = try #require(fixture.observations.first?.operation)
    #expect(healed(fixture.observations.filter { $0.operation != first }) == [])
    #expect(healed([]) == [])
  }

  /// What is accepted until a day is known on that day, and new on the next.
  @Test(arguments: [("2026-03-01", true), ("2026-02-28", false)])
  func acceptedUntilADay(_ until: String, _ isKnown: Bool) throws {
    let fixture = try DriftFixture("conforming")
    var run = fixture.run
    run.started = "2026-03-01T08:00:00Z"
    run.findings = [
      Finding(level: .must, operation: fixture.contract.operations[0].name, rule: .status, message: "it is wrong")
    ]
    let comparison = DriftComparison(contract: fixture.contract, observations: fixture.observations, run: run)
    let key = try #require(comparison.report.drift.first?.key)
    let entry = #"{"key":"\#(key)","kind":"contradiction","until":"\#(until)","reason":"a release"}"#
    let baseline = try DriftBaseline(parsing: Array(#"{"drift":"1","contract":"a","rows":[\#(entry)]}"#.utf8))
    let report = comparison.held(against: baseline)
    #expect(report.drift.map(\.standing.isKnown) == [isKnown])
    #expect(report.outcome == (isKnown ? .known : .drift))
    let page = report.page.lines(colour: false).map(\.text).joined(separator: "\n")
    #expect(page.contains("accepted until \(until)"))
    #expect(DriftHistory.record(of: report).contains("\"until\"") == isKnown)
  }

  @Test func untilIsADay() {
    let text = #"{"drift":"1","contract":"a","rows":[{"key":"x","kind":"contradiction","until":"2026-02-30"}]}"#
    #expect(throws: DriftBaseline.Mistake.notADay("2026-02-30")) { try DriftBaseline(parsing: Array(text.utf8)) }
  }

  /// A run that leaves out parts of the contract heals nothing, and nothing disappears in it.
  @Test(arguments: [true, false])
  func partOfTheContractSaysNothingOfTheRest(_ isWhole: Bool) throws {
    let fixture = try DriftFixture("baseline")
    let baseline = try #require(fixture.baseline)
    let report = DriftComparison(
      contract: fixture.contract,
      observations: fixture.observations,
      run: fixture.run,
      isWhole: isWhole
    ).held(against: baseline)
    #expect(report.healed.isEmpty == !isWhole)
    #expect(report.rows.contains { $0.kind == .disappeared } == isWhole)
  }

  /// What a scenario that broke off would have shown has not disappeared.
  @Test func callThatWasNotMadeSaysNothing() throws {
    let fixture = try DriftFixture("baseline")
    let baseline = try #require(fixture.baseline)
    var run = fixture.run
    run.checks.append(CheckResult(id: "more/search", operation: "search", status: .skipped, reason: "no input"))
    let report = DriftComparison(contract: fixture.contract, observations: fixture.observations, run: run)
      .held(against: baseline)
    #expect(report.rows.filter { $0.kind == .disappeared }.map(\.operation) == ["job"])
  }

  /// A finding that is known in one check, at one place and of one level is known there alone.
  @Test(arguments: [
    ("answers", "/from/amount", Level.should, true), ("answers", "/to/amount", .should, false),
    ("answers", "/from/amount", .must, false), ("again", "/from/amount", .should, false),
  ])
  func knownAtOnePlaceOnly(_ check: String, _ place: String, _ level: Level, _ isKnown: Bool) throws {
    let fixture = try DriftFixture("conforming")
    let known = Self.report(of: fixture, [Self.finding(fixture, "answers", "/from/amount", .should)])
    let baseline = try DriftBaseline(parsing: Array(DriftFormat.json.render(known.report).utf8))
    let report = Self.report(of: fixture, [Self.finding(fixture, check, place, level)]).held(against: baseline)
    #expect(report.drift.map(\.standing.isKnown) == [isKnown])
  }

  /// Of a fault that was found at two places, either is known alone; at a third it is new, and the row says where.
  @Test func everyPlaceOfARowCounts() throws {
    let fixture = try DriftFixture("conforming")
    func joined(_ places: [String]) -> DriftComparison {
      let findings = places.map { Self.finding(fixture, "answers", $0, .must) }
      var first = findings[0]
      for other in findings.dropFirst() { first.absorb(other, isNewKind: true) }
      return Self.report(of: fixture, [first])
    }
    let text = DriftFormat.json.render(joined(["/from/amount", "/to/amount"]).report)
    let baseline = try DriftBaseline(parsing: Array(text.utf8))
    for places in [["/from/amount", "/to/amount"], ["/from/amount"], ["/to/amount"]] {
      let report = joined(places).held(against: baseline)
      #expect(report.drift.map(\.standing.isKnown) == [true])
      #expect(report.healed.isEmpty)
    }
    let report = joined(["/from/amount", "/fee/amount"]).held(against: baseline)
    #expect(report.drift.map(\.standing.isKnown) == [false])
    #expect(report.drift.map(\.remark) == ["new since the baseline: at /fee/amount"])
  }

  /// A baseline without the faults of its rows has one for each, whatever the check.
  @Test func rowOfAnEarlierVersionIsOneFault() throws {
    let fixture = try DriftFixture("conforming")
    let comparison = Self.report(of: fixture, [Self.finding(fixture, "answers", "/from/amount", .must)])
    let key = try #require(comparison.report.drift.first?.key)
    let text = #"{"drift":"1","contract":"a","rows":[{"key":"\#(key)","kind":"contradiction"}]}"#
    let baseline = try DriftBaseline(parsing: Array(text.utf8))
    #expect(comparison.held(against: baseline).newDrift.isEmpty)
    let other = Self.report(of: fixture, [Self.finding(fixture, "answers", "/to/amount", .must)])
    #expect(other.held(against: baseline).newDrift.count == 1)
  }

  /// No two rows of a report have one key, and no two rows have one fault.
  @Test(arguments: try DriftFixture.names)
  func keysAreUnique(_ name: String) throws {
    let report = try DriftFixture(name).report
    let (keys, faults) = (report.rows.map(\.key), report.rows.flatMap(\.standing.faults))
    #expect(Set(keys).count == keys.count)
    #expect(Set(faults).count == faults.count)
  }

  private static func finding(_ fixture: DriftFixture, _ check: String, _ place: String, _ level: Level) -> Finding {
    let operation = fixture.contract.operations[0]
    return Finding(
      level: level,
      check: check,
      operation: operation.name,
      rule: .schema("minimum"),
      place: Place(reading: place),
      message: "it is wrong",
      promise: fixture.contract.place(of: operation.promise)
    )
  }

  private static func report(of fixture: DriftFixture, _ findings: [Finding]) -> DriftComparison {
    var run = fixture.run
    run.findings = findings
    return DriftComparison(contract: fixture.contract, observations: fixture.observations, run: run)
  }
}
