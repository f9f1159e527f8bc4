import AssayText
import Testing

struct DateTimeTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2000-02-29T23:59:59.5Z", 951_868_799_500), ("1969-12-31T23:59:59.999Z", -1),
    ("2026-11-20T09:30:00.123456+01:00", 1_795_163_400_123), ("2024-03-01T00:00:00-0530", 1_709_271_000_000),
    ("0001-01-01T00:00:00Z", -62_135_596_800_000), ("9999-12-31T23:59:59Z", 253_402_300_799_000),
  ])
  func reads(text: String, milliseconds: Int) {
    #expect(DateTime(text, isOffsetColonOptional: true)?.millisecondsSinceEpoch == milliseconds)
  }

  @Test(arguments: [
    "", "2026-11-20", "2026-13-20T09:30:00Z", "2026-11-20T24:30:00Z", "2026-11-20T09:30:00", "2026-11-20T09:30:00.Z",
    "2026-11-20T09:30:00Zx", "20261-11-20T09:30:00Z", "2026-11-20T09:30:00+99:00", "Fri, 20 Nov 2026 09:30:00 GMT",
  ])
  func refuses(text: String) {
    #expect(DateTime(text, isOffsetColonOptional: true) == nil)
  }

  /// Midnights of four centuries, and the moments before them.
  @Test func writesWhatItReads() {
    for day in stride(from: -200 * 366, to: 200 * 366, by: 5) {
      let moment = DateTime(millisecondsSinceEpoch: Int(day) * 86_400_000 - 1)
      guard DateTime(moment.description) == moment else {
        Issue.record("\(moment) is another moment when read")
        return
      }
    }
  }
}
