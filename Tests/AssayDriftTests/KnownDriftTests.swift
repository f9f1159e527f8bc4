import AssayReport
import Testing

@testable import AssayDrift

/// What a baseline knows of drift that is no finding: the places at which it was seen.
struct KnownDriftTests {
  private static func rows(_ places: String) throws -> DriftBaseline {
    let row = #"{"key":"k","kind":"undocumented field","operation":"a","subject":"","place":"/from/x"\#(places)}"#
    return try DriftBaseline(parsing: Array(#"{"drift":"1","contract":"a","rows":[\#(row)]}"#.utf8))
  }

  @Test(arguments: [
    ("", ""), (#","also_at":["/to/x"]"#, ""),
    (#","also_at":["/fee/x"]"#, "new since the baseline: at /fee/x"),
  ])
  func everyPlaceOfAnUndocumentedFieldCounts(_ places: String, _ remark: String) throws {
    let known = KnownDrift(try Self.rows(#","also_at":["/to/x"]"#).rows)
    var row = try #require(try Self.rows(places).rows.first)
    known.judge(&row, on: "2026-01-01")
    #expect(row.standing.isKnown == remark.isEmpty)
    #expect(row.remark == remark)
  }

  /// The places are in the file of a baseline.
  @Test func placesAreKept() throws {
    let baseline = try Self.rows(#","also_at":["/to/x"]"#)
    let text = DriftBaselines(contracts: [baseline]).text
    #expect(try DriftBaseline(parsing: Array(text.utf8)).rows == baseline.rows)
  }
}
