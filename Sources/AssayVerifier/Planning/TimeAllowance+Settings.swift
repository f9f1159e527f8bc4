import AssayContract
import AssayObservation
import AssayText

extension TimeAllowance {
  /// The time a stream or poll is given: the contract's, or the run's cap where that is shorter.
  init(within: TimeLimit?, otherwise: Duration, settings: RunSettings) {
    let allowed = within?.duration ?? otherwise
    guard let maxWait = settings.maxWait, maxWait < allowed else {
      self.init(total: allowed)
      return
    }
    self.init(total: maxWait, cap: "--max-wait \(maxWait.written)")
  }
}
