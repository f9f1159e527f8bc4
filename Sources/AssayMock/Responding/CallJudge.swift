import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging

/// Holds an app's call against what the contract says its request looks like.
struct CallJudge: Sendable {
  let contract: Contract

  /// What is wrong with `call`. `isGivenOut` tells of text the mock itself gave a client in place of a value of the right
  /// type: the client is not to blame for sending it back, and it is taken as what it stands for.
  func mistakes(in call: inout IncomingCall, isGivenOut: (String) -> Bool) -> [Finding] {
    var mistakes: [Finding] = []
    for var finding in RequestJudge(contract: contract, operation: call.operation).findings(for: call.received) {
      if let value = call.value(at: finding.location), isGivenOut(value) {
        call.replace(at: finding.location, by: value)
        continue
      }
      finding.operation = call.operation.name
      finding.check = call.operation.name
      mistakes.append(finding)
    }
    return mistakes
  }
}
