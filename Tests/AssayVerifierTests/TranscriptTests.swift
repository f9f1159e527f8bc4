import AssayHTTP
import AssayObservation
import AssaySecrets
import Testing

@testable import AssayVerifier

@Suite struct TranscriptTests {
  @Test func endsInWords() {
    let request = HTTPRequest(method: "GET", url: "http://127.0.0.1/stream")
    let end = TransferEnd(.totalTimeout, timings: TransferTimings(total: .seconds(5)))
    let text = Transcript.of(SecretVault().hide(StreamObservation(request: request, head: nil, end: end)))
    #expect(text.hasSuffix("\n5 s  the time allowed was over"))
    let exchange = Exchange(request: request, response: nil, end: TransferEnd(.connectTimeout, detail: "gave up"))
    #expect(Transcript.of(SecretVault().hide(exchange)).hasSuffix("\nno answer: no connection stood in time (gave up)"))
  }
}

@Suite struct CurlCommandTests {
  /// A field that says what it is goes out with that; quotes and backslashes in it are its own.
  @Test func keepsTheTypeOfAField() {
    var form = MultipartForm()
    form.append(field: "tag", "@x")
    form.append(field: "meta", #"{"a":"\\"}"#, contentType: "application/json")
    let (type, body) = form.encode()
    let request = HTTPRequest(method: "POST", url: "http://h/", headers: [HTTPHeader("Content-Type", type)], body: body)
    let line = #"curl -si --form-string tag=@x -F 'meta="{\"a\":\"\\\\\"}";type=application/json' http://h/"#
    #expect(CurlCommand.text(request) == line)
  }
}
