import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation

/// Holds an app's call against what the contract says its request looks like.
struct CallJudge: Sendable {
  let contract: Contract

  /// What is wrong with `call`. `isGivenOut` tells of text the mock itself gave a client in place of a value of the right
  /// type, which the client is not to blame for sending back.
  func mistakes(in call: IncomingCall, isGivenOut: (String) -> Bool) -> [Finding] {
    let findings = RequestJudge(contract: contract, operation: call.operation).findings(for: call.received)
    return findings.compactMap { finding in
      if let slash = finding.location.firstIndex(of: "/"), let place = JSONPointer(String(finding.location[slash...])),
        let value = call.exchange.requestJSON?[place], isGivenOut(value.string ?? value.text)
      {
        return nil
      }
      var finding = finding
      finding.operation = call.operation.name
      finding.check = call.operation.name
      return finding
    }
  }
}
