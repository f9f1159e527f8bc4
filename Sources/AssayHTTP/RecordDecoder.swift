/// A decoder of a stream of lines, or of a JSON text sequence (RFC 7464), into events without names.
///
/// Blank lines are not events: servers send them to keep a connection open. A carriage return before a line feed
/// belongs to the line's end. Only the current record is kept between chunks.
package struct RecordDecoder: Sendable {
  /// The offset in the stream of the first byte that is not UTF-8; it was decoded as U+FFFD.
  private var invalidUTF8Offset: Int?
  /// The reason why decoding stopped before the end of the stream; everything after that is ignored.
  package private(set) var failure: ServerSentEventFailure?

  private let format: StreamFormat
  private let limit: Int
  private var record: [UInt8] = []
  /// The offset in the stream where the current record begins, and the number of bytes received.
  private var start = 0
  private var offset = 0
  private var nesting = Nesting()
  /// True if the current text of a JSON text sequence began with a record separator (RFC 7464 section 2.2).
  private var isOpened = false

  /// The state of brackets and strings inside a JSON text. In a JSON text sequence, a line feed outside of them ends
  /// the record.
  private struct Nesting: Sendable {
    var depth = 0
    var isInString = false
    var isEscaped = false

    mutating func take(_ byte: UInt8) {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == 0x5C {
          isEscaped = true
        } else if byte == 0x22 {
          isInString = false
        }
        return
      }
      switch byte {
      case 0x22: isInString = true
      case 0x5B, 0x7B: depth += 1
      case 0x5D, 0x7D: depth -= 1
      default: break
      }
    }

    var isOutside: Bool { depth <= 0 && !isInString }
  }

  /// Makes a decoder of lines, or of a JSON text sequence, that fails on a record of more than `limit` bytes.
  init(_ format: StreamFormat, limit: Int) {
    self.format = format
    self.limit = limit
  }

  mutating func decode(_ chunk: [UInt8], _ emit: (ServerSentEvent) -> Void) {
    for byte in chunk {
      guard failure == nil else { return }
      take(byte, emit)
      offset += 1
    }
  }

  private mutating func take(_ byte: UInt8, _ emit: (ServerSentEvent) -> Void) {
    if format == .jsonSequence {
      if byte == 0x1E {
        end(emit)
        isOpened = true
        return
      }
      if byte == 0x0A, nesting.isOutside { return end(emit) }
      guard isOpened || Self.isBlank(byte) || isOfByteOrderMark(byte) else {
        failure = .badFrame("a text has no record separator (U+001E) in front of it")
        record = []
        return
      }
      nesting.take(byte)
    } else if byte == 0x0A {
      return end(emit)
    }
    if record.isEmpty { start = offset }
    guard record.count < limit else {
      failure = .eventTooLarge(limit: limit)
      record = []
      return
    }
    record.append(byte)
  }

  private mutating func end(_ emit: (ServerSentEvent) -> Void) {
    defer {
      record.removeAll(keepingCapacity: record.capacity <= 1 << 16)
      nesting = Nesting()
    }
    if start == 0, record.starts(with: [0xEF, 0xBB, 0xBF]) { record.removeFirst(3) }
    if record.last == 0x0D { record.removeLast() }
    guard !record.allSatisfy(Self.isBlank) else { return }
    isOpened = false
    record.withUnsafeBufferPointer { bytes in
      switch UTF8Validation.check(bytes) {
      case .valid: break
      case .invalid(let index), .unfinished(let index): invalidUTF8Offset = invalidUTF8Offset ?? start + index
      }
    }
    let bytes = invalidUTF8Offset == nil ? record : Array(String(decoding: record, as: UTF8.self).utf8)
    emit(ServerSentEvent(name: nil, bytes: bytes))
  }

  /// Returns true if `byte` is white space in JSON (RFC 8259 section 2).
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }

  /// Returns true if `byte` belongs to a byte order mark at the start of the stream, which is ignored.
  private func isOfByteOrderMark(_ byte: UInt8) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return offset < mark.count && byte == mark[offset]
  }

  /// Ends the stream. A last line without a line end counts as an event only if the response is complete and, in a JSON
  /// stream, the line is a complete JSON text.
  mutating func finish(isWhole: Bool, _ emit: (ServerSentEvent) -> Void) -> ServerSentEventEnding {
    var rest: String?
    if !record.isEmpty {
      if isWhole, format == .text || isClosed {
        end(emit)
      } else {
        rest = String(decoding: record.prefix(4096), as: UTF8.self)
      }
    }
    return ServerSentEventEnding(partialEvent: rest, invalidUTF8Offset: invalidUTF8Offset, failure: failure)
  }

  /// True if all brackets and strings of the record are closed. A number at the end of a sequence may be missing digits
  /// (RFC 7464 section 2.4), so that only values with an explicit end count.
  private var isClosed: Bool {
    var nesting = Nesting()
    for byte in record { nesting.take(byte) }
    guard nesting.isOutside else { return false }
    let last = record.last { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    return last == 0x7D || last == 0x5D || last == 0x22 || format == .ndjson
  }
}
