package import AssayContract
package import AssayObservation
package import AssayText

/// A recording laid beside a contract, ready to be judged by it.
package struct Replay: Sendable {
  /// The contract; where the recording is not one of ours, with one scenario made of what was recorded.
  package let contract: Contract
  /// When the recorded run began; 1970 where the recording does not say.
  package let started: DateTime
  /// The entries that mean no operation of the contract, or that nothing can be said of.
  package let unjudged: [UnjudgedEntry]
  /// What a browser or a proxy kept that nobody else may read; a recording of ours holds tokens in their place.
  package let secrets: [Secret]
  /// Where the recorded run found its servers.
  let servers: [String: String]
  let source: ReplaySource

  /// Takes the runs of `contract` from `log`, or, where it holds none of ours, matches its entries to operations.
  ///
  /// `servers` are the URLs that replace the contract's, by name, as they were when the entries were recorded.
  package init(of log: HARLog, against contract: Contract, servers: [String: String] = [:]) {
    if log.runs.isEmpty {
      let matched = EntryMatcher(contract: contract, servers: servers).match(log.entries)
      var replayed = contract
      replayed.scenarios = [matched.scenario]
      let secrets = RecordedSecrets.all(in: log.entries, of: contract, matched.run)
      self.init(matched.run, replayed, servers, unjudged: matched.unjudged, secrets: secrets)
    } else {
      // A file of other contracts' runs holds nothing of this one: no check of it is in the recording.
      let run = log.runs.last { $0.service == contract.service }
      let urls = Dictionary((run?.servers ?? []).map { ($0.name, $0.url) }) { first, _ in first }
      let nothing = RecordedRun(service: contract.service, started: DateTime(millisecondsSinceEpoch: 0))
      self.init(run ?? nothing, contract, urls, unjudged: [])
    }
  }

  private init(
    _ run: RecordedRun,
    _ contract: Contract,
    _ servers: [String: String],
    unjudged: [UnjudgedEntry],
    secrets: [Secret] = []
  ) {
    self.contract = contract
    self.secrets = secrets
    self.servers = servers
    self.unjudged = unjudged
    started = run.started
    source = ReplaySource(run)
  }
}
