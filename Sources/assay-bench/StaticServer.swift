import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A server for the files of a folder, from memory, over kept connections, on one thread; several may share a port
/// (`SO_REUSEPORT`).
final class StaticServer {
  private let listener: Int32
  private let answers: [String: [UInt8]]
  private var pending: [Int32: (received: [UInt8], unsent: ArraySlice<UInt8>)] = [:]

  /// Listens on `port` of the loopback interface, on a free one if it is 0; returns `nil` if the system provides none.
  init?(folder: URL, port: UInt16 = 0) throws {
    var answers: [String: [UInt8]] = [:]
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey])
    for file in files where try file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == false {
      let (name, body) = (file.lastPathComponent, try Data(contentsOf: file))
      let type = name.hasSuffix(".sse") ? "text/event-stream" : "application/json"
      let head = "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n"
      answers["/" + name] = Array(head.utf8) + body
    }
    self.answers = answers
    signal(SIGPIPE, SIG_IGN)
    #if canImport(Darwin)
      listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    address.sin_port = port.bigEndian
    var isOn: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEPORT, &isOn, socklen_t(MemoryLayout<Int32>.size))
    guard withSocketAddress(&address, { bind(listener, $0, $1) }) == 0, listen(listener, 512) == 0 else { return nil }
  }

  var port: UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withSocketAddress(&address) { pointer, _ in getsockname(listener, pointer, &size) }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Serves until the process is ended.
  func run() -> Never {
    while true {
      var polled = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
      polled += pending.map { pollfd(fd: $0, events: Int16($1.unsent.isEmpty ? POLLIN : POLLOUT), revents: 0) }
      poll(&polled, nfds_t(polled.count), -1)
      for ready in polled.dropFirst() where ready.revents != 0 { serve(ready.fd) }
      if polled[0].revents != 0 { admit() }
    }
  }

  private func admit() {
    let connection = accept(listener, nil, nil)
    guard connection >= 0 else { return }
    _ = fcntl(connection, F_SETFL, O_NONBLOCK)
    var isOn: Int32 = 1
    setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    pending[connection] = ([], [])
  }

  private func serve(_ connection: Int32) {
    guard var (received, unsent) = pending[connection] else { return }
    if unsent.isEmpty {
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return end(connection) }
      received += buffer[..<count]
      guard received.suffix(4).elementsEqual([13, 10, 13, 10]) else {
        pending[connection] = (received, [])
        return
      }
      let path = received.split(separator: 0x20, maxSplits: 2).dropFirst().first ?? []
      unsent = answers[String(decoding: path, as: UTF8.self), default: Self.unknown][...]
      received = []
    }
    let sent = unsent.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
    guard sent > 0 || errno == EAGAIN else { return end(connection) }
    pending[connection] = (received, unsent.dropFirst(max(0, sent)))
  }

  private func end(_ connection: Int32) {
    close(connection)
    pending[connection] = nil
  }

  private static let unknown = Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8)
}

private func withSocketAddress<Result>(
  _ address: inout sockaddr_in,
  _ work: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
) -> Result {
  withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { work($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
  }
}
