import Synchronization

/// An HTTP/1.1 server on loopback addresses: any number of listeners, one thread, no framework.
///
/// It reads strictly and sends any ``WireReply``, valid or not. Replies cost nothing during their pauses, so hundreds
/// of streams can play at once.
package final class SocketServer: Sendable {
  /// The listening ports, in the order they were requested.
  package let ports: [Int]
  private let waker: CInt
  private let ended: ThreadEnd
  private let isStopped = Mutex(false)

  /// Listens on `ports` (0 for any free port) and starts to answer.
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

  /// Closes all connections and listeners, and returns once they are closed. It may be called more than once.
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

/// The functions that give a server its responses; called on the server's thread, one call at a time.
package struct ServerHandler: Sendable {
  /// Returns the response to a request received by the listener with this number.
  package var respond: @Sendable (_ listener: Int, ServerRequest) -> WireReply
  /// Returns the response to bytes that could not be read as a request; the connection is closed afterwards.
  package var refuse: @Sendable (RequestRefusal) -> WireReply

  package init(
    respond: @escaping @Sendable (_ listener: Int, ServerRequest) -> WireReply,
    refuse: @escaping @Sendable (RequestRefusal) -> WireReply = { AnswerWriter.refusal($0) }
  ) {
    self.respond = respond
    self.refuse = refuse
  }
}

/// The limits on the data a server accepts from clients; beyond one, the client gets a 4xx and its connection is
/// closed.
package struct ServerLimits: Hashable, Sendable {
  /// The longest request line, in bytes; a longer one gets a 414.
  package var requestLine: Int
  /// The longest request line and header section together, in bytes; longer ones get a 431 (RFC 6585 section 5).
  package var head: Int
  /// The largest body, in bytes; a larger one gets a 413.
  package var body: Int
  /// The longest time for one request to arrive, and for an idle connection to stay. A request gets an additional
  /// second for each 16 KiB received, a response for each 16 KiB the client read.
  package var patience: Duration
  /// The most connections at once. For one more, the connection idle longest is closed; if none is idle, the new one
  /// waits.
  package var connections: Int
  /// The most bytes held for all connections together, for incomplete requests and unread responses. Beyond it, the
  /// connection that holds the most is ended, with a 503 if a response is due.
  package var held: Int

  package init(
    requestLine: Int = 16 << 10,
    head: Int = 64 << 10,
    body: Int = 64 << 20,
    patience: Duration = .seconds(30),
    connections: Int = 512,
    held: Int = 80 << 20
  ) {
    self.requestLine = requestLine
    self.head = head
    self.body = body
    self.patience = patience
    self.connections = connections
    self.held = held
  }
}

/// The reason why a server could not start.
package enum ServerError: Error, Hashable, Sendable {
  /// The server could not listen on a port; with the system's message.
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
