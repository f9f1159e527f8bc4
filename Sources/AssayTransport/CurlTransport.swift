package import AssayHTTP

/// Carries requests over libcurl: one thread, connections kept and used again, every limit enforced from this side.
///
/// It follows no redirect, sends no cookie and reads no `.netrc`: what the wire shows is what the receiver gets.
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

  /// Ends every transfer under way as `.cancelled`, then the thread. What is sent afterwards ends the same way.
  package func shutdown() { loop.close() }
}
