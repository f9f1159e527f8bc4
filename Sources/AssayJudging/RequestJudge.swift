package import AssayContract
package import AssayFindings
import AssayHTTP
import AssayJSON
import AssaySchema
import AssayText

/// Holds a request an app sent against what the operation takes: a contract test of the app.
package struct RequestJudge: Sendable {
  let contract: Contract
  let operation: Operation

  package init(contract: Contract, operation: Operation) {
    self.contract = contract
    self.operation = operation
  }

  /// The findings of `request`, whose method and path are the operation's; none where it keeps the contract.
  package func findings(for request: ReceivedRequest) -> [Finding] {
    let template = operation.request
    var findings: [Finding] = []
    for parameter in template.parameters {
      findings += self.findings(of: request.path[parameter.name], parameter, "path", [])
    }
    for parameter in template.query {
      let value = request.query.last { $0.name == parameter.name }?.value
      findings += self.findings(of: value, parameter, "query", request.query.map(\.name))
    }
    for parameter in template.headers {
      findings += self.findings(of: request.headers[parameter.name], parameter, "header", [])
    }
    switch template.content {
    case nil: break
    case .body(let body): findings += bodyFindings(of: request, body)
    case .multipart(let fields): findings += formFindings(of: request, fields)
    }
    return findings
  }

  private func findings(
    of value: String?,
    _ parameter: Parameter,
    _ kind: String,
    _ present: [String]
  ) -> [Finding] {
    guard let value else {
      // A field with a value of its own is sent by clients without being told to: `Accept`, `User-Agent`.
      guard parameter.isRequired, parameter.schema != nil || kind != "header" else { return [] }
      return [missing(parameter.name, kind, parameter.promise, present)]
    }
    guard let schema = parameter.schema else { return [] }
    return scalarFindings(of: value, schema, "request.\(kind)", "\(kind) \(parameter.name)", parameter.name)
  }

  /// The finding of something the request lacks.
  func missing(_ name: String, _ kind: String, _ promise: Promise, _ present: [String]) -> Finding {
    let nearest = SpellingSuggestion.nearest(to: name, among: present)
    return Finding(
      breaking: promise,
      of: contract,
      rule: "request.\(kind)",
      location: "\(kind) \(name)",
      message: "the request has no \(Self.noun(kind)) \(name)"
        + (nearest.map { "; it has \($0), which may be meant for it" } ?? ""),
      expected: "\(Self.noun(kind)) \(name)",
      actual: present.isEmpty ? "none" : "only " + present.prefix(8).joined(separator: ", "),
      alternatives: nearest.map { [$0] } ?? []
    )
  }

  private static func noun(_ kind: String) -> String {
    switch kind {
    case "path": "path parameter"
    case "query": "query parameter"
    case "header": "header field"
    default: "part"
    }
  }

  /// The findings of text that stands for a value, the first of them: text is wrong in one way at a time.
  func scalarFindings(
    of value: String,
    _ schema: SchemaPromise,
    _ rule: String,
    _ location: String,
    _ name: String
  ) -> [Finding] {
    guard let violation = ScalarText.violations(of: value, schema.schema).first else { return [] }
    return [
      Finding(
        level: violation.level.flatMap(Level.init(rawValue:)) ?? schema.promise.level,
        rule: rule,
        location: location,
        message: violation.message.replacingSubject(with: name),
        expected: violation.expected,
        actual: violation.actual,
        sources: violation.sources.isEmpty ? schema.promise.sources : violation.sources.compactMap { Citation($0) },
        promise: contract.place(pointer: violation.keywordLocation, offset: violation.keywordOffset),
        alternatives: violation.alternatives
      )
    ]
  }
}
