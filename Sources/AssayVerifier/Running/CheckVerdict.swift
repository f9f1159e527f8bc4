import AssayContract
import AssayFindings
import AssayJudging
import AssayLint
import AssayText

/// A check's result with its own findings.
struct CheckVerdict: Sendable {
  var result: CheckResult
  var findings: [Finding] = []
  /// What of its promises was held against something.
  var judged = Judged()

  /// A check that was not run.
  static func skipped(_ check: Plan.Check, _ step: Step, _ reason: String, _ contract: Contract) -> CheckVerdict {
    CheckVerdict(
      result: CheckResult(
        id: check.id,
        operation: check.operation,
        scenario: check.scenario,
        status: .skipped,
        reason: reason,
        place: contract.place(of: step.promise)
      )
    )
  }

  /// The verdict with its status read off its findings and what was in the way of others, and nothing secret left in any
  /// sentence.
  func sealed(_ fates: CheckFates, in table: PromiseTable?, strict: Bool, vault: SecretVault) -> CheckVerdict {
    var sealed = hiding(vault)
    for index in sealed.findings.indices {
      sealed.findings[index].check = result.id
      if sealed.findings[index].operation.isEmpty, !sealed.findings[index].isAboutServer {
        sealed.findings[index].operation = result.operation
      }
    }
    if result.status == .passed {
      switch findings.map(\.level).max() {
      case .must: sealed.result.status = .failed
      case .should: sealed.result.status = strict ? .failed : .warned
      case .may, nil: break
      }
    }
    if let table { sealed.note(fates, in: table, strict: strict, vault) }
    return sealed
  }

  /// A check is not green while something it had to judge could not be.
  private mutating func note(_ fates: CheckFates, in table: PromiseTable, strict: Bool, _ vault: SecretVault) {
    let limit = strict ? Level.should : .must
    guard let level = fates.mostBlocked, level >= limit, let obstacle = fates.obstacle(in: table) else { return }
    let isJudged = zip(fates.positions, fates.fates).contains { position, fate in
      fate != .blocked && fate != .vacuous && table.promises[position].level == .must
    }
    result.isBlocked = !isJudged
    guard result.status != .failed, result.status != .error else { return }
    let isSkipped = result.status == .skipped
    result.status = .error
    guard !isSkipped || result.reason.isEmpty else { return }
    let promises = "\(obstacle.count.counted("\(level.rawValue)")) could not be judged"
    result.reason = vault.hide("\(promises): \(obstacle.reason)")
  }

  /// The verdict without the secrets `vault` has by now.
  func hiding(_ vault: SecretVault) -> CheckVerdict {
    if vault.isEmpty { return self }
    var hiding = self
    hiding.result = result.hiding(vault)
    hiding.findings = findings.map { $0.mapTexts(vault.hide) }
    return hiding
  }
}

extension CheckResult {
  /// The result without the secrets `vault` has by now.
  func hiding(_ vault: SecretVault) -> CheckResult {
    var hiding = self
    hiding.reason = vault.hide(reason)
    hiding.transcript = vault.hide(transcript)
    hiding.command = vault.hide(command)
    hiding.earlier = earlier.map(vault.hide)
    hiding.illustrations = illustrations.map { $0.mapTexts(vault.hide) }
    return hiding
  }
}
