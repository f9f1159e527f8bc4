import AssayHTTP
import Testing

/// Messages of a WebSocket come out the same however their bytes were cut, and what breaks a rule ends them.
@Suite struct WebSocketTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    /// What the server sent, in hexadecimal; the examples of RFC 6455 section 5.7 are among them.
    var bytes: String
    var messages: [String] = []
    var owed: [WebSocketFrame] = []
    var closing: WebSocketClosing?
    var failure: String?
    var isInside = false
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "a text message in one frame", bytes: "810548656c6c6f", messages: ["Hello"]),
    Case(name: "a text message in two frames", bytes: "010348656c80026c6f", messages: ["Hello"]),
    Case(name: "a ping", bytes: "890548656c6c6f", owed: [WebSocketFrame(.pong, Array("Hello".utf8))]),
    Case(
      name: "two pings inside a message",
      bytes: "010348656c890131890132" + "80026c6f",
      messages: ["Hello"],
      owed: [WebSocketFrame(.pong, [0x32])]
    ), Case(name: "a pong nobody asked for", bytes: "8a00" + "810161", messages: ["a"]),
    Case(name: "no bytes at all", bytes: "8100", messages: [""]),
    Case(name: "a message of bytes", bytes: "8203010203", messages: ["binary AQID"]),
    Case(
      name: "126 bytes",
      bytes: "817e007e" + String(repeating: "61", count: 126),
      messages: [String(repeating: "a", count: 126)]
    ),
    Case(
      name: "a farewell",
      bytes: "810161" + "880503e8627965",
      messages: ["a"],
      owed: [.close(1000)],
      closing: WebSocketClosing(code: 1000, reason: "bye")
    ),
    Case(
      name: "a farewell without a code",
      bytes: "8800",
      owed: [WebSocketFrame(.close)],
      closing: WebSocketClosing(code: nil)
    ),
    Case(
      name: "a message behind the farewell",
      bytes: "880203e8810161",
      owed: [.close(1000)],
      closing: WebSocketClosing(code: 1000)
    ),
    Case(name: "half a message", bytes: "010348656c", isInside: true),
    Case(name: "half a frame", bytes: "8105486", isInside: true),
    Case(name: "a masked frame", bytes: "818537fa213d7f9f4d5158", failure: "a frame of the server is masked"),
    Case(
      name: "a reserved bit",
      bytes: "c10161",
      failure: "a frame has a reserved bit set, and no extension was agreed on"
    ),
    Case(name: "an opcode without a meaning", bytes: "8300", failure: "a frame has the opcode 3, which means nothing"),
    Case(name: "a ping in two frames", bytes: "0900", failure: "a ping frame is not whole"),
    Case(name: "a ping that is too long", bytes: "897e0080", failure: "a ping frame has more than 125 bytes"),
    Case(
      name: "a length in more bytes than it needs",
      bytes: "817e000161",
      failure: "a frame does not say its length in as few bytes as it can"
    ),
    Case(
      name: "a continuation of nothing",
      bytes: "800161",
      failure: "a frame continues a message that was never started"
    ),
    Case(
      name: "a message inside another",
      bytes: "010161810162",
      failure: "a message begins before the one under way has ended"
    ),
    Case(name: "text that is not UTF-8", bytes: "8102c328", failure: "a text message is not UTF-8"),
    Case(name: "half a code", bytes: "880103", failure: "a close frame has half a code"),
    Case(
      name: "a code that may not be sent",
      bytes: "880203ed",
      failure: "a close frame has the code 1005, which may not be sent"
    ),
  ]

  @Test(arguments: cases)
  func readsMessagesAtEverySplit(_ item: Case) {
    let digits = Array(item.bytes.utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { index in
      UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16) ?? 0
    }
    for cut in 0...bytes.count {
      var decoder = WebSocketDecoder(from: .server)
      var messages: [String] = []
      for part in [bytes[..<cut], bytes[cut...]] {
        decoder.decode(part) { messages.append($0.isNamed ? "\($0.name) \($0.data)" : $0.data) }
      }
      #expect(messages == item.messages, "cut behind byte \(cut)")
      #expect(decoder.takeOwed() == item.owed, "cut behind byte \(cut)")
      #expect(decoder.closing == item.closing, "cut behind byte \(cut)")
      #expect(decoder.failure == item.failure.map { .badFrame($0) }, "cut behind byte \(cut)")
      #expect(decoder.isInsideMessage == item.isInside, "cut behind byte \(cut)")
      #expect(decoder.takeOwed().isEmpty)
    }
  }

  @Test(arguments: [0, 1, 125, 126, 0xFFFF, 0x1_0000])
  func readsWhatAClientWrites(_ size: Int) {
    let text = String(repeating: "a", count: size)
    let sent = WebSocketFrame(.text, Array(text.utf8))
    var decoder = WebSocketDecoder(from: .client)
    var messages: [String] = []
    decoder.decode(sent.bytes(mask: [0x37, 0xFA, 0x21, 0x3D])) { messages.append($0.data) }
    #expect(messages == [text])
    decoder.decode(sent.bytes()) { messages.append($0.data) }
    #expect(decoder.failure == .badFrame("a frame of the client is not masked"))
  }

  @Test func givesUpOnAMessageThatIsTooLong() {
    var decoder = WebSocketDecoder(from: .server, limit: 10)
    // Nine bytes, and another two: the message counts, not its frames.
    decoder.decode([0x01, 9] + Array(repeating: 0x61, count: 9)) { _ in }
    #expect(decoder.failure == nil)
    decoder.decode([0x80, 2]) { _ in }
    #expect(decoder.failure == .eventTooLarge(limit: 10))
    var other = WebSocketDecoder(from: .server)
    other.decode([0x81, 0x7F, 0x7F] + Array(repeating: 0xFF, count: 7)) { _ in }
    #expect(other.failure == .eventTooLarge(limit: 16 << 20))
  }

  /// A frame of two bytes costs its two bytes, however long its message is by then; so does what follows an unfinished frame.
  @Test(.timeLimit(.minutes(1))) func theWorkDoesNotGrowWithTheMessage() {
    let size = 8 << 20
    func head(_ opcode: UInt8) -> [UInt8] { [opcode, 0x7F] + (0..<8).map { UInt8(size >> (56 - 8 * $0) & 0xFF) } }
    var decoder = WebSocketDecoder(from: .server)
    decoder.decode(head(0x01) + [UInt8](repeating: 0x61, count: size)) { _ in }
    for _ in 0..<100 { decoder.decode([UInt8](repeating: 0x00, count: 2_000)) { _ in } }
    var messages: [Int] = []
    decoder.decode([0x80, 0x00]) { messages.append($0.bytes.count) }
    #expect(messages == [size])
    var unfinished = StreamDecoder(.webSocket)
    unfinished.decode(head(0x81) + [UInt8](repeating: 0x61, count: size - 20_000)) { _ in }
    for _ in 0..<20_000 { unfinished.decode([0x61]) { messages.append($0.bytes.count) } }
    #expect(messages == [size, size])
  }
}
