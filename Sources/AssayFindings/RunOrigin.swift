/// The origin of a run: the environment, the commit of the contract, and the CI job.
public struct RunOrigin: Sendable, Hashable, Codable {
  /// The name of the environment, from the contract or the project file; empty if absent.
  public var environment: String
  /// The checked-out commit of the Git repository that contains the contract, in hexadecimal; empty if absent.
  public var commit: String
  /// The URL of the CI job; empty outside of CI.
  public var job: String

  /// Makes an origin; an empty text means that the value is not known.
  public init(environment: String = "", commit: String = "", job: String = "") {
    self.environment = environment
    self.commit = commit
    self.job = job
  }

  /// True if nothing is known.
  public var isEmpty: Bool { self == RunOrigin() }
}
