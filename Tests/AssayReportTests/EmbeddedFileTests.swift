import Testing

@testable import AssayReport

/// What pages name their styles and scripts by.
struct EmbeddedFileTests {
  @Test func aPolicyNamesTheFileInBase64() {
    #expect(EmbeddedFile.reportScript.hash.hasPrefix("sha256-"))
    #expect(EmbeddedFile.reportScript.hash.utf8.count == 51)
    #expect(EmbeddedFile.reportStyle.text.hasPrefix(":root {"))
  }
}
