import AssayJSON
import AssayText

/// The search for the alternative that a value comes closest to matching, when it matches none, and the message about
/// it.
enum NearestBranch {
  /// The maximum number of alternatives that are compared.
  private static let branchLimit = 100

  /// The result of comparing failed alternatives.
  private enum Found {
    /// The value has a different type than all alternatives, and that is the only fault in each; the types are those
    /// allowed.
    case types([String])
    /// The reasons why the nearest alternative does not match.
    case reasons([ViolationCollector.Reason])
  }

  /// Returns the failure of a keyword none of whose subschemas `branches` matches.
  static func failure(of value: JSONValue, _ branches: [SchemaNodeID], _ run: inout SchemaRun) -> SchemaFailure {
    let reasons: [ViolationCollector.Reason]
    switch look(at: value, branches, &run) {
    case .types(let types): return wrongType(value, types)
    case .reasons(let list): reasons = list
    }
    let subject = ValueDescription.subject(value)
    guard let first = reasons.first else {
      return SchemaFailure(
        detail: .noAlternative(of: branches.count, nearest: nil),
        message: "\(subject) matches none of \(branches.count.counted("alternative"))",
        expected: "one of the alternatives",
        actual: ValueDescription.describe(value)
      )
    }
    let (reason, place) = innermost(first, &run)
    var failure = reason
    if branches.count > 1 {
      failure.detail = .noAlternative(of: branches.count, nearest: reason.detail)
      let more = reasons.count > 1 ? ", and \(reasons.count - 1) more" : ""
      failure.message =
        "\(subject) matches none of the \(branches.count) alternatives; the nearest: "
        + "\(reason.message)\(whereabouts(place, in: value.pointer))\(more)"
    }
    return failure
  }

  /// Follows the causes of a violation to the innermost reason; returns it and its place. Works in a loop, since causes
  /// may be nested deeper than a thread's stack allows.
  static func innermost(
    _ reason: ViolationCollector.Reason,
    _ run: inout SchemaRun
  ) -> (failure: SchemaFailure, place: JSONPointer) {
    var reason = reason
    while let cause = reason.cause {
      switch look(at: cause.value, cause.schemas, &run) {
      case .types(let types): return (wrongType(cause.value, types), cause.value.pointer)
      case .reasons(let reasons):
        guard let first = reasons.first else { return (failure(reason.violation), reason.violation.instanceLocation) }
        reason = first
      }
    }
    return (failure(reason.violation), reason.violation.instanceLocation)
  }

  /// Returns the severity of matching none of `branches`: that of the branch with the mildest faults. A value that
  /// breaks only the milder parts of a branch satisfies what the branch demands as a `must`.
  static func weight(of value: JSONValue, _ branches: [SchemaNodeID], _ run: inout SchemaRun) -> Int {
    var mildest = BranchScore.gravest
    for branch in branches where mildest > 0 { mildest = min(mildest, run.weight(of: branch, on: value)) }
    return mildest
  }

  private static func look(at value: JSONValue, _ branches: [SchemaNodeID], _ run: inout SchemaRun) -> Found {
    var nearest: (branch: SchemaNodeID, score: BranchScore)?
    var areTypes = branches.count <= branchLimit
    for branch in branches.prefix(branchLimit) {
      var score = run.score(branch, on: value)
      if run.graph.hasLevels { score.weight = run.weight(of: branch, on: value) }
      areTypes = areTypes && score.isTypeAlone
      if let known = nearest, !score.isNearer(than: known.score) { continue }
      nearest = (branch, score)
    }
    guard let nearest else { return .reasons([]) }
    guard areTypes, branches.count > 1 else { return .reasons(run.reasons(nearest.branch, on: value)) }
    var types: [String] = []
    for branch in branches {
      guard case .wrongType(let allowed) = run.reasons(branch, on: value).first?.violation.detail else { continue }
      types += allowed.filter { !types.contains($0) }
    }
    return .types(types)
  }

  private static func wrongType(_ value: JSONValue, _ types: [String]) -> SchemaFailure {
    let wanted = ValueDescription.alternatives(types.map(\.withArticle))
    return SchemaFailure(
      detail: .wrongType(allowed: types),
      message: "\(ValueDescription.subject(value)) is \(ValueDescription.kind(value)), expected \(wanted)",
      expected: ValueDescription.alternatives(types),
      actual: ValueDescription.describe(value)
    )
  }

  private static func failure(_ violation: SchemaViolation) -> SchemaFailure {
    SchemaFailure(
      detail: violation.detail,
      message: violation.message,
      expected: violation.expected,
      actual: violation.actual,
      alternatives: violation.alternatives
    )
  }

  /// Returns the text `(at POINTER)` for the place of a reason; empty if the message already names the place.
  private static func whereabouts(_ place: JSONPointer, in value: JSONPointer) -> String {
    guard place.tokens.count > value.tokens.count + 1 else { return "" }
    let text = place.description.unicodeScalars
    return text.count <= 100 ? " (at \(place))" : " (at \(String(text.prefix(40)))…\(String(text.suffix(59))))"
  }
}

/// A measure of how far a value is from matching a schema, from the number, depth and severity of its faults.
struct BranchScore {
  private(set) var count = 0
  /// The depth of the fault that is closest to the value itself.
  private(set) var depth = Int.max
  private(set) var saysKind = false
  /// True if the only fault is the type of the value itself.
  var isTypeAlone: Bool { count == 1 && depth == 0 && type }
  private var type = false
  /// The weight of the most severe fault found; the greatest possible one if none was found.
  var weight = Self.gravest

  /// The greatest weight a fault can have.
  static let gravest = ViolationCollector.weight(nil)

  /// Adds a fault of `keyword`, `depth` levels below the value; `weight` is that of the fault's level.
  mutating func add(_ keyword: String, depth: Int, weight: Int) {
    self.weight = count == 0 ? weight : max(self.weight, weight)
    count += 1
    self.depth = min(self.depth, depth)
    type = keyword == "type"
    saysKind = saysKind || ["type", "const", "enum"].contains(keyword)
  }

  /// Returns true if this branch is nearer than the other: its faults weigh less; if they weigh the same, are deeper in
  /// the value; if they are equally deep, are fewer.
  func isNearer(than other: BranchScore) -> Bool {
    if weight != other.weight { return weight < other.weight }
    return rank != other.rank ? rank > other.rank : count < other.count
  }

  private var rank: Int { count == 0 ? -1 : depth * 2 + (saysKind ? 0 : 1) }
}
