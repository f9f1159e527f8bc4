import AssayContract
import AssayProbes
import AssayText
import AssayVerifier

extension ConformanceSuite {
  /// A call that would be made in addition to those of the scenarios.
  public struct PlannedProbe: Sendable, Hashable {
    /// The id of the probe's check.
    public let id: String
    /// The kind of the probe: `choice`, `value`, `mistake`, `method`, `job`.
    public let kind: String
    /// The promise about the probe's answer, in a sentence.
    public let promise: String
    /// The level of a finding if the promise is broken.
    public let level: String
  }

  /// The probes of a contract.
  public struct ProbeList: Sendable, Hashable {
    /// The probes that would be made, in order.
    public let probes: [PlannedProbe]
    /// The number of probes left out because there are too many.
    public let cut: Int
    /// The operations that are not probed, each with the reason in a sentence.
    public let unprobed: [String]
    /// The number of all calls, including those that the probes need; of a poll only the first counts.
    public let calls: Int
    /// The longest time for which probes wait for jobs, one after another.
    public let waiting: Duration
  }

  /// Returns the probes that a verification with `options` would make, by default settings if ``VerifyOptions/probes``
  /// is `nil`. Nothing is sent.
  public func probes(_ options: VerifyOptions = VerifyOptions()) -> ProbeList {
    let plan = ProbePlan(
      contract: contract,
      settings: settings(options),
      probes: ProbeSettings(options.probes ?? ProbeOptions())
    )
    let probes = plan.probes.compactMap { check, step -> PlannedProbe? in
      guard let probe = step.probe, let operation = contract.operation(named: step.operation) else { return nil }
      return PlannedProbe(
        id: check.id,
        kind: probe.kind.rawValue,
        promise: probe.sentence(of: operation),
        level: probe.level.rawValue
      )
    }
    let unprobed = plan.unprobed.map { "\($0.operation) is not probed: \($0.reason)" }
    let settings = settings(options)
    return ProbeList(
      probes: probes,
      cut: plan.count - probes.count,
      unprobed: unprobed,
      calls: plan.runs.reduce(0) { $0 + $1.steps.count },
      waiting: plan.probes.reduce(.zero) { $0 + contract.waiting(for: $1.step, settings) }
    )
  }

  /// Returns the checks of a run of `contract`. `isOurs` is false for the recording of a browser or a proxy, for which
  /// no probes are planned.
  func plan(of contract: Contract, _ options: VerifyOptions, isOurs: Bool = true) -> Plan {
    let settings = settings(options)
    var plan = Plan(contract: contract, settings: settings)
    if let probes = options.probes, isOurs {
      let probes = ProbePlan(contract: contract, settings: settings, probes: ProbeSettings(probes))
      plan.add(probes.runs, of: contract, settings)
    }
    return plan
  }
}

extension ProbeSettings {
  fileprivate init(_ options: ProbeOptions) {
    self.init(most: max(1, options.most), seed: options.seed, isUnsafe: options.isUnsafe)
  }
}

extension Contract {
  /// Returns the longest time for which a probe waits for its job; zero if it waits for none.
  fileprivate func waiting(for step: Step, _ settings: RunSettings) -> Duration {
    guard case .end? = step.probe?.expectation, let operation = operation(named: step.operation) else { return .zero }
    return settings.longestWait(for: operation)
  }
}
