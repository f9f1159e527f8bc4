import AssayHTTP
import AssayTransport
import Foundation
import Synchronization
import Testing

@Suite struct CurlTransportTests {
  static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"

  @Test func connectionsAreReused() async throws {
    let server = try ScriptedServer { connection in
      while connection.readRequest() != nil { connection.send(Self.ok) }
    }
    defer { server.stop() }
    let transport = CurlTransport()
    for _ in 0..<50 {
      let recorder = Recorder()
      let end = await transport.send(.get(server.url), limits: TransferLimits(), to: recorder)
      #expect(end.reason == .complete)
      #expect(recorder.body == "hi")
      let connect = try #require(end.timings.connect)
      let firstByte = try #require(end.timings.firstByte)
      #expect(connect <= firstByte && firstByte <= end.timings.total)
    }
    #expect(server.connections == 1)
  }

  @Test func connectionsHaveACap() async throws {
    let open = Mutex((now: 0, most: 0))
    let server = try ScriptedServer { connection in
      while connection.readRequest() != nil {
        open.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        usleep(2_000)
        open.withLock { $0.now -= 1 }
        connection.send(Self.ok)
      }
    }
    defer { server.stop() }
    let transport = CurlTransport(options: CurlOptions(connections: 3))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<30 {
        group.addTask {
          let end = await transport.send(.get(server.url), limits: TransferLimits(), to: Recorder())
          #expect(end.reason == .complete)
        }
      }
    }
    #expect(server.connections <= 3)
    #expect(open.withLock { $0.most } <= 3)
  }

  /// Each thread has its own connection, and a task's answers arrive on the thread on which it runs.
  @Test func tasksAreSharedByThreads() async throws {
    let server = try ScriptedServer { connection in
      while connection.readRequest() != nil { connection.send(Self.ok) }
    }
    defer { server.stop() }
    let transport = CurlTransport(options: CurlOptions(threads: 3))
    #expect(transport.executors.count == 3)
    await withTaskGroup(of: Void.self) { group in
      for executor in transport.executors {
        group.addTask(executorPreference: executor) {
          for _ in 0..<20 {
            let receiver = PlaceRecorder()
            let end = await transport.send(.get(server.url), limits: TransferLimits(), to: receiver)
            #expect(end.reason == .complete)
            #expect(receiver.place == currentThread())
          }
        }
      }
    }
    #expect(server.connections == 3)
    // A task that runs nowhere in particular is served, too.
    let end = await transport.send(.get(server.url), limits: TransferLimits(), to: Recorder())
    #expect(end.reason == .complete)
    #expect(server.connections == 3)
    transport.shutdown()
    for executor in transport.executors {
      await withTaskExecutorPreference(executor) {
        let end = await transport.send(.get(server.url), limits: TransferLimits(), to: Recorder())
        #expect(end.reason == .cancelled)
      }
    }
  }

  @Test func tasksMayRunWhereAnswersArrive() async throws {
    let server = try ScriptedServer { connection in
      while connection.readRequest() != nil { connection.send(Self.ok) }
    }
    defer { server.stop() }
    let transport = CurlTransport()
    await withTaskExecutorPreference(transport.executors[0]) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<20 {
              let end = await transport.send(.get(server.url), limits: TransferLimits(), to: Recorder())
              #expect(end.reason == .complete)
            }
          }
        }
      }
      transport.shutdown()
      // The executor's thread is gone; what is left of this task runs elsewhere.
      await Task.yield()
      let end = await transport.send(.get(server.url), limits: TransferLimits(), to: Recorder())
      #expect(end.reason == .cancelled)
    }
  }

  @Test func nobodyListens() async throws {
    let (socket, port) = try LoopbackSocket.bound()
    defer { close(socket) }
    let end = await CurlTransport().send(.get("http://127.0.0.1:\(port)/"), limits: TransferLimits(), to: Recorder())
    #expect(end.reason == .refused)
    #expect(end.timings.connect == nil)
  }

  @Test func nameHasNoAddress() async {
    // Reserved never to resolve (RFC 6761 section 6.4); without a network it fails sooner, and the same way.
    let limits = TransferLimits(connect: .seconds(2))
    let end = await CurlTransport().send(.get("http://nothing.invalid/"), limits: limits, to: Recorder())
    #expect(end.reason == .unresolved || end.reason == .connectTimeout)
  }

  @Test(arguments: [
    HTTPRequest.get(""), .get("no url"), .get("ftp://127.0.0.1/"), .get("file:///etc/passwd"), .get("http://"),
    .get("http://127.0.0.1:99999/"), .get("http://127.0.0.1/\r\nX: y"),
    .get("http://127.0.0.1/", [HTTPHeader("A b", "")]),
    .get("http://127.0.0.1/", [HTTPHeader("A", "b\r\nC: d")]), .get("http://127.0.0.1/", [HTTPHeader("", "b")]),
    HTTPRequest(method: "GET /x HTTP/1.1\r\nX:", url: "http://127.0.0.1/"),
    HTTPRequest(method: "", url: "http://127.0.0.1/"),
  ])
  func requestCannotBeSent(_ request: HTTPRequest) async {
    let end = await CurlTransport().send(request, limits: TransferLimits(), to: Recorder())
    #expect(end.reason == .unsendable)
    #expect(!end.detail.isEmpty)
  }

  @Test func certificateFileCannotBeRead() async throws {
    let server = try ScriptedServer { $0.hold() }
    defer { server.stop() }
    let transport = CurlTransport(options: CurlOptions(caFile: "/nonexistent/ca.pem"))
    let end = await transport.send(
      .get("https://127.0.0.1:\(server.port)/"),
      limits: TransferLimits(),
      to: Recorder()
    )
    #expect(end.reason == .unsendable, "\(end.detail)")
  }

  @Test func shutdownEndsWhatIsUnderWay() async throws {
    let transport = CurlTransport()
    let server = try ScriptedServer { connection in
      _ = connection.readRequest()
      transport.shutdown()
      connection.hold()
    }
    defer { server.stop() }
    #expect(await transport.send(.get(server.url), limits: TransferLimits(), to: Recorder()).reason == .cancelled)
    #expect(await transport.send(.get(server.url), limits: TransferLimits(), to: Recorder()).reason == .cancelled)
    transport.shutdown()
  }

  @Test func cancellationEndsATransfer() async throws {
    let cancel = Mutex<(@Sendable () -> Void)?>(nil)
    let server = try ScriptedServer { connection in
      _ = connection.readRequest()
      while true {
        if let cancel = cancel.withLock({ $0 }) {
          cancel()
          break
        }
        usleep(500)
      }
      connection.hold()
    }
    defer { server.stop() }
    let task = Task { await CurlTransport().send(.get(server.url), limits: TransferLimits(), to: Recorder()) }
    cancel.withLock { $0 = { task.cancel() } }
    #expect(await task.value.reason == .cancelled)
  }

  @Test func cancelledTaskSendsNothing() async throws {
    let server = try ScriptedServer { $0.hold() }
    defer { server.stop() }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await CurlTransport().send(.get(server.url), limits: TransferLimits(), to: Recorder())
    }
    #expect(await task.value.reason == .cancelled)
    #expect(server.connections == 0)
  }

  /// A cancellation may reach the loop before, with, or after the transfer it is for; each of them ends.
  @Test(arguments: [false, true]) func cancellationMayOvertakeItsTransfer(_ onLoop: Bool) async throws {
    let server = try ScriptedServer { connection in
      while connection.readRequest() != nil { connection.send(Self.ok) }
    }
    defer { server.stop() }
    let transport = CurlTransport(options: CurlOptions(connections: 4))
    let ends = await withTaskExecutorPreference(onLoop ? transport.executors[0] : globalConcurrentExecutor) {
      await withTaskGroup(of: TransferEnd.Reason.self) { group in
        for index in 0..<500 {
          group.addTask {
            let task = Task {
              await transport.send(.get(server.url), limits: TransferLimits(), to: Recorder()).reason
            }
            if !index.isMultiple(of: 3) { task.cancel() }
            return await task.value
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(ends.count == 500)
    #expect(ends.allSatisfy { $0 == .complete || $0 == .cancelled })
    #expect(ends.count { $0 == .complete } >= 167)
  }

  /// Bytes that wait on a kept connection before anything was asked are never the response, and the request takes another.
  @Test func unrequestedBytesAreNeverTheResponse() async throws {
    let (read, sent) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    @Sendable func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
    let server = try ScriptedServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send(Self.ok)
      // Sent only once the client has read its response.
      read.wait()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstray")
      sent.signal()
      connection.hold()
    }
    defer { server.stop() }
    let transport = CurlTransport()
    for call in 1...9 {
      let recorder = Recorder()
      let end = await transport.send(.get(server.url), limits: TransferLimits(), to: recorder)
      #expect(end.reason == .complete, "\(end.detail)")
      #expect(recorder.body == "hi", "call \(call)")
      read.signal()
      await Task.detached { wait(for: sent) }.value
    }
    #expect(server.connections == 9)
  }

  @Test func closedConnectionIsReplaced() async throws {
    let server = try ScriptedServer { connection in
      // Answers once, as if there were more to come, then closes: the next request finds a dead connection.
      if connection.readRequest() != nil { connection.send(Self.ok) }
    }
    defer { server.stop() }
    let transport = CurlTransport()
    // libcurl alone gives up at the sixth connection it finds dead in time.
    for _ in 0..<200 {
      let end = await transport.send(.get(server.url), limits: TransferLimits(), to: Recorder())
      #expect(end.reason == .complete, "\(end.detail)")
    }
  }
}

/// The thread that runs the caller.
private func currentThread() -> pthread_t { pthread_self() }

/// A receiver that notes the thread on which the answer arrives.
private final class PlaceRecorder: TransferReceiver {
  private let noted = Mutex<pthread_t?>(nil)

  var place: pthread_t? { noted.withLock { $0 } }

  func receive(head: HTTPResponseHead, at time: Duration) -> TransferFlow {
    noted.withLock { $0 = currentThread() }
    return .proceed
  }

  func receive(chunk: [UInt8], at time: Duration) -> TransferFlow { .proceed }
}
