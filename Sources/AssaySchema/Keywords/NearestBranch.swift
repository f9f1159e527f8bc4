import AssayJSON

/// Which of several failed alternatives the value came nearest to, and the words for it.
enum NearestBranch {
  /// Fails the keyword whose branches all failed.
  static func fail(_ value: JSONValue, _ branches: [SchemaNodeID], _ run: inout SchemaRun) {
    guard run.explains else { return run.fail() }
    var reasons: [[SchemaViolation]] = []
    for branch in branches { reasons.append(run.reasons(branch, on: value)) }
    run.fail(failure(of: value, reasons))
  }

  private static func failure(of value: JSONValue, _ reasons: [[SchemaViolation]]) -> SchemaFailure {
    let subject = ValueDescription.subject(value)
    if let types = differentTypes(reasons, at: value) {
      let expected = ValueDescription.alternatives(types)
      let wanted = ValueDescription.alternatives(types.map(ValueDescription.article))
      return SchemaFailure(
        message: "\(subject) is \(ValueDescription.kind(value)), not \(wanted)",
        expected: expected,
        actual: ValueDescription.describe(value)
      )
    }
    guard let nearest = reasons.min(by: isNearer), let reason = nearest.first else {
      return SchemaFailure(
        message: "\(subject) fits none of \(ValueDescription.counted(reasons.count, "alternative"))",
        expected: "one of the alternatives",
        actual: ValueDescription.describe(value)
      )
    }
    if reasons.count == 1 {
      return SchemaFailure(
        message: reason.message,
        expected: reason.expected,
        actual: reason.actual,
        alternatives: reason.alternatives
      )
    }
    let more = nearest.count > 1 ? ", and \(nearest.count - 1) more" : ""
    return SchemaFailure(
      message:
        "\(subject) fits none of the \(reasons.count) alternatives; the nearest fails because \(reason.message)\(more)",
      expected: reason.expected,
      actual: reason.actual,
      alternatives: reason.alternatives
    )
  }

  /// The types the branches want, where that the value has none of them is all they say.
  private static func differentTypes(_ reasons: [[SchemaViolation]], at value: JSONValue) -> [String]? {
    let place = value.pointer
    var types: [String] = []
    for reason in reasons {
      guard reason.count == 1, reason[0].keyword == "type", reason[0].instanceLocation == place else { return nil }
      if !types.contains(reason[0].expected) { types.append(reason[0].expected) }
    }
    return types.isEmpty ? nil : types
  }

  /// A branch that got deeper into the value is nearer; then one with fewer complaints.
  private static func isNearer(_ left: [SchemaViolation], _ right: [SchemaViolation]) -> Bool {
    let leftRank = rank(left)
    let rightRank = rank(right)
    return leftRank != rightRank ? leftRank > rightRank : left.count < right.count
  }

  private static func rank(_ reasons: [SchemaViolation]) -> Int {
    guard let depth = reasons.map(\.instanceLocation.tokens.count).min() else { return -1 }
    let saysKind = reasons.contains { ["type", "const", "enum"].contains($0.keyword) }
    return depth * 2 + (saysKind ? 0 : 1)
  }
}
