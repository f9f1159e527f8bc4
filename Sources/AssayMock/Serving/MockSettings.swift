import AssayText

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
  /// The legal variations to play, by name.
  package var variations: [String]
  package var pace: Pace
  /// The bytes of a file, named relative to the contract.
  package var files: @Sendable (String) -> [UInt8]?
  /// The version of Assay, for the result.
  package var version: String
  package var limits: ServerLimits

  package init(
    ports: [String: Int] = [:],
    variations: [String] = [],
    pace: Pace = .real,
    files: @escaping @Sendable (String) -> [UInt8]? = { _ in nil },
    version: String = "",
    limits: ServerLimits = ServerLimits()
  ) {
    self.ports = ports
    self.variations = variations
    self.pace = pace
    self.files = files
    self.version = version
    self.limits = limits
  }
}

/// Why a mock cannot be served.
package enum MockError: Error, Hashable, Sendable {
  /// A fault, a legal variation or a server is not known; with the nearest name that is.
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

/// Faults that cannot be played together, and why.
package struct FaultClash: Error, Hashable, Sendable {
  /// Their names; there would be no clash without any one of them.
  package var faults: [String]
  /// Why, as a clause.
  package var reason: String

  package init(faults: [String], reason: String) {
    self.faults = faults
    self.reason = reason
  }
}

extension FaultClash: CustomStringConvertible {
  package var description: String { "\(faults.quoted.all) cannot be played together: \(reason)" }
}
