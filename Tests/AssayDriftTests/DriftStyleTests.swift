import AssayDrift
import AssayReport
import Testing

/// The page runs nothing.
struct DriftStyleTests {
  @Test func pageLoadsAndRunsNothing() throws {
    let page = DriftFormat.html.render(try DriftFixture("every-kind").report)
    #expect(!page.contains("<script"))
    #expect(!page.contains("<img"))
    #expect(!page.contains("src="))
    #expect(page.contains("style-src 'sha256-"))
  }
}
