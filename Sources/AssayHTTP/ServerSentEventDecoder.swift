/// A decoder of an event stream into events, chunk by chunk (WHATWG HTML sections 9.2.5 and 9.2.6).
///
/// An event is emitted as soon as the byte that completes it is received, regardless of how the stream is divided into
/// chunks. Only the current event is kept between chunks, so that an endless stream needs constant memory.
package struct ServerSentEventDecoder: Sendable {
  /// The ID that a client would send as `Last-Event-ID` if it reconnected now.
  package private(set) var lastEventID = ""
  /// True if an event has set ``lastEventID``, even to an empty ID.
  package private(set) var hasSetID = false
  /// The last reconnection time that the stream sent, in milliseconds.
  package private(set) var reconnectionTime: Int?
  /// The offset in the stream of the first byte that is not UTF-8; it was decoded as U+FFFD.
  package private(set) var invalidUTF8Offset: Int?
  /// The reason why decoding stopped before the end of the stream; everything after that is ignored.
  package private(set) var failure: ServerSentEventFailure?

  /// The maximum number of bytes of an event or a line.
  private let limit: Int
  /// The number of bytes of the stream before the current chunk.
  private var offset = 0
  /// The number of bytes of a byte order mark seen at the start of the stream; `nil` after the start.
  private var markLength: Int? = 0
  /// True if the last byte was a CR that ended a line, so that a following LF belongs to it.
  private var endsWithCR = false
  /// The beginning of a line whose end is not yet received, and its offset in the stream.
  private var line: [UInt8] = []
  private var lineOffset = 0
  /// The data buffer of section 9.2.6, in which an LF follows each line.
  private var data: [UInt8] = []
  private var eventType = ""
  /// The ID that the current event sets; `nil` if it sets none.
  private var idBuffer: String?

  /// Makes a decoder that fails on an event or a line of more than `limit` bytes.
  package init(limit: Int = 16 << 20) { self.limit = limit }

  /// Takes the next bytes of the stream and passes each event they complete to `emit`, in order.
  package mutating func decode(_ chunk: [UInt8], _ emit: (ServerSentEvent) -> Void) {
    chunk.withUnsafeBufferPointer { decode($0, emit) }
  }

  private mutating func decode(_ chunk: UnsafeBufferPointer<UInt8>, _ emit: (ServerSentEvent) -> Void) {
    var start = markLength == nil ? 0 : skipMark(chunk)
    if endsWithCR, start < chunk.count {
      if chunk[start] == 0x0A { start += 1 }
      endsWithCR = false
    }
    while start < chunk.count, failure == nil {
      let end = ByteScan.lineEnd(in: chunk, from: start)
      guard end < chunk.count else { break }
      finishLine(UnsafeBufferPointer(rebasing: chunk[start..<end]), at: offset + start, emit)
      start = end + 1
      if chunk[end] == 0x0D {
        if start == chunk.count { endsWithCR = true } else if chunk[start] == 0x0A { start += 1 }
      }
    }
    if failure == nil, start < chunk.count {
      if line.isEmpty { lineOffset = offset + start }
      keep(UnsafeBufferPointer(rebasing: chunk[start...]))
    }
    offset += chunk.count
  }

  /// Ends the stream, and returns how it ended. An incomplete event at the end is discarded and reported.
  package mutating func finish() -> ServerSentEventEnding {
    if let length = markLength, length > 0 {
      line = Array(Self.mark.prefix(length))
      markLength = nil
    }
    // A sequence cut off by the end is not a wrong byte: that the event is not whole says it already.
    line.withUnsafeBufferPointer { bytes in
      if case .invalid(let index) = UTF8Validation.check(bytes) { note(invalid: lineOffset + index) }
    }
    return ServerSentEventEnding(partialEvent: partialEvent, invalidUTF8Offset: invalidUTF8Offset, failure: failure)
  }
}

// MARK: - Lines

extension ServerSentEventDecoder {
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Skips a byte order mark at the start of the stream, which may be split between chunks; returns the position in
  /// `chunk` at which the text begins.
  private mutating func skipMark(_ chunk: UnsafeBufferPointer<UInt8>) -> Int {
    guard var length = markLength else { return 0 }
    var index = 0
    while length < Self.mark.count, index < chunk.count {
      guard chunk[index] == Self.mark[length] else {
        // What looked like a mark is text after all; the part in earlier chunks opens the first line.
        line = Array(Self.mark.prefix(length - index))
        markLength = nil
        return 0
      }
      length += 1
      index += 1
    }
    markLength = length == Self.mark.count ? nil : length
    return index
  }

