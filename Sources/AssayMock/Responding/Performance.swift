import AssayContract
import AssayHTTP
import AssayObservation

/// One call while it is answered.
struct Performance {
  let call: IncomingCall
  let play: OperationPlay
  let count: Int
  var scope = Scope()
  /// The resource the call's variables belong to.
  var own: OwnResource?
  /// What the client will see.
  var exchange: Exchange?

  init(call: IncomingCall, play: OperationPlay, count: Int) {
    self.call = call
    self.play = play
    self.count = count
  }

  var operation: Operation { call.operation }

  /// What tells the resource at hand from others.
  var resourceName: String { own.map { "\($0.kind) \($0.key)" } ?? call.exchange.request.url }
}
