import Foundation

/// Two sockets of this process that are connected with each other.
package enum SocketPair {
  /// The system could make no sockets.
  package struct Failure: Error { package var code: CInt }

  /// Returns the descriptors of both ends, which the caller closes.
  package static func make() throws -> (CInt, CInt) {
    var ends: [CInt] = [0, 0]
    #if canImport(Darwin)
      let result = socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
    #else
      let result = socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends)
    #endif
    guard result == 0 else { throw Failure(code: errno) }
    return (ends[0], ends[1])
  }
}
