package import AssayContract
package import AssayFindings
package import AssayJSON

extension Step {
  /// Returns the values that the step captures from its response, by output name; an expression without a value
  /// captures nothing.
  ///
  /// A value with a finding of level `must` in `findings` is not captured, since later calls would fail because of it.
  /// A value that only has the wrong type is passed on as received, so that the calls after it are also made.
  package func captured(in scope: Scope, distrusting findings: [Finding] = []) -> [String: JSONValue] {
    let broken =
      findings
      .filter { $0.level == .must && $0.rule.family == .schema && $0.rule != .schema("type") }
      .map(\.place.valueOrRoot.pointer)
    var captured: [String: JSONValue] = [:]
    for output in expects.outputs where !output.expression.reads(from: broken) {
      if case .value(let value) = output.expression.evaluate(in: scope) { captured[output.name] = value.detached }
    }
    return captured
  }
}

extension Step {
  /// The findings about the values that the step's outputs consist of or are computed from, by the output's name; the
  /// severest of each.
  ///
  /// A finding about another part of a list that an output takes its values from is not one of them.
  package func outputFaults(_ findings: [Finding]) -> [String: Finding] {
    let findings = findings.filter { $0.rule.family == .schema }
    if findings.isEmpty { return [:] }
    var faults: [String: Finding] = [:]
    for output in expects.outputs {
      let places = output.expression.bodyPlaces
      faults[output.name] =
        findings
        .filter { finding in
          ([finding.place] + finding.alsoAt).contains { place in
            let tokens = place.valueOrRoot.pointer.tokens
            return places.contains { $0.count <= tokens.count && zip($0, tokens).allSatisfy { $0 == "*" || $0 == $1 } }
          }
        }
        .max { $0.level < $1.level }
    }
    return faults
  }
}

extension Step {
  /// Returns, by output name, the reason why an output has no value in `captured`.
  package func outputGaps(in scope: Scope, beside captured: [String: JSONValue]) -> [String: String] {
    guard captured.count < expects.outputs.count else { return [:] }
    var gaps: [String: String] = [:]
    for output in expects.outputs where captured[output.name] == nil {
      gaps[output.name] =
        switch output.expression.evaluate(in: scope) {
        case .value: "the received value does not match its schema"
        case .missing(let operand, _): "\(operand) is missing"
        case .mistyped(let operand, let expected, let actual, _): "\(operand) is \(actual), expected \(expected)"
        case .outOfReach(let operand, let reason): "\(operand) cannot be read: \(reason)"
        }
    }
    return gaps
  }
}

extension Expression {
  /// Returns true if the expression reads the response body at one of `places`.
  fileprivate func reads(from places: [JSONPointer]) -> Bool {
    !places.isEmpty
      && references.contains { reference in
        guard case .exchange(.responseBody) = reference.subject else { return false }
        return places.contains(reference.pointer)
      }
  }

  /// The places in the answer's body of the values that the expression consists of or is computed from; `*` is any item.
  fileprivate var bodyPlaces: [[String]] {
    var origins = ValueOrigins<Reference.Subject> { reference in
      reference.subject == .exchange(.responseBody) ? [.init(reference.subject)] : []
    }
    let values = origins.places(of: root)
    return (values + origins.used).map(\.tokens)
  }
}
