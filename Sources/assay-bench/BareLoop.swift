import CCurl
import Foundation

/// The baseline that Assay is measured against: the same libcurl in a bare loop, which reads every answer and judges
/// none.
struct BareLoop {
  let url: String
  let count: Int
  /// The number of requests in progress at once.
  let width: Int

  /// Makes all requests over kept connections; returns the number of complete responses with status 200.
  func run() -> Int {
    guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let multi = curl_multi_init() else { return 0 }
    defer { curl_multi_cleanup(multi) }
    let handles = (0..<min(width, count)).compactMap { _ in handle() }
    defer { for handle in handles { curl_easy_cleanup(handle) } }
    for handle in handles { curl_multi_add_handle(multi, handle) }
    var begun = handles.count
    var whole = 0
    var running = CInt(handles.count)
    while running > 0 {
      curl_multi_perform(multi, &running)
      var left: CInt = 0
      while let message = curl_multi_info_read(multi, &left)?.pointee {
        guard message.msg == CURLMSG_DONE, let handle = message.easy_handle else { continue }
        var status = 0
        _ = assay_easy_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
        if message.data.result == CURLE_OK, status == 200 { whole += 1 }
        curl_multi_remove_handle(multi, handle)
        guard begun < count else { continue }
        begun += 1
        running += 1
        curl_multi_add_handle(multi, handle)
      }
      if running > 0 { curl_multi_poll(multi, nil, 0, 1_000, nil) }
    }
    return whole
  }

  private func handle() -> UnsafeMutableRawPointer? {
    guard let handle = curl_easy_init() else { return nil }
    _ = assay_easy_set_string(handle, CURLOPT_URL, url)
    _ = assay_easy_set_string(handle, CURLOPT_PROXY, "")
    _ = assay_easy_set_write(handle, CURLOPT_WRITEFUNCTION) { _, size, count, _ in size * count }
    return handle
  }
}
