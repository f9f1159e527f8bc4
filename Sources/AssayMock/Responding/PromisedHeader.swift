import AssayContract
import AssayHTTP
import AssayJSON

/// The values the mock sends for a header field that is promised and has no example.
enum PromisedHeader {
  /// The value its schema names, or the simplest it allows; a word where it asks for none that is one.
  static func value(of header: HeaderPromise, in contract: Contract) -> String {
    contract.sampleText(of: header) ?? "text"
  }

  /// The media type that a field `Content-Type` is promised to name, where `reply` names another; `nil` where it is in order, or
  /// `content` allows none.
  static func contentType(of reply: Reply, _ promise: ResponsePromise, in contract: Contract) -> String? {
    guard let header = promise.headers.first(where: { HTTPHeader($0.name, "").isNamed("Content-Type") }),
      let usual = reply.headers["Content-Type"], !ScalarText.violations(of: usual, header.schema.schema).isEmpty,
      let type = contract.sampleText(of: header).flatMap({ MediaType($0) == nil ? nil : $0 })
    else { return nil }
    guard let range = promise.content?.mediaRange else { return type }
    return MediaType(type)?.matches(range) == true ? type : nil
  }
}
