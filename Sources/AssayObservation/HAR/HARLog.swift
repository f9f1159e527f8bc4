package import AssayJSON
package import AssayText

/// The contents of a HAR file: runs of Assay with all their observations, and entries recorded by other programs.
package struct HARLog: Sendable {
  /// The program that wrote the file, and its version.
  package var creator: String
  package var creatorVersion: String
  package var runs: [RecordedRun]
  /// The entries that belong to no run: those of a browser or a proxy.
  package var entries: [HAREntry]

  package init(creator: String = "Assay", creatorVersion: String, runs: [RecordedRun], entries: [HAREntry] = []) {
    self.creator = creator
    self.creatorVersion = creatorVersion
    self.runs = runs
    self.entries = entries
  }
}

/// A run of a contract against its backend, with all its observations.
package struct RecordedRun: Sendable {
  /// The `service` of the contract that was run.
  package var service: String
  /// The time at which the run began.
  package var started: DateTime
  package var duration: Duration
  /// The servers' addresses in the run, in the contract's order.
  package var servers: [Server]
  /// True if the run was interrupted; the record has the observations up to then.
  package var isInterrupted: Bool
  package var observations: [Observation]
  /// The number of recorded calls; `nil` if it is not in the file, such as after a different tool shortened it.
  package var recordedCalls: Int?
  /// The values of the contract's variables in the run, by name, without secrets.
  package var variables: [(name: String, value: JSONValue)] = []

  /// A server of the contract and its URL in the run.
  package struct Server: Hashable, Sendable {
    package var name: String
    package var url: String

    package init(name: String, url: String) {
      self.name = name
      self.url = url
    }
  }

  package init(
    service: String,
    started: DateTime,
    duration: Duration = .zero,
    servers: [Server] = [],
    isInterrupted: Bool = false,
    observations: [Observation] = []
  ) {
    self.service = service
    self.started = started
    self.duration = duration
    self.servers = servers
    self.isInterrupted = isInterrupted
    self.observations = observations
  }

  /// The number of calls in the run, each of which is an entry of the file.
  package var calls: Int { observations.map(\.calls).reduce(0, +) }
}
