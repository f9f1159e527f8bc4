/// How a mock is served.
package struct MockSettings: Sendable {
  /// The speed of streams.
  package enum Pace: String, Sendable, Hashable, CaseIterable {
    /// With the pauses the contract gives.
    case real
    /// With pauses of a millisecond.
    case fast
  }

  /// The port of each server by its name; 0, or none, for a free one.
  package var ports: [String: Int]
  /// The faults to play, by name.
  package var faults: [String]
  /// The oddities to play, by name.
  package var oddities: [String]
  package var pace: Pace
  /// The bytes of a file, named relative to the contract.
  package var files: @Sendable (String) -> [UInt8]?
  /// The version of Assay, for the result.
  package var version: String
  package var limits: ServerLimits

  package init(
    ports: [String: Int] = [:],
    faults: [String] = [],
    oddities: [String] = [],
    pace: Pace = .real,
    files: @escaping @Sendable (String) -> [UInt8]? = { _ in nil },
    version: String = "",
    limits: ServerLimits = ServerLimits()
  ) {
    self.ports = ports
    self.faults = faults
    self.oddities = oddities
    self.pace = pace
    self.files = files
    self.version = version
    self.limits = limits
  }
}

/// Why a mock cannot be served.
package enum MockError: Error, Hashable, Sendable {
  /// A fault, an oddity or a server is not known; with the nearest name that is.
  case unknown(kind: String, name: String, nearest: String?)
  /// Faults cannot be played together.
  case clash(FaultClash)
  case server(ServerError)
}

extension MockError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknown(let kind, let name, let nearest):
      "there is no \(kind) `\(name)`" + (nearest.map { "; did you mean `\($0)`?" } ?? "")
    case .clash(let clash): clash.description
    case .server(let error): error.description
    }
  }
}
