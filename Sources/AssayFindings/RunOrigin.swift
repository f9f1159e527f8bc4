/// The environment, the state of the contract and the CI job of a run.
public struct RunOrigin: Sendable, Hashable, Codable {
  /// The environment of the contract or the project file, by its name; empty without one.
  public var environment: String
  /// The commit that is checked out in the Git repository around the contract, in hexadecimal; empty without one.
  public var commit: String
  /// The URL of the CI job; empty outside of one.
  public var job: String

  /// Makes an origin; empty texts are unknown.
  public init(environment: String = "", commit: String = "", job: String = "") {
    self.environment = environment
    self.commit = commit
    self.job = job
  }

  /// True if nothing is known.
  public var isEmpty: Bool { self == RunOrigin() }
}
