/// A decoder of the bytes that one side of a WebSocket sends, into messages, chunk by chunk (RFC 6455 sections 5 and
/// 6).
///
/// A text message is an event without a name; a binary message is an event named `binary`, whose data is in Base64.
/// Required replies to the peer are kept in ``owed``. No extension is ever negotiated, so that a reserved bit is an
/// error.
package struct WebSocketDecoder: Sendable {
  /// The sender of the bytes: a client masks its frames, a server must not (section 5.1).
  package enum Sender: Sendable { case client, server }

  /// The frames that must be sent to the peer: a pong for its last ping, and its close frame returned.
  package private(set) var owed: [WebSocketFrame] = []
  /// The peer's close frame; `nil` until it is received. Everything after that is ignored.
  package private(set) var closing: WebSocketClosing?
  /// The reason why decoding stopped before the end of the connection.
  package private(set) var failure: ServerSentEventFailure?
  /// The close status code with which to report the failure to the peer; `nil` if decoding did not fail (section
  /// 7.4.1).
  package var failureCode: UInt16? {
    switch failure {
    case .badFrame?: isMistext ? 1007 : 1002
    case .eventTooLarge?: 1009
    case nil: nil
    }
  }

  /// True if decoding failed because a text is not UTF-8 (section 8.1).
  private var isMistext = false
  private let sender: Sender
  private let limit: Int
  private var buffer: [UInt8] = []
  /// The start of the current frame in the buffer.
  private var start = 0
  /// The incomplete message, whose last frame is not yet received.
  private var message: (opcode: WebSocketFrame.Opcode, bytes: [UInt8])?

  /// Makes a decoder that fails on a message of more than `limit` bytes.
  package init(from sender: Sender, limit: Int = 16 << 20) {
    self.sender = sender
    self.limit = limit
  }

  /// Takes the next bytes and passes each message they complete to `emit`, in order.
  package mutating func decode(_ chunk: some Collection<UInt8>, _ emit: (ServerSentEvent) -> Void) {
    guard failure == nil, closing == nil else { return }
    buffer.append(contentsOf: chunk)
    do throws(ServerSentEventFailure) {
      while closing == nil, let frame = try nextFrame() { try take(frame, emit) }
    } catch {
      failure = error
    }
    if failure != nil || closing != nil || start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 16)
      start = 0
    } else if start > 1 << 16 {
      buffer.removeFirst(start)
      start = 0
    }
  }

  /// Returns the frames in ``owed`` and removes them.
  package mutating func takeOwed() -> [WebSocketFrame] {
    defer { owed = [] }
    return owed
  }

  /// The bytes of memory used for an incomplete frame and message.
  package var held: Int { buffer.capacity + (message?.bytes.capacity ?? 0) }

  /// True if the bytes so far end inside a message, so that more must follow.
  package var isInsideMessage: Bool { closing == nil && failure == nil && (message != nil || start < buffer.count) }

  /// Returns the next frame; `nil` if it is not complete.
  private mutating func nextFrame() throws(ServerSentEventFailure) -> WebSocketFrame? {
    guard buffer.count - start >= 2 else { return nil }
    let (first, second) = (buffer[start], buffer[start + 1])
    guard first & 0x70 == 0 else { throw .badFrame("a frame has a reserved bit set, and no extension was agreed on") }
    guard let opcode = WebSocketFrame.Opcode(rawValue: first & 0x0F) else {
      throw .badFrame("a frame has the opcode \(first & 0x0F), which means nothing")
    }
    let isMasked = second & 0x80 != 0
    guard isMasked == (sender == .client) else {
      throw .badFrame(isMasked ? "a frame of the server is masked" : "a frame of the client is not masked")
    }
    let isFinal = first & 0x80 != 0
    let short = Int(second & 0x7F)
    if opcode.isControl, !isFinal || short > 125 {
      throw .badFrame("a \(opcode) frame \(isFinal ? "has more than 125 bytes" : "is not whole")")
    }
    let lengthBytes = short == 126 ? 2 : short == 127 ? 8 : 0
    let head = 2 + lengthBytes + (isMasked ? 4 : 0)
    guard buffer.count - start >= head else { return nil }
    let length = try length(short, lengthBytes)
    guard length + (message?.bytes.count ?? 0) <= limit else { throw .eventTooLarge(limit: limit) }
    guard buffer.count - start - head >= length else { return nil }
    let body = start + head
    var payload = Array(buffer[body..<(body + length)])
    if isMasked { for index in payload.indices { payload[index] ^= buffer[body - 4 + (index & 3)] } }
    start = body + length
    return WebSocketFrame(opcode, payload, isFinal: isFinal)
  }

  /// Reads the length of a payload, which must be encoded in the smallest possible number of bytes.
  private func length(_ short: Int, _ count: Int) throws(ServerSentEventFailure) -> Int {
    if count == 0 { return short }
    var length: UInt64 = 0
    for byte in buffer[(start + 2)..<(start + 2 + count)] { length = length << 8 | UInt64(byte) }
    guard length >= (count == 2 ? 126 : 0x1_0000), length < 1 << 63 else {
      throw .badFrame("a frame does not say its length in as few bytes as it can")
    }
    return Int(min(length, UInt64(Int.max >> 1)))
  }

  private mutating func take(_ frame: WebSocketFrame, _ emit: (ServerSentEvent) -> Void) throws(ServerSentEventFailure)
  {
    switch frame.opcode {
    case .ping:
      // Only the last one has to be answered (section 5.5.3).
      owed.removeAll { $0.opcode == .pong }
      owed.append(WebSocketFrame(.pong, frame.payload))
    case .pong: break
    case .close: try close(frame.payload)
    case .continuation:
      guard message != nil else { throw .badFrame("a frame continues a message that was never started") }
      // In place: a message may come in as many frames as it has bytes, or in more.
      message?.bytes += frame.payload
      if frame.isFinal, let whole = message.take() { try finish(whole.opcode, whole.bytes, emit) }
    case .text, .binary:
      guard message == nil else { throw .badFrame("a message begins before the one under way has ended") }
      if frame.isFinal {
        try finish(frame.opcode, frame.payload, emit)
      } else {
        message = (frame.opcode, frame.payload)
      }
    }
  }

  private mutating func finish(_ opcode: WebSocketFrame.Opcode, _ bytes: [UInt8], _ emit: (ServerSentEvent) -> Void)
    throws(ServerSentEventFailure)
  {
    if opcode == .binary { return emit(.binary(Base64.encode(bytes))) }
    isMistext = !Self.isUTF8(bytes)
    if isMistext { throw .badFrame("a text message is not UTF-8") }
    emit(ServerSentEvent(name: nil, bytes: bytes))
  }

  private mutating func close(_ payload: [UInt8]) throws(ServerSentEventFailure) {
    guard payload.count != 1 else { throw .badFrame("a close frame has half a code") }
    let code = payload.count < 2 ? nil : Int(payload[0]) << 8 | Int(payload[1])
    let reason = Array(payload.dropFirst(2))
    // What may never be sent says that nothing was, or that the connection was lost (section 7.4.1).
    if let code, !(1000...1003).contains(code), !(1007...1014).contains(code), !(3000...4999).contains(code) {
      throw .badFrame("a close frame has the code \(code), which may not be sent")
    }
    isMistext = !Self.isUTF8(reason)
    if isMistext { throw .badFrame("the reason in a close frame is not UTF-8") }
    closing = WebSocketClosing(code: code, reason: String(decoding: reason, as: UTF8.self))
    owed = [WebSocketFrame(.close, Array(payload.prefix(2)))]
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { if case .valid = UTF8Validation.check($0) { true } else { false } }
  }
}
