@testable import AssayReport
import Testing

@Suite struct ElapsedTimeTests {
  @Test(arguments: [
    (Duration.zero, "0", "0.000", "0 ms"),
    (.microseconds(61_240), "61.2", "0.061", "61 ms"),
    (.microseconds(999_950), "1000", "1.000", "1.00 s"),
    (.milliseconds(1050), "1050", "1.050", "1.05 s"),
    (.seconds(3725), "3725000", "3725.000", "62 min 5 s"),
    (.milliseconds(-5), "0", "0.000", "0 ms"),
    (.seconds(Int64.max), "0", "0.000", "0 ms"),
  ])
  func roundsToWhatAReaderTakes(duration: Duration, milliseconds: String, seconds: String, text: String) {
    #expect(ElapsedTime.milliseconds(duration) == milliseconds)
    #expect(ElapsedTime.seconds(duration) == seconds)
    #expect(ElapsedTime.text(duration) == text)
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2024-02-29T12:30:15.250Z", 1_709_209_815_250),
    ("2026-01-15T10:30:00.5Z", 1_768_473_000_500), ("2000-03-01T00:00:00Z", 951_868_800_000),
  ])
  func readsTimesOfDay(text: String, expected: Int) {
    #expect(Timestamp.milliseconds(text) == expected)
  }

  @Test(arguments: ["", "yesterday", "2026-01-15T10:30:00+01:00", "2026-13-15T10:30:00Z", "2026-01-15T10:3a:00.Z"])
  func leavesOtherTextsAlone(text: String) {
    #expect(Timestamp.milliseconds(text) == nil)
  }
}
