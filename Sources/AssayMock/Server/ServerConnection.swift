import AssayHTTP

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A client's connection: the requests received and not yet answered, and the bytes still to be sent.
///
/// A connection is used only on its server's thread.
final class ServerConnection {
  typealias Instant = ContinuousClock.Instant

  /// The result of serving a connection: it stays open, or it was closed.
  enum Fate {
    case stays
    case closed
  }

  let descriptor: CInt
  /// The index of the server's listener that accepted the connection.
  let listener: Int
  private let handler: ServerHandler
  private let patience: Duration
  /// The time at which the current request began to arrive, and the number of its bytes received.
  private var begun: (at: Instant, bytes: Int)?
  /// True if received requests are still unanswered, because other connections are served first.
  private(set) var hasMore = false
  /// The time since which the client has not read the bytes to be sent; `nil` if it reads them.
  private var stalled: Instant?
  private var reader: RequestReader
  private var output: [UInt8] = []
  private var sent = 0
  /// The rest of the reply being played; `nil` between replies.
  private var playing: Playing?
  private var reachedEnd = false
  private var isClosing = false
  /// The time at which the connection needs attention even if the peer does nothing.
  private(set) var deadline: Instant

  /// True if nothing is in progress on the connection.
  var isIdle: Bool { playing == nil && !isClosing && sent == output.count && !reader.isInsideRequest }
  /// True if the connection waits for the rest of a request.
  var awaitsRest: Bool { playing == nil && !isClosing && sent == output.count && reader.isInsideRequest }
  /// The memory, in bytes, that the connection uses for unfinished work: a request, a message being received, and a
  /// reply.
  var held: Int { reader.held + output.capacity + (playing.map { $0.size + ($0.heard?.held ?? 0) } ?? 0) }

  private struct Playing {
    /// The actions still to be played, the next one last, so that each is released once it was played.
    var actions: [WireReply.Action]
    var endless: [WireReply.Action]
    var closes: Bool
    /// The time at which the current pause of the reply ends; `nil` without a pause.
    var resumesAt: Instant?
    var hangs = false
    /// The decoder of the client's WebSocket messages, and the number of unanswered ones.
    var heard: WebSocketDecoder?
    /// A function that is called with a description of how the client broke the WebSocket protocol.
    var onBreach: (@Sendable (String) -> Void)?
    var messages = 0
    var awaitsMessage = false
    /// The memory, in bytes, that the reply's remaining actions use, and those that are repeated.
    var size: Int
    /// True once `actions` are those of `endless`, whose memory stays in use.
    private var isRepeating = false

    init(_ reply: WireReply) {
      actions = reply.actions.reversed()
      endless = reply.endless
      closes = reply.closes
      size = (reply.actions + reply.endless).reduce(0) { $0 + $1.size }
    }

    /// Takes the next action out of the reply; returns `nil` after the last.
    mutating func next() -> WireReply.Action? {
      guard let action = actions.popLast() else { return nil }
      if !isRepeating { size -= action.size }
      return action
    }

    /// Begins the actions that are repeated, once the others are played.
    mutating func repeatIfOver() {
      guard actions.isEmpty, !endless.isEmpty else { return }
      (actions, isRepeating) = (endless.reversed(), true)
    }
  }

  /// The most unread input of a busy connection; beyond it the connection is not read, so that a client cannot fill the
  /// memory.
  private static let backlog = 1 << 20
  /// The most bytes with which a connection answers requests in a row; small replies count as ``leastReply`` each.
  private static let mostAtOnce = 1 << 16
  private static let leastReply = 1 << 12
  private static let lingering = Duration.seconds(1)

  init(descriptor: CInt, listener: Int, handler: ServerHandler, limits: ServerLimits, now: Instant) {
    self.descriptor = descriptor
    self.listener = listener
    self.handler = handler
    patience = limits.patience
    reader = RequestReader(limits: limits)
    deadline = now + limits.patience
  }

  /// The events of the connection's socket that the system call `poll` should wait for.
  var interests: Int16 {
    var interests: Int16 = 0
    if !reachedEnd, playing == nil || reader.pendingCount < Self.backlog { interests |= Int16(POLLIN) }
    if sent < output.count { interests |= Int16(POLLOUT) }
    return interests
  }

  /// Reads the received bytes; `buffer` belongs to the server and is shared by all connections.
  func receive(into buffer: UnsafeMutableRawBufferPointer, now: Instant) -> Fate {
    switch SystemCalls.read(descriptor, into: buffer) {
    case .bytes(let count):
      guard !isClosing else { return .stays }
      guard playing?.heard == nil else {
        hear(buffer[..<count])
        return .stays
      }
      reader.append(buffer[..<count])
      // A byte now and then does not hold a request open for ever.
      begun = (begun?.at ?? now, (begun?.bytes ?? 0) + count)
      if playing == nil, let begun { deadline = begun.at + patience + .seconds(begun.bytes >> 14) }
    case .closed:
      reachedEnd = true
      if isClosing || playing?.hangs == true || playing?.heard != nil { return close() }
    case .wouldBlock: break
    case .failed: return close()
    }
    return .stays
  }

