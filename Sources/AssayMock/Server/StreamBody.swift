import AssayHTTP

/// The body of an event stream: its events, framed as chunks, with the pauses between them.
struct StreamBody {
  let encoder: WireEncoder
  let chunks: Bool
  var gzip: Gzip?
  private(set) var actions: [WireReply.Action] = []
  private(set) var endless: [WireReply.Action] = []

  init(encoder: WireEncoder, chunks: Bool, gzip: Gzip?) {
    self.encoder = encoder
    self.chunks = chunks
    self.gzip = gzip
  }

  mutating func write(_ events: [TimedEvent], flaw: WireFlaw?) {
    let style = encoder.style
    if style.hasByteOrderMark { append([0xEF, 0xBB, 0xBF]) }
    for (index, event) in events.enumerated() {
      let bytes = style.events.encode(event: event.name, data: event.data, id: event.id)
      switch flaw {
      case .endsBefore(index): return end()
      case .stallsBefore(index):
        actions.append(.hang)
        return
      default: break
      }
      pause(event)
      if style.hasComments { append(style.events.encode(comment: "keep-alive")) }
      switch flaw {
      case .cutInsideEvent(index):
        append(Array(bytes.prefix(max(1, bytes.count * 2 / 3))))
        return end()
      case .repeatsForever(index):
        endless = [.send(frame(bytes)), .wait(max(encoder.pause(event.after), .milliseconds(20)))]
        return
      case .cutInsideChunk where index == events.count / 2, .truncated where index == events.count / 2,
        .reset where index == events.count / 2:
        return cut(bytes, flaw)
      default: append(bytes)
      }
    }
    if style.leavesOpen {
      actions.append(.hang)
    } else {
      end()
    }
  }

  /// Breaks off within the chunk that holds `bytes`; a cut between chunks is one that only the framing shows.
  private mutating func cut(_ bytes: [UInt8], _ flaw: WireFlaw?) {
    switch flaw {
    case .cutInsideChunk: actions.append(.send(Array(frame(bytes).dropLast(bytes.count / 2 + 2))))
    case .reset: actions += [.send(frame(bytes)), .reset]
    default: actions.append(.send(frame(bytes)))
    }
  }

  private mutating func pause(_ event: TimedEvent) {
    let pause = event.isLate ? event.after : encoder.pause(event.after)
    if pause > .zero { actions.append(.wait(pause)) }
  }

  private mutating func append(_ bytes: [UInt8]) {
    guard encoder.style.writing == .splitCharacters else { return actions.append(.send(frame(bytes))) }
    // Cut behind each leading byte of a multi-byte character, which no decoder may see as an error.
    for piece in bytes.split(behind: { $0 >= 0xC0 }) { actions += [.send(frame(Array(piece))), .wait(.zero)] }
  }

  private mutating func end() {
    if gzip != nil { actions.append(.send(chunk(gzip?.finish() ?? []))) }
    if chunks { actions.append(.send(Array("0\r\n\r\n".utf8))) }
  }

  private mutating func frame(_ bytes: [UInt8]) -> [UInt8] { chunk(gzip?.write(bytes) ?? bytes) }

  private func chunk(_ bytes: [UInt8]) -> [UInt8] {
    guard chunks, !bytes.isEmpty else { return bytes }
    return Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [0x0D, 0x0A]
  }
}

extension [UInt8] {
  /// The pieces that result from a cut behind each byte `isLast` holds for.
  func split(behind isLast: (UInt8) -> Bool) -> [ArraySlice<UInt8>] {
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
