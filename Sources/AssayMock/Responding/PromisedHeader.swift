import AssayContract
import AssayHTTP
import AssayJSON

/// What the mock sends as a header field that is promised, and that no example gives.
enum PromisedHeader {
  /// The value its schema names, or the simplest it allows; a word where it asks for none that is one.
  static func value(of header: HeaderPromise, in contract: Contract) -> String {
    contract.sampleText(of: header) ?? "text"
  }
}
