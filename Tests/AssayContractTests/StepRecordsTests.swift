import AssayContract
import AssayFindings
import AssayJSON
import TestKit
import Testing

/// What each step of a scenario brought, as the steps behind it see it.
@Suite(.serialized)
struct StepRecordsTests {
  private static func record(_ count: Int) -> StepRecord {
    var record = StepRecord()
    record.count = count
    return record
  }

  /// A copy has what was there when it was made, and no more, whichever record was written last.
  @Test(arguments: [false, true]) func aCopyIsItsOwn(isFiled: Bool) {
    var records = StepRecords()
    records["a"] = Self.record(1)
    records["b"] = Self.record(2)
    if isFiled { records.file() }
    var copy = records
    copy["b"]?.count = 20
    copy["c", default: StepRecord()].count = 30
    copy["a"]?.count = 10
    records["b"]?.count += 1
    records["d"] = Self.record(4)
    records["a"] = nil
    #expect(["a", "b", "c", "d"].map { copy[$0]?.count } == [10, 20, 30, nil])
    #expect(["a", "b", "c", "d"].map { records[$0]?.count } == [nil, 3, nil, 4])
    #expect(copy.values.map(\.count).sorted() == [10, 20, 30])
    #expect(records.values.map(\.count).sorted() == [3, 4])
  }

  @Test(arguments: [false, true]) func aCopyOfLastOutputsIsItsOwn(isFiled: Bool) {
    var outputs = LastOutputs(["a": .null, "b": .null])
    outputs["c"] = .null
    outputs["a"] = nil
    if isFiled { outputs.file() }
    var copy = outputs
    copy["a"] = .null
    copy["c"] = nil
    outputs["b"] = nil
    if isFiled { copy.file() }
    #expect(["a", "b", "c", "d"].map { copy[$0] == nil } == [false, false, true, true])
    #expect(["a", "b", "c", "d"].map { outputs[$0] == nil } == [true, true, false, true])
  }

  @Test func tellsWhetherAnswersAreMissing() {
    var records = StepRecords()
    records["a"] = Self.record(1)
    records["b"]?.cutShort = "nobody asked"
    #expect(!records.lacksAnswers)
    var copy = records
    copy["a"]?.cutShort = "the next page broke"
    records["b"] = StepRecord()
    #expect(copy.lacksAnswers && !records.lacksAnswers)
    records["b"]?.obstacle = "it was not made"
    records.file()
    #expect(records.lacksAnswers)
  }

  /// Steps in a row, each with a copy of what came before, which it adds its own record to.
  @Test func stepsCopyNothingThatCameBefore() async throws {
    let growth = try await Work.growth(from: 1_000) { count in
      {
        var (records, outputs) = (StepRecords(), LastOutputs())
        for number in 0..<count {
          records.file()
          outputs.file()
          do {
            var (copy, more) = (records, outputs)
            copy["\(number)", default: StepRecord()].count += 1
            more["\(number)"] = .null
          }
          records["\(number)"] = Self.record(number)
          outputs["\(number)"] = .null
        }
      }
    }
    #expect(growth < 10)
  }
}
