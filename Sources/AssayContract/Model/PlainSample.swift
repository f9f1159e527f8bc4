import AssayHTTP

extension ResponsePromise {
  /// The least that keeps what is promised of the media type and of a body no schema describes; empty where nothing is said of
  /// either. What has to match a pattern it may not match: ``isKept(by:)`` tells.
  package var plainSample: PlainSample {
    guard let range = content?.mediaRange else {
      return text == nil ? .empty : PlainSample(contentType: PlainSample.empty.contentType, text: PlainSample.word)
    }
    let type = PlainSample.mediaType(in: range)
    return PlainSample(contentType: type, text: MediaType(type).map { PlainSample.text(of: $0) } ?? PlainSample.word)
  }

  /// Returns true if a body of `sample` matches the promise about a text.
  package func isKept(by sample: PlainSample) -> Bool {
    guard let text else { return true }
    // The only sample that is JSON is made for a media type that says so.
    let isJSON = MediaType(sample.contentType)?.isJSON ?? false
    return !(isJSON && text.notJSON != nil) && text.patterns.allSatisfy { $0.matches(sample.text) }
  }
}

/// A body that says nothing but of which media type it is.
package struct PlainSample: Hashable, Sendable {
  package var contentType: String
  package var text: String

  /// The sample for a call about which only its success is documented.
  package static let empty = PlainSample(contentType: "text/plain; charset=utf-8", text: "")
  static let word = "mock"

  /// A media type that `range` takes in; any other text is one (RFC 9110 section 12.5.1).
  package static func mediaType(in range: String) -> String {
    guard let type = MediaType(range), type.subtype == "*" else { return range }
    switch type.type {
    case "image": return "image/png"
    case "audio": return "audio/wav"
    case "video": return "video/mp4"
    case "font": return "font/woff2"
    case "text", "*": return "text/plain"
    default: return "\(type.type)/octet-stream"
    }
  }

  fileprivate static func text(of type: MediaType) -> String {
    if type.isJSON { return "{}" }
    if type.subtype == "xml" || type.subtype.hasSuffix("+xml") { return "<\(word)/>" }
    return type.subtype == "html" ? "<!doctype html><title>\(word)</title>" : word
  }
}
