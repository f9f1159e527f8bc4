import AssayContract
import AssayHTTP
import AssayText

/// A response on its way to a client: the head, the pieces of the body with the pauses between them, and the end.
///
/// Only this type implements each ``WireFlaw``. Sockets frame a delivery as HTTP/1.1; the in-memory transport delivers
/// the pieces directly.
struct Delivery: Sendable {
  enum Step: Sendable {
    case piece([UInt8])
    case pause(Duration)
    /// Sends nothing more until the client has sent another message over its WebSocket.
    case awaitMessage
  }

  enum Ending: Sendable {
    /// Ends the body as its framing requires, so that it is complete.
    case complete
    /// Sends nothing more, and keeps the connection open.
    case hang
    case reset
    /// Closes the connection before the body is complete.
    case truncated
    /// Closes the connection in the middle of this piece.
    case truncatedInside([UInt8])
    /// Repeats these steps until the peer closes.
    case endless([Step])
  }

  var status: Int
  /// The header fields, except those that frame the message, which the sender adds.
  var headers: [HTTPHeader]
  /// The promised header fields that define where the body ends, such as `Content-Length`, with their actual values.
  private(set) var framing: [HTTPHeader] = []
  /// The time to wait before the head is sent.
  var delay: Duration
  /// The length of the body in bytes, as declared in the head; `nil` for a body without a declared length, such as a
  /// stream.
  private(set) var length: Int?
  private(set) var steps: [Step] = []
  private(set) var ending = Ending.complete
  private let style: WireStyle
  /// The maximum pause between two pieces of the body, except for pauses that a fault requires; `nil` for no maximum.
  private let gap: Duration?
  private var gzip: GzipWriter?

  /// Creates the delivery of `reply` in answer to `request`; a client that `undoesCodings` gets the promised coding.
  init(_ reply: Reply, to request: ServerRequest, style: WireStyle, gap: Duration?, undoesCodings: Bool) {
    status = reply.status
    headers = reply.headers
    delay = style.writing == .oneWrite ? .zero : reply.delay + min(reply.pause, gap ?? reply.pause)
    self.style = style
    self.gap = gap
    let promised = MessageFraming(takenOutOf: &headers)
    if headers["Content-Encoding"] != nil {
      if undoesCodings, reply.isToBeZipped { gzip = GzipWriter() }
    } else if style.gzips, request.acceptsGzip, status != 101 {
      gzip = GzipWriter()
      headers.append(HTTPHeader("Content-Encoding", "gzip"))
    }
    let hasBody = request.method != "HEAD" && status != 204 && status != 304
    switch reply.content {
    case .bytes(let bytes): write(bytes, reply.flaw, hasBody)
    case .events(let events, let format): if hasBody { write(events, format, reply.flaw, staysOpen: reply.staysOpen) }
    }
    frame(as: promised, request)
  }

  /// Sends `Content-Length` or chunked coding as the contract promises, if that is allowed for this response (RFC 9112
  /// section 6).
  private mutating func frame(as promised: MessageFraming, _ request: ServerRequest) {
    // Neither field may come with these (RFC 9110 section 8.6, RFC 9112 section 6.1).
    if status == 204 || status / 100 == 1 { return }
    if promised.isChunked, request.minorVersion >= 1 { length = nil }
    // Of a body that does not come the length may be any (RFC 9110 section 9.3.2).
    if length != nil, request.method == "HEAD" || status == 304, let told = promised.length { length = told }
    if promised.isChunked, length == nil { framing = [HTTPHeader("Transfer-Encoding", "chunked")] }
    if promised.saysLength, let length { framing = [HTTPHeader("Content-Length", String(length))] }
  }

  private mutating func write(_ bytes: [UInt8], _ flaw: WireFlaw?, _ hasBody: Bool) {
    let whole = gzip == nil ? bytes : GzipWriter.stored(bytes)
    length = whole.count
    let sent = hasBody ? whole : []
    switch flaw {
    case nil: break
    case .reset: ending = .reset
    case .stallsBefore: ending = .hang
    default: ending = .truncated
    }
    steps = [.piece(flaw == nil ? sent : Array(sent.prefix(sent.count / 2)))]
  }

