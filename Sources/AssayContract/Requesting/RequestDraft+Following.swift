import AssayHTTP
import AssayJSON
import AssayObservation

extension RequestDraft {
  /// Returns the URL that the step follows, resolved against that of the answer it comes from (RFC 9110 section
  /// 10.2.2). It must be on one of `servers`, so that an answer cannot lead elsewhere.
  mutating func followed(_ template: JSONValue, baseURL: String, servers: [String]) throws(RequestProblem) -> String {
    let written = template.string ?? template.text
    if let value = try RequestText.whole(template, in: scope), value.kind != .string {
      throw .unfitInput(MissingInput(expression: written, reason: "it is \(value.brief), which is not a URL"))
    }
    let text = try RequestText(template, in: scope).plain
    guard !text.isEmpty, let reference = URIReference(validating: text) else {
      throw .unfitInput(
        MissingInput(expression: written, reason: "it is `\(text.prefix(200))`, which is not a valid URL")
      )
    }
    let resolved = reference.resolved(against: URIReference(origin(of: template) ?? baseURL)).withoutFragment
    guard let url = HTTPURL(resolved) else {
      throw .unfitInput(
        MissingInput(expression: written, reason: "it is `\(text.prefix(200))`, which is not an HTTP URL")
      )
    }
    guard let path = url.path(behindOneOf: servers) else {
      let reason = "it points to \(url.origin), which is not a server of this contract"
      throw .unfitInput(MissingInput(expression: written, reason: reason))
    }
    parameters.path = operation.request.path.match(path) ?? [:]
    parameters.query = operation.request.queryTexts(of: url.query ?? "")
    return resolved
  }

  /// Returns the request URL of the exchange from which `template` reads its value; `nil` without an exchange.
  private func origin(of template: JSONValue) -> String? {
    for reference in Template.expressions(in: template, scope.templates).flatMap(\.references) {
      switch reference.subject {
      case .step(let id, _): if let exchange = scope.steps[id]?.exchanges.last { return exchange.request.url }
      case .exchange, .item, .variable: return scope.exchange?.request.url
      default: break
      }
    }
    return scope.exchange?.request.url
  }
}

extension HTTPURL {
  /// Returns the rest of the path after the base path of the first of `servers` that has the URL's scheme, host and
  /// port; `nil` if none matches.
  package func path(behindOneOf servers: [String]) -> String? {
    for server in servers {
      guard let base = HTTPURL(server), base.scheme == scheme, base.port == port,
        base.host == host || (base.isLoopback && isLoopback)
      else { continue }
      let prefix = base.path.hasSuffix("/") ? String(base.path.dropLast()) : base.path
      if path == prefix || path.hasPrefix(prefix + "/") { return String(path.dropFirst(prefix.count)) }
    }
    return nil
  }
}
