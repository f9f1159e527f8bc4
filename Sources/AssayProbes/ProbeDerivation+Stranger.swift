import AssayContract
import AssayFindings
import AssayHTTP

/// The derivation of the probe that makes the call without credentials.
extension ProbeDerivation {
  mutating func addStranger() {
    guard let admission else { return }
    let documented = documentedRefusals.filter { response in [401, 403, 404].contains(where: response.status.matches) }
    let expectation = Probe.Expectation.refusal(documented, acceptedAt: admission.level)
    add("stranger", .mistake, "without credentials", .withoutCredentials, expectation, admission.promise)
  }

  /// The promise that the call needs credentials, and the level of the finding if it succeeds without them; the level
  /// is `nil` if that is not a finding. `nil` if the call needs no credentials.
  private var admission: (promise: Promise, level: Level?)? {
    let refusal = documentedRefusals.first { response in [401, 403].contains(where: response.status.matches) }
    let schemes = contract.security(of: step, operation)
    if let scheme = schemes.first?.scheme {
      // An alternative without a scheme lets everybody in; what a step says itself may be no credentials.
      let isOpen = step.call.security == nil && operation.security.contains(where: \.isEmpty)
      if isOpen || schemes.contains(where: { step.says($0.scheme) }) { return nil }
      return (scheme.promise, refusal?.promise.level ?? .should)
    }
    if let field = operation.request.headers.first(where: { HTTPHeader($0.name, "").isNamed("Authorization") }) {
      return field.isRequired || field.isFixed ? (field.promise, refusal?.promise.level) : nil
    }
    guard sendsCookie else { return nil }
    // Signing in takes no cookie, and is refused with a wrong password.
    let isFetch = operation.request.method.uppercased() == "GET"
    return (operation.promise, isFetch ? refusal?.promise.level : nil)
  }
}
