import Synchronization

/// An HTTP/1.1 server on loopback addresses: any number of listeners, one thread, no framework.
///
/// It reads strictly and sends whatever a ``WireReply`` says, right or wrong. Replies with pauses cost nothing while they
/// wait, so hundreds of streams can play at once.
package final class SocketServer: Sendable {
  /// The ports listened on, in the order they were asked for.
  package let ports: [Int]
  private let waker: CInt
  private let ended: ThreadEnd
  private let isStopped = Mutex(false)

  /// Listens on `ports` (0 for a free one each) and begins to answer.
  package init(ports wanted: [Int], limits: ServerLimits = ServerLimits(), handler: ServerHandler) throws(ServerError) {
    var listeners: [CInt] = []
    var ports: [Int] = []
    let pipe = try SystemCalls.makePipe()
    do throws(ServerError) {
      for port in wanted {
        let listener = try SystemCalls.listen(port: port)
        listeners.append(listener.descriptor)
        ports.append(listener.port)
      }
    } catch {
      for descriptor in listeners + [pipe.reader, pipe.writer] { SystemCalls.close(descriptor) }
      throw error
    }
    self.ports = ports
    waker = pipe.writer
    ended = ThreadEnd()
    let (end, descriptors) = (ended, listeners)
    let isStarted = ServerThread.start {
      ServerLoop(listeners: descriptors, waker: pipe.reader, limits: limits, handler: handler).run()
      end.signal()
    }
    guard isStarted else {
      for descriptor in listeners + [pipe.reader, pipe.writer] { SystemCalls.close(descriptor) }
      throw .system("no thread could be started")
    }
  }

  /// Closes all connections and listeners, and returns once they are closed. More than one call does no harm.
  package func stop() {
    let isFirst = isStopped.withLock { stopped in
      defer { stopped = true }
      return !stopped
    }
    guard isFirst else { return }
    SystemCalls.close(waker)
    ended.wait()
  }

  deinit { stop() }
}

/// The functions a server calls for its answers; called on the server's thread, one call at a time.
package struct ServerHandler: Sendable {
  /// Answers a request that came through the listener of this number.
  package var respond: @Sendable (_ listener: Int, ServerRequest) -> WireReply
  /// Answers what could not be read as a request; the connection is closed after it.
  package var refuse: @Sendable (RequestRefusal) -> WireReply

  package init(
    respond: @escaping @Sendable (_ listener: Int, ServerRequest) -> WireReply,
    refuse: @escaping @Sendable (RequestRefusal) -> WireReply = { AnswerWriter.refusal($0) }
  ) {
    self.respond = respond
    self.refuse = refuse
  }
}

/// The bounds a server puts on what clients send; whatever is past one gets a 4xx and its connection is closed.
package struct ServerLimits: Hashable, Sendable {
  /// The longest request line, in bytes; past it the answer is 414.
  package var requestLine: Int
  /// The longest request line and header section together, in bytes; past it the answer is 431 (RFC 6585 section 5).
  package var head: Int
  /// The largest body, in bytes; past it the answer is 413.
  package var body: Int
  /// The longest time for one request to arrive, and for an idle connection to stay; a request gets a second more for
  /// each 16 KiB of it, and an answer for each that was taken.
  package var patience: Duration
  /// The most connections at once; for one more the longest idle one is closed, and where none is idle it waits.
  package var connections: Int
  /// The most bytes held for all connections together, of requests that are not whole and answers that are not taken; past
  /// it the connection that holds the most is ended, with a 503 where it is owed an answer.
  package var held: Int

  package init(
    requestLine: Int = 16 << 10,
    head: Int = 64 << 10,
    body: Int = 64 << 20,
    patience: Duration = .seconds(30),
    connections: Int = 512,
    held: Int = 96 << 20
  ) {
    self.requestLine = requestLine
    self.head = head
    self.body = body
    self.patience = patience
    self.connections = connections
    self.held = held
  }
}

/// Why a server could not begin.
package enum ServerError: Error, Hashable, Sendable {
  /// A port could not be listened on, and what the system said.
  case port(Int, String)
  case system(String)
}

extension ServerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .port(let port, let reason): "port \(port) cannot be listened on: \(reason)"
    case .system(let reason): "the server cannot begin: \(reason)"
    }
  }
}
