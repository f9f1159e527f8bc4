import AssayContract
import AssayHTTP

extension ResponsePromise {
  /// The alternative that a request with the field `Accept` asks for (RFC 9110 section 12.5.1); `nil` where the usual answer
  /// will do as well, or nothing there is will do.
  func alternative(accepting accept: String?) -> ResponsePromise? {
    guard !alternatives.isEmpty, let accept else { return nil }
    for (range, _) in MediaType.ranges(accept).filter({ $0.weight > 0 }).enumerated().sorted(by: {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }).map(\.element) {
      let types = mediaTypes.filter { MediaType($0.name)?.matches(range) ?? false }.map(\.name)
      if let usual = mediaTypes.first?.name, types.contains(usual) { return nil }
      if let type = types.first { return alternatives.first { $0.content?.mediaRange == type } }
    }
    return nil
  }
}
