import AssayContract
import AssayJSON

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
