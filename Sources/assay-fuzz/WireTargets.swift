import AssayHTTP
import AssayJSON
import AssayMock
import AssayTransport

/// Targets for readers of bytes from the network: the meaning is the same in pieces of any size.
enum WireTargets {
  // MARK: Streams

  private struct Decoded: Equatable {
    var events: [ServerSentEvent] = []
    var ending = ServerSentEventEnding()
  }

  /// Checks streams of each format, whole and in pieces; events that are written again are the same events.
  static func events(_ bytes: [UInt8]) {
    for format in StreamFormat.allCases {
      let whole = decode(bytes, format, size: max(1, bytes.count))
      for size in [1, 2, 3, 7] where size < bytes.count {
        precondition(decode(bytes, format, size: size) == whole, "pieces of \(size) bytes mean something else")
      }
      if format == .sse { rewrite(whole.events) }
      _ = decode(bytes, format, size: 5, limit: 16)
    }
  }

  private static func decode(_ bytes: [UInt8], _ format: StreamFormat, size: Int, limit: Int = 1 << 20) -> Decoded {
    var decoder = StreamDecoder(format, limit: limit)
    var decoded = Decoded()
    for piece in FuzzTarget.pieces(of: bytes, size: size) {
      decoder.decode(Array(piece)) { decoded.events.append($0) }
    }
    decoded.ending = decoder.finish(isWhole: true) { decoded.events.append($0) }
    return decoded
  }

  private static func rewrite(_ events: [ServerSentEvent]) {
    for ending in ServerSentEventEncoder.LineEnding.allCases {
      let encoder = ServerSentEventEncoder(lineEnding: ending)
      let bytes = events.flatMap { encoder.encode(event: $0.isNamed ? $0.name : nil, data: $0.data) }
      let again = decode(bytes, .sse, size: max(1, bytes.count)).events
      precondition(
        again.elementsEqual(events) { $0.name == $1.name && $0.isNamed == $1.isNamed && $0.bytes == $1.bytes },
        "an event that is another once it was written"
      )
    }
  }

  // MARK: Requests

  private struct Read: Equatable {
    var requests: [ServerRequest] = []
    var isRefused = false
  }

  /// Checks that the mock reads a connection's bytes the same way as a whole and in pieces.
  static func requests(_ bytes: [UInt8]) {
    let limits = ServerLimits(requestLine: 64, head: 512, body: 512)
    let whole = read(bytes, limits, size: max(1, bytes.count))
    for size in [1, 2, 5] where size < bytes.count {
      precondition(read(bytes, limits, size: size) == whole, "pieces of \(size) bytes mean something else")
    }
  }

  private static func read(_ bytes: [UInt8], _ limits: ServerLimits, size: Int) -> Read {
    var reader = RequestReader(limits: limits)
    var found = Read()
    do throws(RequestRefusal) {
      for piece in FuzzTarget.pieces(of: bytes, size: size) {
        reader.append(piece)
        reading: while true {
          switch try reader.next() {
          case .request(let request): found.requests.append(request)
          case .awaitsContinue: continue
          case .incomplete: break reading
          }
        }
        precondition(reader.pendingCount <= limits.head + limits.body + size, "more is kept than the limits allow")
      }
    } catch {
      precondition((400...599).contains(error.status), "a refusal with a status that is not an error")
      found.isRefused = true
    }
    return found
  }

  // MARK: Bodies

  /// A body of XML: its value is written as XML of the same value, and an error is at a place in it.
  static func xml(_ bytes: [UInt8]) {
    let value: JSONValue
    do throws(XMLError) { value = try XMLReader.value(parsing: bytes) } catch {
      precondition((0...bytes.count).contains(error.offset), "an error beyond the text")
      return
    }
    guard let text = XMLValueWriter.text(of: value) else {
      preconditionFailure("a value that cannot be written: \(value.text)")
    }
    precondition((try? XMLReader.value(parsing: Array(text.utf8))) == value, "written it is a different value: \(text)")
  }

  // MARK: Header sections

  /// Header sections of an answer, line by line: a reader that is used again reads the same.
  static func heads(_ bytes: [UInt8]) {
    var reader = ResponseHeadReader(limit: 1 << 12)
    let first = outcomes(bytes, &reader)
    for _ in 0..<2 {
      reader.reset()
      precondition(outcomes(bytes, &reader) == first, "a reader that is used again reads something else")
    }
  }

  private static func outcomes(_ bytes: [UInt8], _ reader: inout ResponseHeadReader) -> [ResponseHeadReader.Outcome] {
    var outcomes: [ResponseHeadReader.Outcome] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      let outcome = bytes[start..<end].withUnsafeBufferPointer { reader.read($0) }
      outcomes.append(outcome)
      switch outcome {
      case .more, .complete: start = end
      case .malformed, .tooLarge: return outcomes
      }
    }
    return outcomes
  }
}
