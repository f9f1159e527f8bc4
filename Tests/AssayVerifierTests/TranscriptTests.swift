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
    #expect(text.hasSuffix("\n5 s  the time limit was reached"))
    let exchange = Exchange(request: request, response: nil, end: TransferEnd(.connectTimeout, detail: "gave up"))
    #expect(Transcript.of(SecretVault().hide(exchange)).hasSuffix("\nno answer: no connection in time (gave up)"))
  }
}
