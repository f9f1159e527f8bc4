import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A listening loopback socket that plays a script to each connection, right or wrong HTTP alike.
final class ScriptedServer: Sendable {
  let port: UInt16
  private let listener: CInt
  private let state = Mutex(State())

  private struct State {
    var connections = 0
    var sockets: Set<CInt> = []
    var isClosed = false
  }

  var url: String { "http://127.0.0.1:\(port)/" }
  /// How many connections were accepted so far.
  var connections: Int { state.withLock { $0.connections } }

  convenience init(_ script: @escaping @Sendable (ScriptedConnection) -> Void) throws {
    let (listener, port) = try LoopbackSocket.listen(backlog: 64)
    self.init(listener: listener, port: port, script)
  }

  convenience init(unixSocket path: String, _ script: @escaping @Sendable (ScriptedConnection) -> Void) throws {
    self.init(listener: try LoopbackSocket.listen(path: path), port: 0, script)
  }

  private init(listener: CInt, port: UInt16, _ script: @escaping @Sendable (ScriptedConnection) -> Void) {
    self.listener = listener
    self.port = port
    let thread = Thread { [self] in accept(script) }
    thread.start()
  }

  /// Closes the listener and breaks off every connection.
  func stop() {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      shutdown(listener, CInt(SHUT_RDWR))
      for socket in state.sockets { shutdown(socket, CInt(SHUT_RDWR)) }
    }
  }

  private func accept(_ script: @escaping @Sendable (ScriptedConnection) -> Void) {
    while true {
      let socket = systemAccept(listener)
      guard socket >= 0 else { break }
      let isWanted = state.withLock { state in
        state.connections += 1
        if !state.isClosed { state.sockets.insert(socket) }
        return !state.isClosed
      }
      guard isWanted else {
        close(socket)
        break
      }
      let thread = Thread { [self] in
        script(ScriptedConnection(socket: socket))
        _ = state.withLock { $0.sockets.remove(socket) }
        close(socket)
      }
      thread.start()
    }
    close(listener)
  }

}

/// One connection of a ``ScriptedServer``; all calls block.
struct ScriptedConnection: Sendable {
  let socket: CInt

  /// Reads one request, its content by `Content-Length` included; `nil` where the client closed.
  func readRequest() -> String? {
    var bytes: [UInt8] = []
    var length: Int?
    while true {
      if length == nil, let end = Self.headEnd(bytes) {
        let head = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
        let size = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
        length = end + (size.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0)
      }
      if let length, bytes.count >= length { return String(decoding: bytes, as: UTF8.self) }
      guard let more = read() else { return nil }
      bytes += more
    }
  }

  /// Reads until what came ends in `end`, or the client has closed.
  func readText(until end: String) -> String {
    var text = ""
    while !text.hasSuffix(end), let more = read() { text += String(decoding: more, as: UTF8.self) }
    return text
  }

  /// Sends all of it; returns whether the client still takes any.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { systemSend(socket, $0) }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  @discardableResult func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends a byte at a time, a few milliseconds apart, until all is sent or the client has gone.
  func dribble(_ text: String, every milliseconds: UInt32 = 20) {
    for byte in text.utf8 {
      guard send([byte]), !isClosed else { return }
      usleep(milliseconds * 1_000)
    }
  }

  /// Sends the same again and again until the client has gone.
  func repeatForever(_ text: String) {
    let bytes = Array(text.utf8)
    while send(bytes) {}
  }

  /// Reads on until the client closes.
  func hold() { while read() != nil {} }

  /// Waits until the connection is broken off, and reads nothing of what the client sends.
  func waitForEnd() {
    var descriptor = pollfd(fd: socket, events: 0, revents: 0)
    poll(&descriptor, 1, 10_000)
  }

  /// Waits until the client's system has taken in all that was sent, and a moment more for the client to read it.
  func waitUntilRead() {
    #if canImport(Glibc)
      var unsent: CInt = 1
      while ioctl(socket, UInt(TIOCOUTQ), &unsent) == 0, unsent > 0 { usleep(1_000) }
    #endif
    usleep(50_000)
  }

  /// Makes the close that follows a reset.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }

  private var isClosed: Bool {
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, CInt(MSG_PEEK | MSG_DONTWAIT)) == 0
  }

  private func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  private static func headEnd(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for index in 0...(bytes.count - 4) where bytes[index..<(index + 4)].elementsEqual("\r\n\r\n".utf8) {
      return index + 4
    }
    return nil
  }
}

// Outside the types, whose own functions of these names would hide the system's.
private func systemAccept(_ listener: CInt) -> CInt {
  let socket = accept(listener, nil, nil)
  #if canImport(Darwin)
    var one: CInt = 1
    setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<CInt>.size))
  #endif
  return socket
}

private func systemSend(_ socket: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if canImport(Darwin)
    send(socket, bytes.baseAddress, bytes.count, 0)
  #else
    send(socket, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
  #endif
}
