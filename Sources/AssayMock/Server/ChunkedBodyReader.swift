/// Decodes the chunked transfer coding of a request (RFC 9112 section 7.1) as its bytes arrive.
struct ChunkedBodyReader: Sendable {
  private enum State: Sendable {
    case size
    case data(Int)
    case dataEnd
    case trailer
    case complete
  }

  private let limit: Int
  private var state = State.size
  private(set) var body: [UInt8] = []
  private static let lineLimit = 1 << 10
  /// The number of bytes of trailer fields received so far.
  private var trailerSize = 0
  private static let trailerLimit = 1 << 16

  init(limit: Int) { self.limit = limit }

  var isComplete: Bool { if case .complete = state { true } else { false } }

  /// Reads `bytes` from `start` on; returns the index of the first byte not used.
  mutating func read(_ bytes: [UInt8], from start: Int) throws(RequestRefusal) -> Int {
    var index = start
    while true {
      switch state {
      case .size:
        guard let (line, next) = try Self.line(bytes, from: index) else { return index }
        let size = try Self.size(line)
        guard body.count + size <= limit else { throw RequestRefusal(413, "The body is larger than \(limit) bytes.") }
        state = size == 0 ? .trailer : .data(size)
        index = next
      case .data(let left):
        let taken = min(left, bytes.count - index)
        body += bytes[index..<index + taken]
        index += taken
        guard taken == left else {
          state = .data(left - taken)
          return index
        }
        state = .dataEnd
      case .dataEnd:
        guard let (line, next) = try Self.line(bytes, from: index) else { return index }
        guard line.isEmpty else { throw RequestRefusal(400, "A chunk is longer than its size says.") }
        state = .size
        index = next
      case .trailer:
        guard let (line, next) = try Self.line(bytes, from: index) else { return index }
        trailerSize += line.count
        guard trailerSize <= Self.trailerLimit else {
          throw RequestRefusal(431, "The trailer section is longer than \(Self.trailerLimit) bytes.")
        }
        if line.isEmpty { state = .complete }
        index = next
      case .complete: return index
      }
    }
  }

  private static func line(_ bytes: [UInt8], from start: Int) throws(RequestRefusal) -> (
    line: ArraySlice<UInt8>, next: Int
  )? {
    guard let end = bytes[start...].prefix(lineLimit).firstIndex(of: 0x0A) else {
      guard bytes.count - start < lineLimit else { throw RequestRefusal(400, "A chunk's size line is too long.") }
      return nil
    }
    // RFC 9112 section 7.1: a reader that requires CRLF would see other chunks.
    guard end > start, bytes[end - 1] == 0x0D else {
      throw RequestRefusal(400, "A line of the chunked body does not end with CRLF.")
    }
    return (bytes[start..<end - 1], end + 1)
  }

  private static func size(_ line: ArraySlice<UInt8>) throws(RequestRefusal) -> Int {
    let digits = line.prefix { $0 != 0x3B && $0 != 0x20 && $0 != 0x09 }
    // Another reader may treat anything but an extension as part of the number.
    if let next = line[digits.endIndex...].first(where: { $0 != 0x20 && $0 != 0x09 }), next != 0x3B {
      throw RequestRefusal(400, "A chunk's size is followed by something other than an extension.")
    }
    guard (1...8).contains(digits.count), let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0,
      digits.first != 0x2B, digits.first != 0x2D
    else { throw RequestRefusal(400, "A chunk's size is not a hexadecimal number.") }
    return size
  }
}
