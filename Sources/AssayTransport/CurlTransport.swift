package import AssayHTTP

/// A transport that sends requests with libcurl: a few threads, reused connections, and every limit enforced by the
/// client.
///
/// It follows no redirects, sends no cookies and reads no `.netrc`: the receiver gets exactly what was received.
package final class CurlTransport: Transport {
  private let loops: [CurlEventLoop]

  package init(options: CurlOptions = CurlOptions()) {
    let threads = max(1, options.threads)
    var share = options
    share.connections = max(1, OpenFiles.connections(upTo: options.connections * threads) / threads)
    loops = (0..<threads).map { _ in CurlEventLoop(options: share) }
  }

  deinit { shutdown() }

  package var executors: [any TaskExecutor] { loops }

  /// The loop on whose thread the task runs; the first for a task that runs elsewhere.
  private var loop: CurlEventLoop {
    if loops.count == 1 { return loops[0] }
    let executor = withUnsafeCurrentTask { $0?.unownedTaskExecutor }
    return loops.first { $0.asUnownedTaskExecutor() == executor } ?? loops[0]
  }

  package func send(_ request: HTTPRequest, limits: TransferLimits, to receiver: any TransferReceiver) async
    -> TransferEnd
  {
    let transfer = CurlTransfer(request, limits: limits, receiver: receiver)
    let loop = loop
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        transfer.continuation = continuation
        if !loop.start(transfer) {
          continuation.resume(returning: TransferEnd(.cancelled, detail: CurlEventLoop.closed))
        }
      }
    } onCancel: {
      loop.cancel(transfer)
    }
  }

  /// Ends all transfers in progress as `.cancelled`, then the threads. Later requests end in the same way.
  package func shutdown() { for loop in loops { loop.close() } }
}
