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
    ("application/xml", true), ("text/xml", true), ("image/svg+xml", true), ("text/html", false), ("text/xmlx", false),
  ])
  func xmlIsKnown(_ text: String, _ isXML: Bool) { #expect(MediaType(text)?.isXML == isXML) }

  /// The most specific range counts, whatever others say.
  @Test(arguments: [
    ("text/csv", "text/csv", 1), ("text/*;q=0.5, */*;q=0.1", "text/*", 0.5), ("text/*, text/csv;q=0", "text/csv", 0),
    ("*/*;q=0, text/csv", "text/csv", 1), ("text/csv;q=0, text/csv;q=0.2", "text/csv", 0.2),
  ])
  func acceptanceIsThatOfTheMostSpecificRange(_ accept: String, _ range: String, _ weight: Double) throws {
    let found = try #require(MediaType("text/csv; header=present")?.acceptance(by: accept))
    #expect(found.range == range)
    #expect(found.weight == weight)
  }

  @Test(arguments: ["", "image/*", "text/html"]) func othersAreNotAccepted(_ accept: String) {
    #expect(MediaType("text/csv")?.acceptance(by: accept) == nil)
  }

  @Test(arguments: [
    ("*/*", true), ("image/*", true), ("image/png", true), ("IMAGE/PNG; q=1", true), ("image/jpeg", false), ("", false),
    ("*", false), (";", false),
  ])
  func rangesMatch(_ range: String, _ matches: Bool) { #expect(MediaType("image/png")?.matches(range) == matches) }
}
