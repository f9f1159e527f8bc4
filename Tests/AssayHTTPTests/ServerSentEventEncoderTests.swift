import AssayHTTP
import Testing

@Suite struct ServerSentEventEncoderTests {
  @Test(arguments: ServerSentEventEncoder.LineEnding.allCases, [true, false])
  func decoderReadsWhatWasWritten(_ lineEnding: ServerSentEventEncoder.LineEnding, _ spaces: Bool) {
    let encoder = ServerSentEventEncoder(lineEnding: lineEnding, spacesAfterColon: spaces)
    let events = [
      ServerSentEvent(name: "connected", data: "{\"a\": 1}", lastEventID: "7"),
      ServerSentEvent(name: nil, data: "two\nlines", lastEventID: "7"),
      ServerSentEvent(name: " odd name", data: "", lastEventID: "7"),
      ServerSentEvent(name: "x", data: " led by a space\n\n", lastEventID: "8"),
    ]
    var bytes: [UInt8] = encoder.encode(comment: "hello")
    var id = ""
    for event in events {
      bytes += encoder.encode(
        event: event.isNamed ? event.name : nil,
        data: event.data,
        id: event.lastEventID == id ? nil : event.lastEventID
      )
      id = event.lastEventID
    }
    let outcome = ServerSentEventDecoderTests.decode([bytes])
    #expect(outcome.events == events)
    #expect(outcome.ending == ServerSentEventEnding())
  }

  @Test func formIsTheOneServersUse() {
    let bytes = ServerSentEventEncoder().encode(event: "done", data: "{}", id: "3", retry: 500)
    #expect(String(decoding: bytes, as: UTF8.self) == "id: 3\nevent: done\nretry: 500\ndata: {}\n\n")
  }

  @Test func lineBreaksOfAnyKindBecomeLines() {
    let bytes = ServerSentEventEncoder().encode(data: "a\r\nb\rc\nd")
    #expect(String(decoding: bytes, as: UTF8.self) == "data: a\ndata: b\ndata: c\ndata: d\n\n")
  }

  @Test func namesCannotSmuggleFields() {
    let bytes = ServerSentEventEncoder().encode(event: "a\ndata: evil", data: "b")
    #expect(String(decoding: bytes, as: UTF8.self) == "event: adata: evil\ndata: b\n\n")
  }

  @Test func jsonBreaksBetweenItsTokensOnly() {
    let encoder = ServerSentEventEncoder(breaksJSON: true)
    let bytes = encoder.encode(data: #"{"a":"x,\",y","b":[1,2]}"#)
    #expect(
      String(decoding: bytes, as: UTF8.self) == #"data: {"a":"x,\",y","# + "\n" + #"data: "b":[1,"# + "\ndata: 2]}\n\n"
    )
  }
}
