import AssayDrift
import AssayReport
import Testing

/// Files that are no baseline are told apart from those that are.
struct BaselineTests {
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
}
