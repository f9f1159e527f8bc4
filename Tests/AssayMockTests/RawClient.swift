import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A client of bytes: sends what it is told and gives back what came, whatever HTTP says.
struct RawClient {
  private let descriptor: CInt

  init(port: Int) throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      #if canImport(Darwin)
        let count = bytes[sent...].withUnsafeBytes { Darwin.send(descriptor, $0.baseAddress, $0.count, 0) }
      #else
        let count = bytes[sent...].withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
        }
      #endif
      guard count > 0 else { return }
      sent += count
    }
  }

  func finishSending() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// One read: what came, empty at the end, `nil` for a reset or a time-out.
  func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count < 0 ? nil : Array(buffer.prefix(count))
  }

  /// Everything up to the connection's end, and whether that was orderly.
  func readToEnd() -> (text: String, isOrderly: Bool) {
    var bytes: [UInt8] = []
    while let piece = read() {
      if piece.isEmpty { return (String(decoding: bytes, as: UTF8.self), true) }
      bytes += piece
    }
    return (String(decoding: bytes, as: UTF8.self), false)
  }

  /// What comes until it holds `end`.
  func read(until end: String) -> String {
    var bytes: [UInt8] = []
    while !String(decoding: bytes, as: UTF8.self).contains(end), let piece = read(), !piece.isEmpty { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  func disconnect() { close(descriptor) }
}
