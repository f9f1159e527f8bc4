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

  init(_ script: @escaping @Sendable (ScriptedConnection) -> Void) throws {
    (listener, port) = try LoopbackSocket.listen()
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
      let socket = accept4(listener)
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

  private func accept4(_ listener: CInt) -> CInt {
    #if canImport(Darwin)
      Darwin.accept(listener, nil, nil)
    #else
      Glibc.accept(listener, nil, nil)
    #endif
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

  /// Sends all of it; returns whether the client still takes any.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Darwin)
        let sent = rest.withUnsafeBytes { Darwin.send(socket, $0.baseAddress, $0.count, 0) }
      #else
        let sent = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      #endif
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

  /// Waits until the client closes.
  func hold() { while read() != nil {} }

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

/// Sockets on 127.0.0.1 with a port the system picks.
enum LoopbackSocket {
  struct Failure: Error { let code: CInt }

  /// A socket that listens, and its port.
  static func listen() throws -> (socket: CInt, port: UInt16) {
    let (socket, port) = try bound()
    guard Self.listen(socket, 64) == 0 else { throw Failure(code: errno) }
    return (socket, port)
  }

  /// A socket that has a port and does not listen: whoever connects is refused, and nobody else gets the port.
  static func bound() throws -> (socket: CInt, port: UInt16) {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw Failure(code: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 ? getsockname(descriptor, address, &size) : -1
      }
    }
    guard result == 0 else { throw Failure(code: errno) }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  private static func listen(_ socket: CInt, _ backlog: CInt) -> CInt {
    #if canImport(Darwin)
      Darwin.listen(socket, backlog)
    #else
      Glibc.listen(socket, backlog)
    #endif
  }
}
