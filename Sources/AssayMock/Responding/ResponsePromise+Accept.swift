import AssayContract
import AssayHTTP

extension ResponsePromise {
  /// Returns the alternative that a request with the field `Accept` asks for (RFC 9110 section 12.5.1); `nil` if the
  /// usual response is as acceptable, or no response is acceptable. The usual response of a streaming operation is the
  /// stream, with any weight.
  func alternative(accepting accept: String?, besides stream: StreamFormat?) -> ResponsePromise? {
    guard !alternatives.isEmpty, let accept else { return nil }
    let usual = stream?.mediaType ?? mediaTypes.first?.name
    if stream != nil, let type = usual.flatMap({ MediaType($0) }),
      let asked = type.acceptance(by: accept), asked.weight > 0
    {
      return nil
    }
    for (range, _) in MediaType.ranges(accept).filter({ $0.weight > 0 }).enumerated().sorted(by: {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }).map(\.element) {
      let types = mediaTypes.map(\.name).filter { name in
        guard let type = MediaType(name), type.matches(range) else { return false }
        return type.acceptance(by: accept).map { $0.weight > 0 } ?? false
      }
      if let usual, types.contains(usual) { return nil }
      if let type = types.first { return alternatives.first { $0.content?.mediaRange == type } }
    }
    return nil
  }
}
