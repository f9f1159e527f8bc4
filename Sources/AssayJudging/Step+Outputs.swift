package import AssayContract
package import AssayFindings
package import AssayJSON

extension Step {
  /// The values the step keeps; an expression that resolves to nothing keeps nothing.
  ///
  /// A value that is not what its own `must` allows is not kept: later calls would fail for it, and be blamed. One of
  /// another type is sent on as it came, so that the calls after it are seen, too.
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
  /// The findings about what the step's outputs are read from, by the output's name; the severest of each.
  package func outputFaults(_ findings: [Finding]) -> [String: Finding] {
    var faults: [String: Finding] = [:]
    for output in expects.outputs {
      faults[output.name] =
        findings
        .filter { finding in
          finding.rule.family == .schema
            && ([finding.place] + finding.alsoAt).contains { output.expression.reads(around: $0.valueOrRoot.pointer) }
        }
        .max { $0.level < $1.level }
    }
    return faults
  }
}

extension Step {
  /// Why outputs have no value among those `captured` in `scope`, by their names.
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
  /// Returns true if the expression is read from the answer's body at one of `places`.
  fileprivate func reads(from places: [JSONPointer]) -> Bool {
    !places.isEmpty
      && references.contains { reference in
        guard case .exchange(.responseBody) = reference.subject else { return false }
        return places.contains(reference.pointer)
      }
  }

  /// Returns true if the value that the expression reads from the answer's body is the value at `place`, or contains
  /// it.
  fileprivate func reads(around place: JSONPointer) -> Bool {
    references.contains { reference in
      guard case .exchange(.responseBody) = reference.subject else { return false }
      return reference.pointer == place || reference.pointer.contains(place)
    }
  }
}
