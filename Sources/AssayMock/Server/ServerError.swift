/// Why a server could not begin.
package enum ServerError: Error, Hashable, Sendable {
  /// A port could not be listened on, and what the system said.
  case port(Int, String)
  case system(String)
}

extension ServerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .port(let port, let reason): "port \(port) cannot be listened on: \(reason)"
    case .system(let reason): "the server cannot begin: \(reason)"
    }
  }
}
