import AssayHTTP

extension ResponsePromise {
  /// A minimal body, with the promised media type. It is a word if the contract makes a promise about a text, and empty
  /// without such a promise. It may not match a promised pattern: see ``isKept(by:)``.
  package var plainSample: PlainSample {
    guard let range = content?.mediaRange else {
      return text == nil ? .empty : PlainSample(contentType: PlainSample.empty.contentType, text: PlainSample.word)
    }
    let type = PlainSample.mediaType(in: range)
    return PlainSample(contentType: type, text: MediaType(type).map { PlainSample.text(of: $0) } ?? PlainSample.word)
  }

  /// Returns true if `sample` as the body keeps the promise about a body that is not JSON, or if the contract makes no
  /// such promise.
  package func isKept(by sample: PlainSample) -> Bool {
    guard let text else { return true }
    // The only sample that is JSON is made for a media type that says so.
    let isJSON = MediaType(sample.contentType)?.isJSON ?? false
    return !(isJSON && text.notJSON != nil) && text.patterns.allSatisfy { $0.matches(sample.text) }
  }
}

/// A minimal body of a certain media type.
package struct PlainSample: Hashable, Sendable {
  package var contentType: String
  package var text: String

  /// The empty sample, for a call whose documents promise nothing about its body.
  package static let empty = PlainSample(contentType: "text/plain; charset=utf-8", text: "")
  static let word = "mock"

  /// Returns a media type within `range` (RFC 9110 section 12.5.1); a text that is not a range is returned unchanged.
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
    if type.isXML { return "<\(word)/>" }
    return type.subtype == "html" ? "<!doctype html><title>\(word)</title>" : word
  }
}
