import AssayHTTP
import Synchronization

/// A backend that is a function of the call and of how often it was made.
final class Backend: Transport {
  enum Reply: Sendable {
    case answer(Int, String, [HTTPHeader] = [])
    case stream(String, TransferEnd.Reason, [HTTPHeader] = [])
    case end(TransferEnd.Reason)
    /// An answer whose connection is reset before its end.
    case broken(Int, String, [HTTPHeader])
    /// An answer without content that took its time.
    case late(Duration)
    /// A stream that the server does not end.
    case open(String)
  }

  private let reply: @Sendable (HTTPRequest, String, Int) async -> Reply
  private let made = Mutex<[String]>([])
  /// Whether what is waited for is reckoned and not slept: no time passes then, whatever else the machine does.
  let isInstant: Bool

  init(isInstant: Bool = false, _ reply: @escaping @Sendable (String, Int) async -> Reply) {
    self.isInstant = isInstant
    self.reply = { await reply($1, $2) }
  }

  /// One that goes by more of a request than method and path.
  init(seeing reply: @escaping @Sendable (HTTPRequest, String, Int) async -> Reply) {
    isInstant = false
    self.reply = reply
  }

  /// The calls by method and path, in the order they began.
  var calls: [String] { made.withLock { $0 } }

  func send(_ request: HTTPRequest, limits: TransferLimits, to receiver: any TransferReceiver) async -> TransferEnd {
    let call = "\(request.method) \(request.url.replacing("http://api.test", with: ""))"
    let count = made.withLock { made in
      made.append(call)
      return made.count { $0 == call }
    }
    switch await reply(request, call, count) {
    case .answer(let status, let body, let fields):
      let headers = fields + (body.isEmpty ? [] : [HTTPHeader("Content-Type", "application/json")])
      _ = receiver.receive(head: HTTPResponseHead(status: status, headers: headers), at: .zero)
      _ = receiver.receive(chunk: Array(body.utf8), at: .zero)
      return TransferEnd(.complete)
    case .stream(let text, let reason, let fields):
      let headers = [HTTPHeader("Content-Type", "text/event-stream")] + fields
      _ = receiver.receive(head: HTTPResponseHead(status: 200, headers: headers), at: .zero)
      _ = receiver.receive(chunk: Array(text.utf8), at: .zero)
      return TransferEnd(reason)
    case .open(let text):
      let headers = [HTTPHeader("Content-Type", "text/event-stream")]
      _ = receiver.receive(head: HTTPResponseHead(status: 200, headers: headers), at: .zero)
      if case .proceed = receiver.receive(chunk: Array(text.utf8), at: .zero) {
        return TransferEnd(.totalTimeout, timings: TransferTimings(connect: .zero, total: limits.total))
      }
      return TransferEnd(.stopped)
    case .broken(let status, let body, let headers):
      _ = receiver.receive(head: HTTPResponseHead(status: status, headers: headers), at: .zero)
      if !body.isEmpty { _ = receiver.receive(chunk: Array(body.utf8), at: .zero) }
      return TransferEnd(.reset)
    case .late(let time):
      _ = receiver.receive(head: HTTPResponseHead(status: 200, headers: []), at: time)
      return TransferEnd(.complete, timings: TransferTimings(connect: .zero, total: time))
    case .end(let reason): return TransferEnd(reason, timings: TransferTimings(connect: .zero, total: limits.total))
    }
  }
}
