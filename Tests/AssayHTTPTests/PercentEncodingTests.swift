import AssayHTTP
import Testing

@Suite struct PercentEncodingTests {
  @Test(arguments: [
    ("a b/c", "a%20b%2Fc"), ("ž", "%C5%BE"), ("A-z_0.9~", "A-z_0.9~"), ("", ""), ("100%\n", "100%25%0A"),
  ])
  func textGoesThereAndBack(_ text: String, _ encoded: String) {
    #expect(PercentEncoding.encode(text) == encoded)
    #expect(PercentEncoding.decode(encoded) == text)
  }

  @Test(arguments: ["%", "%2", "%zz", "%C5", "a%FF"])
  func malformedTextIsNotDecoded(_ text: String) { #expect(PercentEncoding.decode(text) == nil) }

  @Test func plusIsASpaceInFormsOnly() {
    #expect(PercentEncoding.decode("a+b") == "a+b")
    #expect(PercentEncoding.decode("a+b", plusIsSpace: true) == "a b")
  }
}
