/// One frame of a WebSocket (RFC 6455 section 5.2).
package struct WebSocketFrame: Hashable, Sendable {
  /// The kind of a frame's content (section 11.8).
  package enum Opcode: UInt8, Hashable, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    /// True for control frames, which concern the connection and may appear between the frames of a message (section
    /// 5.5).
    var isControl: Bool { rawValue >= 8 }
  }

  package var opcode: Opcode
  /// True if the frame is the last one of its message.
  package var isFinal: Bool
  package var payload: [UInt8]

  package init(_ opcode: Opcode, _ payload: [UInt8] = [], isFinal: Bool = true) {
    self.opcode = opcode
    self.isFinal = isFinal
    self.payload = payload
  }

  /// Returns a frame that closes the connection with the status `code` (section 7.4).
  package static func close(_ code: UInt16) -> WebSocketFrame {
    WebSocketFrame(.close, [UInt8(code >> 8), UInt8(truncatingIfNeeded: code)])
  }

  /// Returns the bytes of the frame. A client's frame is masked with four unpredictable bytes (section 5.3), a server's
  /// is not masked.
  package func bytes(mask: [UInt8]? = nil) -> [UInt8] {
    var bytes = [(isFinal ? 0x80 : 0) | opcode.rawValue]
    let masked: UInt8 = mask == nil ? 0 : 0x80
    switch payload.count {
    case ...125: bytes.append(masked | UInt8(payload.count))
    case ...0xFFFF: bytes += [masked | 126] + Self.bigEndian(payload.count, 2)
    default: bytes += [masked | 127] + Self.bigEndian(payload.count, 8)
    }
    guard let mask else { return bytes + payload }
    bytes += mask
    bytes.reserveCapacity(bytes.count + payload.count)
    for (index, byte) in payload.enumerated() { bytes.append(byte ^ mask[index & 3]) }
    return bytes
  }

  private static func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
  }
}

/// The code and the text of a peer's close frame (RFC 6455 section 5.5.1).
package struct WebSocketClosing: Hashable, Sendable, Codable {
  /// The status code; `nil` if the frame was empty.
  package var code: Int?
  package var reason: String

  package init(code: Int?, reason: String = "") {
    self.code = code
    self.reason = reason
  }

  /// True if the code reports no failure: none, 1000 (purpose fulfilled) or 1001 (going away) (section 7.4.1).
  package var isNormal: Bool { code.map { $0 == 1000 || $0 == 1001 } ?? true }

  /// True if the code is one that the protocol defines as a failure; codes from 3000 have meanings defined by the
  /// service.
  package var isFailure: Bool { !isNormal && code.map { $0 < 3_000 } == true }
}
