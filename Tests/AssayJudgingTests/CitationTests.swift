import AssayFindings
import Testing

struct CitationTests {
  @Test(arguments: ["guide:27", "guide:27-33", "openapi:1 #/paths/~1orders/get", "openapi:2-3 #/a:7/b #/c"])
  func readsWhatItWrites(_ text: String) {
    #expect(Citation(text)?.description == text)
  }

  @Test func keepsThePlaceInALongLine() {
    let citation = Citation("openapi:1 #/paths/~1stock:count")
    #expect(citation == Citation(document: "openapi", lines: 1...1, pointer: "/paths/~1stock:count"))
    #expect(Citation("openapi:1")?.pointer == nil)
  }

  @Test(arguments: ["guide", "guide:", "guide:0", "guide:9-3", "guide:x", "guide:1 #paths", "guide #/paths:1"])
  func refusesWhatIsNoRangeOfLines(_ text: String) { #expect(Citation(text) == nil) }
}
