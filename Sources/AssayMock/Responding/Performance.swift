import AssayContract
import AssayHTTP
import AssayJSON
import AssayObservation

/// One call while it is answered.
struct Performance {
  let call: IncomingCall
  let play: OperationPlay
  let count: Int
  var scope: Scope
  /// The resource the call's variables belong to.
  var own: OwnResource?
  /// What the client will see.
  var exchange: Exchange?

  init(call: IncomingCall, play: OperationPlay, count: Int, scope: Scope) {
    self.call = call
    self.scope = scope
    self.play = play
    self.count = count
  }

  var operation: Operation { call.operation }

  /// What tells the resource at hand from others.
  var resourceName: String { own.map { "\($0.kind) \($0.key)" } ?? call.exchange.request.url }
}

/// What an operation's answers are made from, found once.
struct OperationPlay: Sendable {
  let operation: Operation
  /// The response a successful call gets.
  let success: ResponsePromise?
  /// The kinds of resources its templates list, in the contract's order.
  let listed: [String]

  init(_ operation: Operation, contract: Contract) {
    self.operation = operation
    let successes = operation.responses.filter(\.status.isSuccess)
    success =
      successes.first { $0.example != nil } ?? successes.first
      ?? operation.responses.first { $0.status == .default }
    let text = contract.document.root[operation.promise.pointer]?.text ?? ""
    let kinds = contract.operations.compactMap { $0.mock?.creates }
    listed =
      text.contains("$resources") ? kinds.enumerated().filter { kinds.firstIndex(of: $1) == $0 }.map(\.element) : []
  }

  /// The status of a successful answer.
  var status: Int {
    switch success?.status {
    case .exact(let code)?: code
    case .class(let digit)?: digit * 100
    case .default?, nil: 200
    }
  }
}

/// The resource a call makes, or the first it uses, while the call is answered.
struct OwnResource {
  let kind: String
  /// The key it was looked up under; empty for one that is being made.
  let key: String
  let isNew: Bool
  var resource: MockResource
}
