package import AssayContract
package import AssayFindings
package import AssayHTTP
import AssayJSON
package import AssayObservation

extension ExchangeJudge {
  /// The findings of an answer's content type and body, whose status is one `response` covers.
  package func bodyFindings(
    for exchange: Exchange,
    _ response: ResponsePromise,
    locationPrefix: String = ""
  ) -> [Finding] {
    guard let answer = exchange.response else { return [] }
    // A stream's events are judged one by one as they come.
    if case .stream = operation.interaction, !isProbe {
      return contentTypeFinding(of: answer.head, response, locationPrefix: locationPrefix).map { [$0] } ?? []
    }
    if promisesJSON(response) { return jsonFindings(for: exchange, answer, response, locationPrefix) }
    if let text = response.text {
      return textFindings(for: exchange, answer, text, response, locationPrefix: locationPrefix)
    }
    return contentTypeFinding(of: answer.head, response, locationPrefix: locationPrefix).map { [$0] } ?? []
  }

  /// The finding of a content type that is not the one promised; `nil` where none is promised.
  package func contentTypeFinding(
    of head: HTTPResponseHead,
    _ response: ResponsePromise,
    locationPrefix: String = ""
  ) -> Finding? {
    guard let content = response.content else { return nil }
    let actual = head.headers.first { $0.isNamed("Content-Type") }?.value
    // Most answers say the very words; taking a media type apart costs more than all else here.
    if actual == content.mediaRange { return nil }
    if let type = actual.flatMap(MediaType.init), type.matches(content.mediaRange) { return nil }
    return Finding(
      breaking: content.promise,
      of: contract,
      rule: "response.contentType",
      location: locationPrefix + "header Content-Type",
      message: actual.map { "the answer says it is \($0), and \(content.mediaRange) was promised" }
        ?? "the answer does not say what it is; \(content.mediaRange) was promised",
      expected: content.mediaRange,
      actual: actual ?? "no Content-Type"
    )
  }

  /// JSON is promised by a JSON media type, or by a schema where no media type is said.
  private func promisesJSON(_ response: ResponsePromise) -> Bool {
    guard let content = response.content else { return response.body != nil }
    return MediaType(content.mediaRange)?.isJSON ?? (response.body != nil)
  }

  private func jsonFindings(
    for exchange: Exchange,
    _ answer: HTTPResponse,
    _ response: ResponsePromise,
    _ prefix: String
  ) -> [Finding] {
    guard let json = exchange.json else { return [notJSON(exchange, answer, response, prefix)] }
    var findings = contentTypeFinding(of: answer.head, response, locationPrefix: prefix).map { [$0] } ?? []
    if let schema = response.body {
      findings += dataFindings(of: json, schema: schema, contract: contract, locationPrefix: prefix)
    }
    return findings
  }

  /// The one finding of a body that is not the JSON promised, whatever its header says.
  private func notJSON(
    _ exchange: Exchange,
    _ answer: HTTPResponse,
    _ response: ResponsePromise,
    _ prefix: String
  ) -> Finding {
    let promise = response.body?.promise ?? response.content?.promise ?? response.promise
    let location = FindingLocation.whole(prefix: prefix)
    if answer.body.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) {
      return Finding(
        breaking: promise,
        of: contract,
        rule: "response.empty",
        location: location,
        message: "the answer has no body; JSON was promised",
        expected: "a JSON body",
        actual: answer.body.isEmpty ? "no body" : "\(answer.body.count) bytes of white space"
      )
    }
    let type = answer.head.mediaType
    let error = exchange.jsonError
    let isOther = type.map { !$0.isJSON } ?? false
    let kind = Self.kind(of: answer.body, type)
    let place = error.map { JSONLocation(ofByte: $0.offset, in: answer.body) }
    let reason = place.map { "line \($0.line), column \($0.column): \(error.map { "\($0)" } ?? "")" } ?? ""
    return Finding(
      breaking: promise,
      of: contract,
      rule: "response.json",
      location: location,
      message: isOther
        ? "the body is \(kind), not the JSON that was promised" : "the body is not JSON: \(reason)",
      expected: "JSON",
      actual: isOther ? "\(kind) of \(answer.body.count) bytes" : "\(answer.body.count) bytes that are not JSON",
      excerpt: isOther
        ? Excerpt.head(ofText: answer.body) : error.map { Excerpt.of(answer.body, offset: $0.offset) } ?? ""
    )
  }

  private static func kind(of body: [UInt8], _ type: MediaType?) -> String {
    let start = String(decoding: body.prefix(200).drop { $0 <= 0x20 }.prefix(15), as: UTF8.self).lowercased()
    if type?.essence == "text/html" || start.hasPrefix("<!doctype html") || start.hasPrefix("<html") {
      return "an HTML page"
    }
    return type.map { "text sent as \($0.essence)" } ?? "text"
  }
}
