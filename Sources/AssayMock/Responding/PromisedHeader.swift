import AssayContract
import AssayJSON
import AssaySchema

/// What the mock sends as a header field that is promised, and that no example gives.
enum PromisedHeader {
  /// The value its schema names, or the simplest of its type.
  static func value(of header: HeaderPromise, in contract: Contract) -> String {
    let written = contract.schemas.view(at: header.schema.promise.pointer)?.sameValue() ?? []
    for view in written {
      let named = view["const"] ?? view["enum"]?[0] ?? view["examples"]?[0] ?? view["default"]
      if let named { return named.string ?? named.text }
    }
    let types = written.compactMap { $0["type"]?.string }
    let least = written.compactMap { $0["minimum"]?.number?.text }.first
    return switch types.first {
    case "integer", "number": least ?? "1"
    case "boolean": "true"
    default: "text"
    }
  }
}
