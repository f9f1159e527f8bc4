import AssayHTTP
import Testing

@Suite struct HTTPHeaderTests {
  @Test func namesCompareWithoutCase() {
    #expect(HTTPHeader("Content-Type", "a").isNamed("content-TYPE"))
    #expect(!HTTPHeader("Content-Type", "a").isNamed("Content-Typ"))
    #expect(!HTTPHeader("a@b", "").isNamed("a`b"))
  }

  @Test func repeatedFieldsCombine() {
    var headers = [HTTPHeader("Set-Cookie", "a"), HTTPHeader("X", "1"), HTTPHeader("set-cookie", "b")]
    #expect(headers["SET-COOKIE"] == "a, b")
    #expect(headers["Y"] == nil)
    headers.set("SET-COOKIE", "c")
    #expect(headers == [HTTPHeader("Set-Cookie", "c"), HTTPHeader("X", "1")])
    headers.set("Y", "2")
    #expect(headers["y"] == "2")
  }

  @Test(arguments: [
    ("A: b", "A", "b"), ("A:b", "A", "b"), ("A: \t b \t", "A", "b"), ("A:", "A", ""), ("A: b:c", "A", "b:c"),
  ])
  func fieldLineIsTakenApart(_ line: String, _ name: String, _ value: String) {
    #expect(HTTPHeader(line: line) == HTTPHeader(name, value))
  }

  @Test(arguments: ["", "A", ": b", "A : b", " A: b", "Ä: b"])
  func othersAreNoFieldLines(_ line: String) { #expect(HTTPHeader(line: line) == nil) }

  @Test func lineBreaksAreNoFieldValue() {
    #expect(HTTPToken.isFieldValue("a b\tčd"))
    for value in ["a\r\nb", "a\nb", "a\u{0}"] { #expect(!HTTPToken.isFieldValue(value)) }
  }
}
