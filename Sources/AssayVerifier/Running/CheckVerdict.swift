import AssayContract
import AssayFindings
import AssayJudging

/// A check's result with its own findings.
struct CheckVerdict: Sendable {
  var result: CheckResult
  var findings: [Finding] = []

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

  /// The verdict with its status read off its findings, and nothing secret left in any sentence.
  func sealed(strict: Bool, vault: SecretVault) -> CheckVerdict {
    var sealed = hiding(vault)
    guard !findings.isEmpty else { return sealed }
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
    return sealed
  }

  /// The verdict without the secrets `vault` has by now.
  func hiding(_ vault: SecretVault) -> CheckVerdict {
    var hiding = self
    hiding.result.reason = vault.hide(result.reason)
    hiding.result.transcript = vault.hide(result.transcript)
    hiding.result.command = vault.hide(result.command)
    hiding.result.earlier = result.earlier.map(vault.hide)
    hiding.result.illustrations = result.illustrations.map { $0.mapTexts(vault.hide) }
    hiding.findings = findings.map { $0.mapTexts(vault.hide) }
    return hiding
  }
}
