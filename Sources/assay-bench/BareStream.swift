import AssayHTTP
import CCurl

/// The event stream decoder on a bare transfer: measures the speed of events without judging.
final class BareStream {
  private let url: String
  private var decoder = ServerSentEventDecoder()
  private var count = 0

  init(url: String) { self.url = url }

  /// Reads the stream to its end; returns the number of events.
  func run() throws -> Int {
    guard let handle = curl_easy_init() else { return 0 }
    defer { curl_easy_cleanup(handle) }
    _ = assay_easy_set_string(handle, CURLOPT_URL, url)
    _ = assay_easy_set_string(handle, CURLOPT_PROXY, "")
    _ = assay_easy_set_pointer(handle, CURLOPT_WRITEDATA, Unmanaged.passUnretained(self).toOpaque())
    _ = assay_easy_set_write(handle, CURLOPT_WRITEFUNCTION) { pointer, size, count, context in
      guard let pointer, let context else { return 0 }
      let bytes = UnsafeRawBufferPointer(start: pointer, count: size * count)
      Unmanaged<BareStream>.fromOpaque(context).takeUnretainedValue().take(Array(bytes))
      return size * count
    }
    return curl_easy_perform(handle) == CURLE_OK ? count : 0
  }

  private func take(_ chunk: [UInt8]) { decoder.decode(chunk) { _ in count += 1 } }
}
