import CCurl

/// The sockets of a loop's connections, by their local addresses.
///
/// Libcurl passes a kept connection to any transfer and does not reliably name its socket: before version 8, not at all
/// while the request is about to be sent.
final class LoopSockets {
  /// A local address, which is unique among existing connections.
  private struct Address: Hashable {
    var host: UInt64
    var port: CInt

    /// Returns `nil` without a port, for example for a Unix domain socket.
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

  /// Stores the socket of a new connection under its local address: the socket of `tried` that has the local port.
  func note(_ tried: [CInt], host: UnsafePointer<CChar>?, port: CInt) {
    guard let address = Address(host, port) else { return }
    sockets[address] = tried.last { assay_socket_local_port($0) == port }
  }

  /// Returns the socket of the kept connection with this local address; `nil` if it is not known.
  func socket(host: UnsafePointer<CChar>?, port: CInt) -> CInt? { Address(host, port).flatMap { sockets[$0] } }

  /// Returns true if a kept connection has unread data, was closed by the peer, or has an error.
  func hasInput(host: UnsafePointer<CChar>?, port: CInt) -> Bool {
    guard let socket = socket(host: host, port: port) else { return false }
    return assay_socket_events(socket) != 0
  }
}