  private mutating func write(_ events: [TimedEvent], _ format: StreamFormat, _ flaw: WireFlaw?, staysOpen: Bool) {
    if style.hasByteOrderMark, format == .sse { append([0xEF, 0xBB, 0xBF]) }
    for (index, event) in events.enumerated() {
      var encoder = StreamEncoder(format, events: style.events)
      encoder.events.breaksJSON = style.events.breaksJSON && !event.isText
      let bytes = encoder.encode(event: event.name, data: event.data, id: event.id)
      switch flaw {
      case .endsBefore(index): return close(format)
      case .stallsBefore(index):
        ending = .hang
        return
      default: break
      }
      if event.awaitsMessage { steps.append(.awaitMessage) }
      pause(before: event)
      if style.hasComments { append(keepAlive(format)) }
      switch flaw {
      case .cutInsideEvent(index):
        append(Array(bytes.prefix(max(1, bytes.count * 2 / 3))))
        return format == .webSocket ? () : finish()
      case .reservedBit(index): append([bytes[0] | 0x40] + bytes.dropFirst())
      case .unseparated(index): append(Array(bytes.drop { $0 == 0x1E }))
      case .repeatsForever(index):
        ending = .endless([.piece(zipped(bytes)), .pause(max(pause(of: event), .milliseconds(20)))])
        return
      case .cutInsideChunk where index == events.count / 2:
        ending = .truncatedInside(zipped(bytes))
        return
      // Between two chunks, so that only the framing shows that something is missing.
      case .truncated where index == events.count / 2, .reset where index == events.count / 2:
        steps.append(.piece(zipped(bytes)))
        ending = flaw == .reset ? .reset : .truncated
        return
      default: append(bytes)
      }
    }
    guard style.leavesOpen || staysOpen else { return close(format) }
    finish()
    ending = .hang
  }

  /// Returns bytes that have no meaning and show that the connection is alive: a comment, a ping, a blank line.
  private func keepAlive(_ format: StreamFormat) -> [UInt8] {
    switch format {
    case .sse: style.events.encode(comment: "keep-alive")
    case .webSocket: WebSocketFrame(.ping).bytes()
    case .ndjson, .jsonSequence, .text: []
    }
  }

  /// Ends a complete stream; a WebSocket sends a close frame.
  private mutating func close(_ format: StreamFormat) {
    if format == .webSocket { append(WebSocketFrame.close(1000).bytes()) }
    finish()
  }

  private func pause(of event: TimedEvent) -> Duration { min(event.after, gap ?? event.after) }

  private mutating func pause(before event: TimedEvent) {
    let pause = event.isLate ? event.after : pause(of: event)
    if pause > .zero, style.writing != .oneWrite { steps.append(.pause(pause)) }
  }

  private mutating func append(_ bytes: [UInt8]) {
    guard style.writing == .splitCharacters else { return steps.append(.piece(zipped(bytes))) }
    // Cut after each leading byte of a multi-byte character, which no decoder may see as an error.
    for piece in bytes.split(behind: { $0 >= 0xC0 }) { steps += [.piece(zipped(Array(piece))), .pause(.zero)] }
  }

  private mutating func finish() { if let rest = gzip?.finish() { steps.append(.piece(rest)) } }

  private mutating func zipped(_ bytes: [UInt8]) -> [UInt8] { gzip?.write(bytes) ?? bytes }
}

