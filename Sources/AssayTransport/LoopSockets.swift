import CCurl

/// The sockets of a loop's connections, by their local addresses.
///
/// libcurl hands a kept connection to any transfer and does not reliably name its socket: before version 8 not at all while
/// the request is about to leave.
final class LoopSockets {
  /// A local address: a connection that exists is the only one with its own.
  private struct Address: Hashable {
    var host: UInt64
    var port: CInt

    /// `nil` without a port, as with a socket of the file system.
    init?(_ host: UnsafePointer<CChar>?, _ port: CInt) {
      guard let host, port > 0 else { return nil }
      self.port = port
      // FNV-1a, so that no text is made for each request.
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      var cursor = host
      while cursor.pointee != 0 {
        hash = (hash ^ UInt64(UInt8(bitPattern: cursor.pointee))) &* 0x100_0000_01B3
        cursor += 1
      }
      self.host = hash
    }
  }

  private var sockets: [Address: CInt] = [:]

  /// Notes the socket of a new connection: the one of `tried` that has the local port.
  func note(_ tried: [CInt], host: UnsafePointer<CChar>?, port: CInt) {
    guard let address = Address(host, port) else { return }
    sockets[address] = tried.last { assay_socket_local_port($0) == port }
  }

  /// The socket of a kept connection.
  func socket(host: UnsafePointer<CChar>?, port: CInt) -> CInt? { Address(host, port).flatMap { sockets[$0] } }

  /// Returns true if bytes, the end or an error wait on a kept connection.
  func hasInput(host: UnsafePointer<CChar>?, port: CInt) -> Bool {
    guard let socket = socket(host: host, port: port) else { return false }
    return assay_socket_events(socket) != 0
  }
}
