import AssayHTTP
import Testing

@Suite struct MediaTypeTests {
  @Test func parametersAreRead() throws {
    let type = try #require(MediaType("Multipart/Form-Data; Boundary=\"a;\\\"b\" ; charset=UTF-8"))
    #expect(type.essence == "multipart/form-data")
    #expect(type.parameters == ["boundary": "a;\"b", "charset": "UTF-8"])
  }

  @Test(arguments: ["", "json", "a/b/c", "a b/c", "/json", "text/", "text/html; charset", "text/html; =x"])
  func othersAreNot(_ text: String) { #expect(MediaType(text) == nil) }

  @Test(arguments: [
    ("application/json", true), ("application/problem+json", true), ("text/json", true), ("text/html", false),
    ("application/jsonl", false),
  ])
  func jsonIsKnown(_ text: String, _ isJSON: Bool) { #expect(MediaType(text)?.isJSON == isJSON) }

  @Test(arguments: [
    ("*/*", true), ("image/*", true), ("image/png", true), ("IMAGE/PNG; q=1", true), ("image/jpeg", false), ("", false),
    ("*", false), (";", false),
  ])
  func rangesMatch(_ range: String, _ matches: Bool) { #expect(MediaType("image/png")?.matches(range) == matches) }
}
