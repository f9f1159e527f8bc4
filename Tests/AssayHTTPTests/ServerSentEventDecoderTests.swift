import AssayHTTP
import TestKit
import Testing

@Suite struct ServerSentEventDecoderTests {
  /// What `events.json` of a case says.
  struct Expectation: Decodable {
    struct Event: Decodable {
      var name: String?
      var data: String
      var id: String?
    }
    var events: [Event]
    var partial: String?
    var invalidUTF8: Int?
    var lastEventID: String?
    var retry: Int?
  }

  struct Outcome: Equatable {
    var events: [ServerSentEvent]
    var ending: ServerSentEventEnding
    var lastEventID: String
    var reconnectionTime: Int?
  }

  @Test(arguments: try Fixtures.folders("sse"))
  func streamDecodesHoweverItIsCut(_ name: String) throws {
    let stream = try Self.stream(name)
    let expected = try Fixtures.json("sse/\(name)/events.json", as: Expectation.self)
    let whole = Self.decode([stream])
    #expect(whole.events == expected.events.map { Self.event($0) })
    #expect(whole.ending.partialEvent == expected.partial)
    #expect(whole.ending.invalidUTF8Offset == expected.invalidUTF8)
    #expect(whole.ending.failure == nil)
    #expect(whole.reconnectionTime == expected.retry)
    if let lastEventID = expected.lastEventID { #expect(whole.lastEventID == lastEventID) }

    #expect(Self.decode(stream.map { [$0] }) == whole, "byte by byte")
    for first in 0...stream.count {
      #expect(Self.decode([Array(stream[..<first]), Array(stream[first...])]) == whole, "cut at \(first)")
      for second in first...stream.count {
        let chunks = [Array(stream[..<first]), Array(stream[first..<second]), Array(stream[second...])]
        guard Self.decode(chunks) == whole else {
          Issue.record("differs when cut at \(first) and \(second)")
          return
        }
      }
    }
  }

  @Test func thereAreCases() throws { #expect(try Fixtures.folders("sse").count >= 50) }

  @Test func eventComesWithTheByteThatCompletesIt() {
    var decoder = ServerSentEventDecoder()
    var count = 0
    decoder.decode(Array("data: 1\r\n".utf8)) { _ in count += 1 }
    #expect(count == 0)
    decoder.decode([0x0D]) { _ in count += 1 }
    #expect(count == 1)
    decoder.decode([0x0A]) { _ in count += 1 }
    #expect(count == 1)
  }

  @Test(arguments: [("", "x"), ("data: ", "x"), ("", "data: xxxxxxxxxx\n"), ("", "data\n"), (": ", "x")])
  func hugeEventIsAFailure(_ beginning: String, _ unit: String) {
    let text = beginning + String(repeating: unit, count: 2_000)
    for size in [1, 7, 100, 100_000] {
      var decoder = ServerSentEventDecoder(limit: 1_000)
      var events = 0
      for chunk in Self.chunks(Array(text.utf8), of: size) { decoder.decode(chunk) { _ in events += 1 } }
      #expect(decoder.failure == .eventTooLarge(limit: 1_000))
      decoder.decode(Array("\n\ndata: 1\n\n".utf8)) { _ in events += 1 }
      #expect(events == 0)
      #expect(decoder.finish().failure == .eventTooLarge(limit: 1_000))
    }
  }

  @Test func manySmallEventsStayWithinTheLimit() {
    var decoder = ServerSentEventDecoder(limit: 100)
    var events = 0
    for _ in 0..<10_000 { decoder.decode(Array("event: a\ndata: {}\n: x\n\n".utf8)) { _ in events += 1 } }
    #expect(events == 10_000)
    #expect(decoder.finish() == ServerSentEventEnding())
  }

  @Test func partialEventIsShownInPartOnly() throws {
    var decoder = ServerSentEventDecoder()
    decoder.decode(Array("data: ".utf8) + [UInt8](repeating: 0x78, count: 1 << 20)) { _ in }
    let partial = try #require(decoder.finish().partialEvent)
    #expect(partial.utf8.count < 10_000)
  }

  /// Random bytes of the grammar, cut at random: what comes out does not depend on the cuts.
  @Test func randomStreamsDecodeHoweverTheyAreCut() {
    var random = SplitMix(seed: 1)
    let words: [[UInt8]] = [
      Array("data".utf8), Array("event".utf8), Array("id".utf8), Array("retry".utf8), [0x3A], [0x20], [0x0D], [0x0A],
      [0x0D, 0x0A], [0x0A, 0x0A], [0xEF, 0xBB, 0xBF], [0xE2, 0x82, 0xAC], [0xC3], [0xFF], [0x00], Array("17".utf8),
    ]
    for _ in 0..<2_000 {
      let stream = (0..<Int.random(in: 0...40, using: &random)).flatMap { _ in
        words[Int.random(in: 0..<words.count, using: &random)]
      }
      let whole = Self.decode([stream])
      var chunks: [[UInt8]] = []
      var rest = stream[...]
      while !rest.isEmpty {
        let count = Int.random(in: 0...min(5, rest.count), using: &random)
        chunks.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      #expect(Self.decode(chunks) == whole, "\(stream)")
    }
  }

  static func stream(_ name: String) throws -> [UInt8] {
    try (try? Fixtures.bytes("sse/\(name)/stream.txt")) ?? Fixtures.bytes("sse/\(name)/stream.bin")
  }

  static func decode(_ chunks: [[UInt8]]) -> Outcome {
    var decoder = ServerSentEventDecoder()
    var events: [ServerSentEvent] = []
    for chunk in chunks { decoder.decode(chunk) { events.append($0) } }
    let ending = decoder.finish()
    return Outcome(
      events: events,
      ending: ending,
      lastEventID: decoder.lastEventID,
      reconnectionTime: decoder.reconnectionTime
    )
  }

  static func chunks(_ bytes: [UInt8], of size: Int) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
  }

  static func event(_ event: Expectation.Event) -> ServerSentEvent {
    ServerSentEvent(name: event.name, data: event.data, lastEventID: event.id ?? "")
  }
}

/// A generator with a seed, so that a failure happens again.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
