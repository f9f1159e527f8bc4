import AssayHTTP
import AssayJSON
import AssayObservation
import AssaySecrets
import AssayText

/// A value that an answer gives its client to send again, outside a JSON body: a cookie, a header field, a hidden field
/// of a form, a `<meta>` tag.
struct GivenValue: Sendable {
  var name: String
  var value: String
  /// The expression that reads the value from the answer.
  var expression: String
  /// The header field or the tag that holds the value.
  var source: Source

  enum Source: Hashable, Sendable {
    case header(String)
    case tag(String)
  }

  /// The shortest value that is found again in a request.
  static let shortest = 8

  /// True if the value is a cookie.
  var isCookie: Bool { source == .header("Set-Cookie") }
  /// The end of a reference to the captured value: a match has the value in its first group.
  var suffix: String { expression.hasPrefix("groups") ? "#/1" : "" }

  /// Returns the values that a response gives.
  static func all(in call: RecordedCall) -> [GivenValue] {
    guard let response = call.exchange.response, !call.isRefused else { return [] }
    var values: [GivenValue] = []
    for header in response.head.headers {
      if header.isNamed("Set-Cookie") {
        guard let (name, value) = pairs(header.value).first else { continue }
        let pattern = #"(?:^|, )\#(Self.pattern(name))=([^;,]*)"#
        values.append(.init(pattern, "$response.header.Set-Cookie", name, value, .header("Set-Cookie")))
      } else if Credentials.isSecret(header.name), header.name.isFieldName {
        let expression = "$response.header.\(header.name)"
        values.append(
          GivenValue(name: header.name, value: header.value, expression: expression, source: .header(header.name))
        )
      }
    }
    if response.head.mediaType?.subtype == "html", let page = String(validating: response.body, as: UTF8.self) {
      values += tags(page)
    }
    return values
  }

  private init(_ pattern: String, _ text: String, _ name: String, _ value: String, _ source: Source) {
    self.init(name: name, value: value, expression: "groups(\(text), \(JSONEscapes.quote(pattern)))", source: source)
  }

  private init(name: String, value: String, expression: String, source: Source) {
    (self.name, self.value, self.expression, self.source) = (name, value, expression, source)
  }

  /// Returns the hidden fields and `<meta>` tags of a page that hold a value.
  private static func tags(_ page: String) -> [GivenValue] {
    page.split(separator: "<").compactMap { part in
      guard part.hasPrefix("input") || part.hasPrefix("meta"), let end = part.firstIndex(of: ">") else { return nil }
      let text = "<\(part[...end])"
      guard let tag = MarkupTag(text), let name = tag.attributes["name"],
        tag.name == "meta"
          || tag.attributes["type"] == "hidden", let value = tag.attributes[tag.name == "meta" ? "content" : "value"],
        value.utf8.count >= shortest, let place = text.firstRange(of: value)
      else { return nil }
      let before = pattern(String(text[..<place.lowerBound]))
      return GivenValue(#"\#(before)([^"'<>]*)"#, "$response.body", name, value, .tag(text))
    }
  }

  /// Returns a regular expression that matches `text`; characters that may have a meaning in it match any.
  private static func pattern(_ text: String) -> String {
    String(text.map { $0.isPlain(or: #"_-"'=<>/ "#) ? $0 : "." })
  }

  /// Returns the pairs of a `Cookie` field, or the pair and the attributes of a `Set-Cookie` field.
  static func pairs(_ field: String) -> [(name: String, value: String)] {
    field.split(separator: ";").compactMap { part in
      let pair = part.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
      return pair.count == 2 ? (pair[0], pair[1]) : nil
    }
  }

  /// Returns the values of a request that an answer may have given: cookies, further header fields, fields of a form.
  static func sent(in call: RecordedCall) -> Set<String> {
    var values: [String] = []
    for header in call.exchange.request.headers where RecordedRequest.isMeant(header.name.lowercased(), in: call) {
      values += header.isNamed("Cookie") ? pairs(header.value).map(\.value) : [header.value]
    }
    if call.isForm {
      values += FormPairs.read(String(decoding: call.exchange.request.body, as: UTF8.self)).map(\.value)
    }
    return Set(values.filter { $0.utf8.count >= shortest })
  }
}