/// A fault in the way a response is sent, independent of its content.
package enum WireFlaw: Hashable, Sendable {
  /// The body ends before the length its header section names, or before its last chunk; the connection is closed.
  case truncated
  /// The connection is reset in the middle of the body.
  case reset
  /// The connection is closed in the middle of a chunk (RFC 9112 section 7.1).
  case cutInsideChunk
  /// The stream ends with correct framing, in the middle of event number `index` from 0.
  case cutInsideEvent(Int)
  /// The stream ends with correct framing, before event number `index` from 0.
  case endsBefore(Int)
  /// Nothing more is sent after `index` events, and the connection stays open.
  case stallsBefore(Int)
  /// Event number `index` from 0 is sent in a frame with a reserved bit set (RFC 6455 section 5.2).
  case reservedBit(Int)
  /// Event number `index` from 0 is sent without the record separator before it (RFC 7464 section 2.2).
  case unseparated(Int)
  /// Event number `index` from 0 is repeated forever, and later events are never sent.
  case repeatsForever(Int)

  /// Returns the flaw with its event number replaced by `moved` of that number, for a stream whose events have been
  /// renumbered.
  func following(_ moved: (Int) -> Int) -> WireFlaw {
    switch self {
    case .truncated, .reset, .cutInsideChunk: self
    case .cutInsideEvent(let index): .cutInsideEvent(moved(index))
    case .endsBefore(let index): .endsBefore(moved(index))
    case .stallsBefore(let index): .stallsBefore(moved(index))
    case .reservedBit(let index): .reservedBit(moved(index))
    case .unseparated(let index): .unseparated(moved(index))
    case .repeatsForever(let index): .repeatsForever(moved(index))
    }
  }
}

extension [UInt8] {
  /// Returns the bytes cut into pieces, each ending with a byte for which `isLast` is true; the last piece may end with
  /// any byte.
  fileprivate func split(behind isLast: (UInt8) -> Bool) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = startIndex
    for index in indices where isLast(self[index]) {
      pieces.append(self[start...index])
      start = index + 1
    }
    if start < endIndex { pieces.append(self[start...]) }
    return pieces
  }
}

/// The header fields of a response that define where its body ends. They are not sent as written, because only one
/// value is correct.
private struct MessageFraming {
  var isChunked = false
  var saysLength = false
  /// The promised `Content-Length`, if it is a number; otherwise `nil`.
  var length: Int?

  init(takenOutOf headers: inout [HTTPHeader]) {
    for header in headers {
      if header.isNamed("Transfer-Encoding") {
        isChunked = isChunked || header.value.lowercased().hasSuffix("chunked")
      } else if header.isNamed("Content-Length") {
        saysLength = true
        length = Int(header.value).flatMap { $0 >= 0 ? $0 : nil } ?? length
      }
    }
    headers.removeAll { $0.isNamed("Transfer-Encoding") || $0.isNamed("Content-Length") }
  }
}

extension Reply {
  /// True if the answer is declared as gzip and is not compressed yet, as a file may be (RFC 1952 section 2.3.1).
  fileprivate var isToBeZipped: Bool {
    guard headers["Content-Encoding"].flatMap(ContentCoding.init(field:)) == .gzip else { return false }
    guard case .bytes(let bytes) = content else { return true }
    return !bytes.starts(with: [0x1F, 0x8B])
  }
}

extension ServerRequest {
  /// True if the client accepts gzip (RFC 9110 section 12.5.3).
  fileprivate var acceptsGzip: Bool {
    (headers["Accept-Encoding"] ?? "").lowercased().split(separator: ",").contains { $0.contains("gzip") }
  }
}

/// The gzip format (RFC 1952) around stored blocks (RFC 1951 section 3.2.4): a legal coding that needs no compressor.
struct GzipWriter: Sendable {
  private var checksum = CRC32()
  private var size: UInt32 = 0
  private var hasBegun = false

  /// Returns `bytes` in gzip format, stored without compression.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var gzip = GzipWriter()
    return gzip.write(bytes) + gzip.finish()
  }

  /// Compresses the next `bytes`; returns output from which a decoder can already restore all of them.
  mutating func write(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = hasBegun ? [] : [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    hasBegun = true
    checksum.take(bytes)
    size &+= UInt32(truncatingIfNeeded: bytes.count)
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + 0xFFFF)
      output += Self.block(bytes[start..<end], isLast: false)
      start = end
    }
    return output
  }

  /// Ends the gzip member; returns an empty last block and the trailer.
  mutating func finish() -> [UInt8] {
    let start = hasBegun ? [] : write([])
    let trailer = [checksum.sum, size].flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
    return start + Self.block([], isLast: true) + trailer
  }

  private static func block(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> [UInt8] {
    let length = UInt16(bytes.count)
    return [
      isLast ? 1 : 0, UInt8(truncatingIfNeeded: length), UInt8(length >> 8), UInt8(truncatingIfNeeded: ~length),
      UInt8(~length >> 8),
    ] + bytes
  }
}
