package import AssayHTTP

/// A transport that sends requests with libcurl: one thread, reused connections, and every limit enforced by the
/// client.
///
/// It follows no redirects, sends no cookies and reads no `.netrc`: the receiver gets exactly what was received.
package final class CurlTransport: Transport {
  private let loop: CurlEventLoop

  package init(options: CurlOptions = CurlOptions()) { loop = CurlEventLoop(options: options) }

  deinit { loop.close() }

  package var executor: (any TaskExecutor)? { loop }

  package func send(_ request: HTTPRequest, limits: TransferLimits, to receiver: any TransferReceiver) async
    -> TransferEnd
  {
    let transfer = CurlTransfer(request, limits: limits, receiver: receiver)
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

  /// Ends all transfers in progress as `.cancelled`, then the thread. Later requests end in the same way.
  package func shutdown() { loop.close() }
}
