import AssayContract
package import AssayFindings
package import AssayHTTP
package import AssayJSON
package import AssayObservation
import AssayText

extension ExchangeJudge {
  /// The finding of a status nobody promised, with what the body says about it; `nil` where the status is one promised.
  package func statusFinding(for exchange: Exchange, locationPrefix: String = "") -> Finding? {
    guard let response = exchange.response else { return nil }
    return statusFinding(
      of: response.head,
      method: exchange.request.method,
      body: response.body,
      json: exchange.json,
      locationPrefix: locationPrefix
    )
  }

  /// The finding of a status, for a stream whose answer has no body of its own.
  package func statusFinding(
    of head: HTTPResponseHead,
    method: String,
    body: [UInt8],
    json: JSONValue?,
    locationPrefix: String = ""
  ) -> Finding? {
    guard !isPromised(head.status) else { return nil }
    let expected = expected
    let promise = expectations.first?.promise ?? operation.promise
    let call = "\(method) \(operation.request.path)"
    let status = head.reason.isEmpty ? "\(head.status)" : "\(head.status) \(head.reason)"
    var message =
      isBrokenOnPurpose ? "a broken request to \(call) was answered \(status)" : "\(call) answered \(status)"
    message += ", not \(expected)"
    if (300..<400).contains(head.status), let target = head.headers["Location"] {
      message += "; it redirects to \(target)"
    }
    if let said = Self.explanation(in: json) { message += ": \(said)" }
    return Finding(
      breaking: promise,
      of: contract,
      level: isProbe || !(400..<600).contains(head.status) ? promise.level : .must,
      rule: "response.status",
      location: locationPrefix + "status",
      message: message,
      expected: expected,
      actual: status,
      excerpt: json.map { Excerpt.head(of: $0) } ?? Excerpt.head(ofText: body),
      alternatives: expectations.count > 1 ? expectations.map(\.status.description) : []
    )
  }

  private func isPromised(_ status: Int) -> Bool {
    if expectation(for: status) != nil { return isProbe || (200..<300).contains(status) }
    return !isProbe && !operation.responses.contains { $0.status.isSuccess } && (200..<300).contains(status)
  }

  /// The statuses promised, as a message lists them.
  private var expected: String {
    let patterns = expectations.map { $0.status == .default ? "2XX" : $0.status.description }
    return patterns.isEmpty ? "2XX" : patterns.either
  }

  /// The sentence an error answer gives, where it is in one of the usual places (RFC 9457 section 3.1 among them).
  private static func explanation(in json: JSONValue?) -> String? {
    guard let json, json.kind == .object else { return nil }
    for name in ["detail", "error", "message", "title"] {
      guard let value = json[name] else { continue }
      if value.kind == .string, let text = value.string, !text.isEmpty { return value.brief }
      if let inner = value["message"], inner.kind == .string { return inner.brief }
    }
    return nil
  }
}
