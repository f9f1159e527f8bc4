import AssayHTTP
import Synchronization

/// Takes a whole answer in, head and body.
final class ResponseCollector: TransferReceiver {
  private struct State {
    var head: HTTPResponseHead?
    var body: [UInt8] = []
  }

  private let state = Mutex(State())

  func receive(head: HTTPResponseHead, at time: Duration) -> TransferFlow {
    state.withLock { $0.head = head }
    return .proceed
  }

  func receive(chunk: [UInt8], at time: Duration) -> TransferFlow {
    state.withLock { state in
      if state.body.isEmpty { state.body = chunk } else { state.body += chunk }
    }
    return .proceed
  }

  /// What came so far; `nil` before the header section.
  var response: HTTPResponse? {
    state.withLock { state in state.head.map { HTTPResponse(head: $0, body: state.body) } }
  }
}
