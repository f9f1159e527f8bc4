#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Listening sockets that only this machine reaches, with a port the system picks.
enum LoopbackSocket {
  struct Failure: Error { let code: CInt }

  /// A socket on 127.0.0.1 that listens, and its port.
  static func listen(backlog: CInt) throws -> (socket: CInt, port: UInt16) {
    let (socket, port) = try bound()
    guard systemListen(socket, backlog) == 0 else { throw Failure(code: errno) }
    return (socket, port)
  }

  /// A socket that has a port and does not listen: whoever connects is refused, and nobody else gets the port.
  static func bound() throws -> (socket: CInt, port: UInt16) {
    let descriptor = try stream(AF_INET)
    var address = loopback(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 ? getsockname(descriptor, address, &size) : -1
      }
    }
    guard result == 0 else { throw Failure(code: errno) }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// A connection to what listens at `port`.
  static func connected(toPort port: UInt16) throws -> CInt {
    let descriptor = try stream(AF_INET)
    var address = loopback(port)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(code: errno) }
    return descriptor
  }

  /// A Unix domain socket that listens at `path`.
  static func listen(path: String) throws -> CInt {
    let descriptor = try stream(AF_UNIX)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0, systemListen(descriptor, 64) == 0 else { throw Failure(code: errno) }
    return descriptor
  }

  static func close(_ socket: CInt) { _ = systemClose(socket) }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return address
  }

  private static func stream(_ family: CInt) throws -> CInt {
    #if canImport(Darwin)
      let descriptor = socket(family, SOCK_STREAM, 0)
    #else
      let descriptor = socket(family, CInt(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw Failure(code: errno) }
    return descriptor
  }
}

// Outside the type, whose own functions of these names would hide the system's.
private func systemListen(_ socket: CInt, _ backlog: CInt) -> CInt { listen(socket, backlog) }
private func systemClose(_ socket: CInt) -> CInt { close(socket) }