  /// Does everything that needs no waiting at the time `now`.
  func advance(now: Instant) -> Fate {
    hasMore = false
    var answeredBytes = 0
    while true {
      let before = sent
      guard flush() else { return close() }
      if sent < output.count {
        if stalled == nil || sent != before { stalled = now }
        deadline = (stalled ?? now) + patience
        // Who takes nothing of an answer for so long does not want it.
        return now >= deadline ? close() : .stays
      }
      stalled = nil
      if isClosing { return now >= deadline ? close() : .stays }
      if playing != nil {
        if let fate = play(now) { return fate }
        continue
      }
      if answeredBytes >= Self.mostAtOnce {
        hasMore = true
        return .stays
      }
      do throws(RequestRefusal) {
        switch try reader.next() {
        case .incomplete: return awaitRequest(now)
        case .awaitsContinue: output += Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        case .request(let request):
          begun = nil
          begin(handler.respond(listener, request))
          answeredBytes += max(Self.leastReply, playing?.size ?? 0)
        }
      } catch {
        reader.forget()
        begin(handler.refuse(error))
      }
    }
  }

  /// Releases the connection's memory. It is closed if a reply is being sent or not read; an incomplete request is
  /// answered with a refusal.
  func relieve(now: Instant) -> Fate {
    guard playing == nil, sent == output.count else { return close() }
    reader.forget()
    begin(handler.refuse(RequestRefusal(503, "The mock holds too many unfinished requests; try again.")))
    return advance(now: now)
  }

  private func begin(_ reply: WireReply) {
    playing = Playing(reply)
    guard reply.isTwoWay else { return }
    playing?.heard = WebSocketDecoder(from: .client)
    playing?.onBreach = reply.onBreach
    hear(reader.takeRest())
  }

  /// Reads a client's WebSocket messages, and sends the replies that are due at once.
  private func hear(_ bytes: some Collection<UInt8>) {
    // Taken out and put back, so that there is one owner meanwhile and nothing is copied.
    guard var decoder = playing?.heard.take() else { return }
    decoder.decode(bytes) { _ in playing?.messages += 1 }
    output += decoder.takeOwed().flatMap { $0.bytes() }
    if let code = decoder.failureCode { output += WebSocketFrame.close(code).bytes() }
    // What is too large here breaks no rule.
    if case .badFrame(let clause)? = decoder.failure { playing?.onBreach?(clause) }
    if decoder.failure != nil || decoder.closing != nil { playing = Playing(WireReply([], closes: true)) }
    playing?.heard = decoder
  }

  /// Plays the next action; returns a fate if the connection must wait or has ended.
  private func play(_ now: Instant) -> Fate? {
    guard var current = playing else { return nil }
    if current.hangs { return .stays }
    if current.awaitsMessage {
      guard current.messages > 0 else { return now >= deadline ? close() : .stays }
      (current.awaitsMessage, current.messages) = (false, current.messages - 1)
    }
    if let resumesAt = current.resumesAt {
      deadline = resumesAt
      guard now >= resumesAt else { return .stays }
      current.resumesAt = nil
    }
    current.repeatIfOver()
    switch current.next() {
    case .send(let bytes):
      send(bytes)
      // Bytes that follow at once leave in one piece: most replies are one system call. A large piece is not copied.
      while case .send(let more)? = current.actions.last, output.count + more.count < 1 << 16 {
        output += more
        _ = current.next()
      }
    case .wait(let duration): current.resumesAt = now + duration
    case .awaitMessage:
      current.awaitsMessage = true
      deadline = now + patience
    case .hang:
      current.hangs = true
      deadline = now + .seconds(24 * 3_600)
      if reachedEnd { return close() }
    case .reset:
      SystemCalls.reset(descriptor)
      return .closed
    case nil: return finishReply(current, now)
    }
    playing = current
    return nil
  }

  private func send(_ bytes: [UInt8]) {
    if output.isEmpty { output = bytes } else { output += bytes }
  }

  private func finishReply(_ current: Playing, _ now: Instant) -> Fate? {
    playing = nil
    deadline = now + patience
    guard current.closes else { return nil }
    if reachedEnd { return close() }
    // A close with unread input would reset the connection and could take the reply with it (RFC 9112 section 9.6).
    SystemCalls.finishWriting(descriptor)
    isClosing = true
    deadline = now + Self.lingering
    return .stays
  }

  private func awaitRequest(_ now: Instant) -> Fate {
    if reachedEnd { return close() }
    guard now >= deadline else { return .stays }
    guard reader.isInsideRequest else { return close() }
    begin(handler.refuse(RequestRefusal(408, "The request did not arrive whole in \(patience).")))
    return advance(now: now)
  }

  /// Writes as much as the system accepts; returns false if the peer is gone.
  private func flush() -> Bool {
    while sent < output.count {
      switch SystemCalls.write(descriptor, output[sent...]) {
      case .bytes(let count): sent += count
      case .wouldBlock: return true
      case .closed, .failed: return false
      }
    }
    if !output.isEmpty {
      output.removeAll(keepingCapacity: output.count < 1 << 18)
      sent = 0
    }
    return true
  }

  /// Closes the connection and releases its memory, which others may need before the connection itself is let go of.
  func close() -> Fate {
    SystemCalls.close(descriptor)
    (output, sent, playing) = ([], 0, nil)
    reader.forget()
    return .closed
  }
}
