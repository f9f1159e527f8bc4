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
