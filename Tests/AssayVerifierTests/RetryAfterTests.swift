import AssayHTTP
import Testing

@testable import AssayVerifier

struct RetryAfterTests {
  @Test func waitIsReadInBothForms() throws {
    #expect(RetryAfter("120")?.delay(from: nil) == .seconds(120))
    #expect(RetryAfter("0")?.delay(from: nil) == .zero)
    #expect(RetryAfter("99999999999999999999")?.delay(from: nil) == .seconds(Int64(UInt32.max)))
    for text in ["", "-1", "1.5", "soon", " 1"] { #expect(RetryAfter(text) == nil) }
    var head = HTTPResponseHead(
      status: 503,
      headers: [
        HTTPHeader("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT"),
        HTTPHeader("Date", "Sun, 06 Nov 1994 08:49:07 GMT"),
      ]
    )
    #expect(head.retryAfter == .seconds(30))
    head.headers.set("Date", "Sun, 06 Nov 1994 08:50:07 GMT")
    #expect(head.retryAfter == .zero)
    head.headers.set("Date", "now")
    #expect(head.retryAfter == nil)
  }
}
