package import AssayContract
package import AssayFindings
package import AssayHTTP
import AssayJSON
import AssaySchema

extension ExchangeJudge {
  /// The findings of an answer's header fields.
  package func headerFindings(
    of head: HTTPResponseHead,
    _ response: ResponsePromise,
    locationPrefix: String = ""
  ) -> [Finding] {
    var findings: [Finding] = []
    for header in response.headers {
      guard let finding = finding(of: head, header, locationPrefix) else { continue }
      findings.append(finding)
    }
    return findings
  }

  private func finding(of head: HTTPResponseHead, _ header: HeaderPromise, _ prefix: String) -> Finding? {
    let location = "\(prefix)header \(header.name)"
    guard let value = head.headers[header.name] else {
      guard header.isRequired else { return nil }
      return Finding(
        breaking: header.schema.promise,
        of: contract,
        rule: "response.header",
        location: location,
        message: "the header field \(header.name) is missing from the answer",
        expected: "a field \(header.name)",
        actual: "no such field"
      )
    }
    let violations = ScalarText.violations(of: value, header.schema.schema)
    guard let violation = violations.first else { return nil }
    return Finding(
      level: violation.level.flatMap(Level.init(rawValue:)) ?? header.schema.promise.level,
      rule: "response.header",
      location: location,
      message: violation.message.replacingSubject(with: header.name),
      expected: violation.expected,
      actual: violation.actual,
      sources: violation.sources.isEmpty
        ? header.schema.promise.sources : violation.sources.compactMap { Citation($0) },
      promise: contract.place(pointer: violation.keywordLocation, offset: violation.keywordOffset),
      alternatives: violation.alternatives
    )
  }
}

/// Judges text that stands for a value: a header, a query, a path or a form field, which have no types of their own.
enum ScalarText {
  /// The violations of `text`, none where it keeps the schema as a string, or as the number or truth value it spells.
  static func violations(of text: String, _ schema: CompiledSchema) -> [SchemaViolation] {
    let string = JSONValue.string(text)
    if schema.isValid(string) { return [] }
    let violations = schema.violations(of: string)
    guard let scalar = (try? JSONDocument(parsing: text))?.root, scalar.count == 0 else { return violations }
    if schema.isValid(scalar) { return [] }
    return violations.first?.keyword == "type" ? schema.violations(of: scalar) : violations
  }
}

extension String {
  /// A violation's sentence with the field's name for "the value".
  func replacingSubject(with name: String) -> String {
    hasPrefix("the value") ? name + dropFirst("the value".count) : self
  }
}
