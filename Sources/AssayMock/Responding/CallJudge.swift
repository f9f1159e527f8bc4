import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON

/// Holds an app's request against what the contract says a request looks like.
struct CallJudge: Sendable {
  let contract: Contract

  /// What is wrong with `call`. `isGivenOut` tells of text the mock itself gave a client in place of a value of the right
  /// type, which the client is not to blame for sending back.
  func mistakes(in call: IncomingCall, isGivenOut: (String) -> Bool) -> [Finding] {
    []
  }
}
