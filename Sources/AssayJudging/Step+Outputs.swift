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
  /// Returns the findings about the values that the step's outputs consist of or are computed from, by the output's name;
  /// the severest first.
  ///
  /// A finding about another part of a list that an output takes its values from is not one of them.
  package func outputFaults(_ findings: [Finding]) -> [String: [OutputFault]] {
    let findings = findings.filter { $0.rule.family == .schema }.sorted { $0.level > $1.level }
    if findings.isEmpty { return [:] }
    var faults: [String: [OutputFault]] = [:]
    for output in expects.outputs {
      var origins = ValueOrigins<Reference.Subject> { reference in
        reference.subject == .exchange(.responseBody) ? [.init(reference.subject)] : []
      }
      let values = origins.places(of: output.expression.root)
      for finding in findings {
        let places = finding.bodyPlaces
        var paths = Set(values.flatMap { value in places.compactMap { value.path(to: $0) } }).sorted {
          $0.lexicographicallyPrecedes($1)
        }
        .map { Optional($0) }
        if origins.use(anyOf: places, finding.rule) { paths.append(nil) }
        faults[output.name, default: []] += paths.map { OutputFault(finding, at: $0) }
      }
    }
    return faults
  }
}

extension Finding {
  /// The ways to the places of the finding in the response body.
  fileprivate var bodyPlaces: [[String]] { ([place] + alsoAt).map(\.valueOrRoot.pointer.tokens) }
}

extension ValueOrigins {
  /// Returns true if a finding of `rule` at one of `places` is about a value that is used.
  fileprivate func use(anyOf places: [[String]], _ rule: Rule) -> Bool {
    places.contains { place in
      used.contains { $0.path(to: place) != nil }
        || !rule.isAboutItemsOnly && counted.contains { $0.path(to: place) == [] }
    }
  }

  /// Returns true if what is read depends on the value that `path` leads to, in which a finding of `rule` is.
  ///
  /// `values` are the places that the expression's value comes from.
  func depends(on path: [String], _ rule: Rule, values: [Place]) -> Bool {
    (values + used).contains { $0.path(to: path) != nil || $0.isInside(path) }
      || counted.contains { $0.path(to: path) == [] && !rule.isAboutItemsOnly || $0.isInside(path) }
  }
}

extension ValueOrigins.Place {
  /// Returns the way from the value that the expression yields to `place`; `nil` if it is not in that value.
  fileprivate func path(to place: [String]) -> [String]? {
    guard tokens.count <= place.count, Self.match(tokens, place) else { return nil }
    return (isSpread ? ["*"] : []) + place.dropFirst(tokens.count)
  }

  /// Returns true if the place is inside the one at `outer`, and not itself that one.
  fileprivate func isInside(_ outer: [String]) -> Bool { outer.count < tokens.count && Self.match(outer, tokens) }

  private static func match(_ first: [String], _ second: [String]) -> Bool {
    zip(first, second).allSatisfy { $0 == $1 || $0 == "*" || $1 == "*" }
  }
}

extension [ExpressionExplainer.Witness] {
  /// Returns true if one of the values was read at `path` in `output`, where a finding of `rule` is; `nil` if no value
  /// is there, so that the values do not show it.
  func read(_ path: [String], of output: JSONValue, _ rule: Rule) -> Bool? {
    let place = JSONPointer(tokens: path)
    guard output[place] != nil else { return nil }
    return contains { witness in
      guard witness.value.document === output.document else { return false }
      let pointer = witness.value.pointer
      if pointer == place { return !(witness.isShallow && rule.isAboutItemsOnly) }
      return place.contains(pointer) || !witness.isShallow && pointer.contains(place)
    }
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
}
