import AssayHTTP
import Synchronization

/// A receiver that keeps what it was handed, and answers each piece as it was told to.
final class Recorder: TransferReceiver {
  struct Record {
    var heads: [HTTPResponseHead] = []
    var chunks: [[UInt8]] = []
    var times: [Duration] = []
  }

  private let record = Mutex(Record())
  private let flow: @Sendable (Record) -> TransferFlow

  init(_ flow: @escaping @Sendable (Record) -> TransferFlow = { _ in .proceed }) {
    self.flow = flow
  }

  var heads: [HTTPResponseHead] { record.withLock { $0.heads } }
  var head: HTTPResponseHead? { heads.first }
  var chunks: [[UInt8]] { record.withLock { $0.chunks } }
  var times: [Duration] { record.withLock { $0.times } }
  var body: String { String(decoding: chunks.joined(), as: UTF8.self) }
  var size: Int { chunks.reduce(0) { $0 + $1.count } }

  func receive(head: HTTPResponseHead, at time: Duration) -> TransferFlow {
    record.withLock { record in
      record.heads.append(head)
      record.times.append(time)
      return flow(record)
    }
  }

  func receive(chunk: [UInt8], at time: Duration) -> TransferFlow {
    record.withLock { record in
      record.chunks.append(chunk)
      record.times.append(time)
      return flow(record)
    }
  }
}

extension HTTPRequest {
  static func get(_ url: String, _ headers: [HTTPHeader] = []) -> HTTPRequest {
    HTTPRequest(method: "GET", url: url, headers: headers)
  }
}