  private mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard line.count + bytes.count <= limit else { return fail() }
    line.append(contentsOf: bytes)
  }

  private mutating func finishLine(_ rest: UnsafeBufferPointer<UInt8>, at place: Int, _ emit: (ServerSentEvent) -> Void)
  {
    if line.isEmpty { return process(rest, at: place, emit) }
    keep(rest)
    guard failure == nil else { return }
    // Taken out and put back, so that the line is read without a copy and its memory serves the next one.
    var whole: [UInt8] = []
    swap(&whole, &line)
    whole.withUnsafeBufferPointer { process($0, at: lineOffset, emit) }
    whole.removeAll(keepingCapacity: whole.capacity <= 1 << 16)
    line = whole
  }

  private mutating func process(_ line: UnsafeBufferPointer<UInt8>, at place: Int, _ emit: (ServerSentEvent) -> Void) {
    guard !line.isEmpty else { return dispatch(emit) }
    if invalidUTF8Offset == nil {
      switch UTF8Validation.check(line) {
      case .valid: break
      case .invalid(let index), .unfinished(let index): note(invalid: place + index)
      }
    }
    let colon = line.firstIndex(of: 0x3A) ?? line.count
    // A line that begins with a colon is a comment; a field of another name is ignored.
    guard let field = Field(line[..<colon]) else { return }
    let hasSpace = colon + 1 < line.count && line[colon + 1] == 0x20
    let start = min(colon + (hasSpace ? 2 : 1), line.count)
    process(field, UnsafeBufferPointer(rebasing: line[start...]))
  }

  /// The field names. The raw value is the name's bytes as one number, preceded by a 1 so that NUL bytes count.
  private enum Field: UInt64 {
    case data = 0x01_64_61_74_61
    case event = 0x01_65_76_65_6E_74
    case id = 0x01_69_64
    case retry = 0x01_72_65_74_72_79

    init?(_ name: Slice<UnsafeBufferPointer<UInt8>>) {
      guard name.count <= 5 else { return nil }
      self.init(rawValue: name.reduce(1) { $0 << 8 | UInt64($1) })
    }
  }

  private mutating func process(_ field: Field, _ value: UnsafeBufferPointer<UInt8>) {
    switch field {
    case .data:
      guard data.count + value.count < limit else { return fail() }
      data.append(contentsOf: value)
      data.append(0x0A)
    case .event: eventType = String(decoding: value, as: UTF8.self)
    case .id:
      guard !value.contains(0) else { return }
      idBuffer = String(decoding: value, as: UTF8.self)
    case .retry:
      guard !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) else { return }
      // More digits than an Int holds is a wait no one outlives.
      reconnectionTime = Int(String(decoding: value, as: UTF8.self)) ?? .max
    }
  }

  private mutating func dispatch(_ emit: (ServerSentEvent) -> Void) {
    if let id = idBuffer { (lastEventID, idBuffer, hasSetID) = (id, nil, true) }
    defer {
      data.removeAll(keepingCapacity: data.capacity <= 1 << 16)
      eventType = ""
    }
    guard !data.isEmpty else { return }
    var bytes = data.withUnsafeBufferPointer { Array(UnsafeBufferPointer(rebasing: $0.dropLast())) }
    if invalidUTF8Offset != nil { bytes = Array(String(decoding: bytes, as: UTF8.self).utf8) }
    emit(ServerSentEvent(name: eventType.isEmpty ? nil : eventType, bytes: bytes, lastEventID: lastEventID))
  }
}

// MARK: - Ends

extension ServerSentEventDecoder {
  private mutating func note(invalid place: Int) { invalidUTF8Offset = min(place, invalidUTF8Offset ?? place) }

  private mutating func fail() {
    failure = .eventTooLarge(limit: limit)
    line = []
    data = []
  }

  /// The lines of an incomplete event at the end of the stream, without comments; `nil` if none exists.
  private var partialEvent: String? {
    let isUnfinished = !line.isEmpty && line.first != 0x3A
    guard !data.isEmpty || !eventType.isEmpty || idBuffer != nil || isUnfinished else { return nil }
    var lines: [String] = []
    if let idBuffer { lines.append("id: \(idBuffer)") }
    if !eventType.isEmpty { lines.append("event: \(eventType)") }
    for value in data.prefix(Self.excerpt).dropLast(data.count > Self.excerpt ? 0 : 1).split(
      separator: 0x0A,
      omittingEmptySubsequences: false
    ) where !data.isEmpty { lines.append("data: \(String(decoding: value, as: UTF8.self))") }
    if isUnfinished { lines.append(String(decoding: line.prefix(Self.excerpt), as: UTF8.self)) }
    return lines.joined(separator: "\n")
  }

  /// The maximum number of bytes of an incomplete event that are shown.
  private static let excerpt = 4096
}
