package import AssayHTTP
import Synchronization

/// Takes a whole answer in, head and body.
package final class ResponseCollector: TransferReceiver {
  private struct State {
    var head: HTTPResponseHead?
    var body: [UInt8] = []
  }

  private let state = Mutex(State())

  package init() {}

  package func receive(head: HTTPResponseHead, at time: Duration) -> TransferFlow {
    state.withLock { $0.head = head }
    return .proceed
  }

  package func receive(chunk: [UInt8], at time: Duration) -> TransferFlow {
    state.withLock { state in
      if state.body.isEmpty { state.body = chunk } else { state.body += chunk }
    }
    return .proceed
  }

  /// What came so far; `nil` before the header section.
  package var response: HTTPResponse? {
    state.withLock { state in state.head.map { HTTPResponse(head: $0, body: state.body) } }
  }
}
