import AssayHTTP
import Testing

/// Lines and JSON text sequences come out the same however they were cut on their way.
@Suite struct RecordDecoderTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var format: StreamFormat
    var text: String
    var events: [String]
    var rest: String?
    var isWhole = true
    var isUnframed = false
    var testDescription: String { "\(format) \(text.debugDescription)" }
  }

  static let cases: [Case] = [
    Case(format: .ndjson, text: "{\"a\":1}\n{\"b\":2}\n", events: ["{\"a\":1}", "{\"b\":2}"]),
    Case(format: .ndjson, text: "1\r\n\r\n \n2\r\n", events: ["1", "2"]),
    Case(format: .ndjson, text: "1\n{\"a\":\"}\"}", events: ["1", "{\"a\":\"}\"}"]),
    Case(format: .ndjson, text: "1\n{\"a\":", events: ["1"], rest: "{\"a\":"),
    Case(format: .ndjson, text: "1\n2", events: ["1"], rest: "2", isWhole: false),
    Case(format: .ndjson, text: "\u{FEFF}1\n", events: ["1"]),
    Case(format: .ndjson, text: "", events: []),
    Case(format: .text, text: "a b\n\nc", events: ["a b", "c"]),
    Case(format: .text, text: "a\nb", events: ["a"], rest: "b", isWhole: false),
    Case(format: .text, text: "–“é”\n", events: ["–“é”"]),
    Case(format: .jsonSequence, text: "\u{1E}{\"a\":1}\n\u{1E}{\"b\":2}\n", events: ["{\"a\":1}", "{\"b\":2}"]),
    Case(format: .jsonSequence, text: "\u{1E}\u{1E}{\n \"a\": \"\\\"{\"\n}\n", events: ["{\n \"a\": \"\\\"{\"\n}"]),
    Case(format: .jsonSequence, text: "\u{1E}{\"a\":1}\u{1E}[2]\n", events: ["{\"a\":1}", "[2]"]),
    Case(format: .jsonSequence, text: "\u{1E}12\n\u{1E}34", events: ["12"], rest: "34"),
    Case(format: .jsonSequence, text: "\u{1E}{\"a\":1}", events: ["{\"a\":1}"]),
    Case(format: .jsonSequence, text: "\u{1E}\n {\"a\":1}\n\n\u{1E} \n\u{1E}[2]\n", events: [" {\"a\":1}", "[2]"]),
    Case(format: .jsonSequence, text: "\u{1E}{\"a\":\u{1E}[2]\n", events: ["{\"a\":", "[2]"]),
    Case(format: .jsonSequence, text: "\u{FEFF}\n\u{1E}1\n", events: ["1"]),
    Case(format: .jsonSequence, text: "{\"a\":1}\n\u{1E}2\n", events: [], isUnframed: true),
    Case(format: .jsonSequence, text: "\n{\"a\":1}", events: [], isUnframed: true),
    Case(format: .jsonSequence, text: "\u{FEFF}1", events: [], isUnframed: true),
    Case(format: .jsonSequence, text: "\u{1E}[1]\n[2]\n\u{1E}[3]\n", events: ["[1]"], isUnframed: true),
  ]

  @Test(arguments: cases)
  func readsRecordsAtEverySplit(_ item: Case) {
    let bytes = Array(item.text.utf8)
    for cut in 0...bytes.count {
      var decoder = StreamDecoder(item.format)
      var events: [String] = []
      for part in [bytes[..<cut], bytes[cut...]] { decoder.decode(Array(part)) { events.append($0.data) } }
      let ending = decoder.finish(isWhole: item.isWhole) { events.append($0.data) }
      #expect(events == item.events, "cut behind byte \(cut)")
      #expect(ending.partialEvent == item.rest, "cut behind byte \(cut)")
      let failure = ServerSentEventFailure.badFrame("a text has no record separator (U+001E) in front of it")
      #expect(ending.failure == (item.isUnframed ? failure : nil), "cut behind byte \(cut)")
    }
  }

  @Test func writesWhatItReads() {
    for format in StreamFormat.allCases {
      let encoder = StreamEncoder(format)
      var decoder = StreamDecoder(format)
      var events: [String] = []
      for data in ["{\"a\":1}", "{\"b\":\"é\"}"] {
        decoder.decode(encoder.encode(event: nil, data: data, id: nil)) { events.append($0.data) }
      }
      #expect(events == ["{\"a\":1}", "{\"b\":\"é\"}"], "\(format)")
    }
  }

  @Test func givesUpOnARecordThatIsTooLong() {
    var decoder = StreamDecoder(.ndjson, limit: 10)
    var count = 0
    for _ in 0..<3 { decoder.decode(Array(repeating: 0x31, count: 8)) { _ in count += 1 } }
    #expect(decoder.failure == .eventTooLarge(limit: 10))
    #expect(count == 0)
  }

  @Test func tellsWhereUTF8Breaks() {
    var decoder = StreamDecoder(.text)
    var events: [String] = []
    decoder.decode([0x61, 0x0A, 0x62, 0xFF, 0x0A]) { events.append($0.data) }
    #expect(events == ["a", "b\u{FFFD}"])
    #expect(decoder.finish(isWhole: true) { _ in }.invalidUTF8Offset == 3)
  }
}
