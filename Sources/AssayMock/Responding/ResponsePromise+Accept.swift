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
      MediaType.ranges(accept).contains(where: { $0.weight > 0 && type.matches($0.range) })
    {
      return nil
    }
    for (range, _) in MediaType.ranges(accept).filter({ $0.weight > 0 }).enumerated().sorted(by: {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }).map(\.element) {
      let types = mediaTypes.filter { MediaType($0.name)?.matches(range) ?? false }.map(\.name)
      if let usual, types.contains(usual) { return nil }
      if let type = types.first { return alternatives.first { $0.content?.mediaRange == type } }
    }
    return nil
  }
}
