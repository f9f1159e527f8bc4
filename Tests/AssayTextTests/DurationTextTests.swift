import AssayText
import Testing

struct DurationTextTests {
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
    #expect(duration.milliseconds == milliseconds)
    #expect(duration.secondsToTheMillisecond == seconds)
    #expect(duration.elapsed == text)
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2024-02-29T12:30:15.250Z", 1_709_209_815_250),
    ("2026-01-15T10:30:00.5Z", 1_768_473_000_500), ("2000-03-01T00:00:00Z", 951_868_800_000),
  ])
  func readsTimesOfDay(text: String, expected: Int) {
    #expect(DateTime(text)?.millisecondsSinceEpoch == expected)
  }

  @Test(arguments: ["", "yesterday", "2026-02-29T10:30:00Z", "2026-13-15T10:30:00Z", "2026-01-15T10:3a:00.Z"])
  func leavesOtherTextsAlone(text: String) {
    #expect(DateTime(text) == nil)
  }

  @Test func saysTimesForPeople() {
    #expect(DateTime("2024-01-15T10:30:00.250Z")?.spoken == "15 January 2024, 10:30 UTC")
    #expect(DateTime("2024-01-15T10:30:00.250Z")?.withMilliseconds == "2024-01-15T10:30:00.250Z")
  }

  @Test(arguments: [
    ("250ms", Duration.milliseconds(250)), ("3s", .seconds(3)), ("5m", .seconds(300)), ("0060s", .seconds(60)),
    ("0s", .zero), ("1440m", .seconds(86_400)),
  ])
  func readsDurations(_ text: String, _ duration: Duration) {
    #expect(Duration(written: text) == duration)
  }

  @Test(arguments: [
    "", "s", "3", "3 s", "-3s", "+3s", "3h", ".5s", "3.s", "1.5s", "99999999999999999999s", "1441m", "३s",
  ])
  func refusesOtherDurations(_ text: String) {
    #expect(Duration(written: text) == nil)
  }
}
