import AssayContract
import AssayHTTP
import AssayJSON

/// The values the mock sends for a header field that is promised and has no example.
enum PromisedHeader {
  /// Returns the value for a promised header field: the one that its schema prescribes, or the simplest valid one. If
  /// the schema has no text value, it is `text`.
  static func value(of header: HeaderPromise, in contract: Contract) -> String {
    contract.sampleText(of: header) ?? "text"
  }

  /// Returns the media type that the promised `Content-Type` field requires, if `reply` has a different one; `nil` if
  /// the field is valid, or `content` does not allow the required type.
  static func contentType(of reply: Reply, _ promise: ResponsePromise, in contract: Contract) -> String? {
    guard let header = promise.headers.first(where: { HTTPHeader($0.name, "").isNamed("Content-Type") }),
      let usual = reply.headers["Content-Type"], !ScalarText.violations(of: usual, header.schema.schema).isEmpty,
      let type = contract.sampleText(of: header).flatMap({ MediaType($0) == nil ? nil : $0 })
    else { return nil }
    guard let range = promise.content?.mediaRange else { return type }
    return MediaType(type)?.matches(range) == true ? type : nil
  }
}
