import AssayJSON

/// Turns records into violations, so that one fault is told once.
struct ViolationCollector {
  /// A violation, and where its reason is when that is further inside.
  struct Reason {
    var violation: SchemaViolation
    var cause: SchemaFailure.Cause?
    /// Its kind, where more of it were counted.
    var kind: Int?
  }

  private(set) var reasons: [Reason] = []
  var isEmpty: Bool { reasons.isEmpty }
  private let graph: SchemaGraph
  private let limit: Int
  private var seen: Set<Place> = []

  private struct Place: Hashable {
    var level: String?
    var keyword: KeywordPlace
    var document: Int
    var instance: Int
    /// Several members may be missing from one object, each a fault of its own.
    var missingMember: String?
  }

  init(graph: SchemaGraph, limit: Int) {
    self.graph = graph
    self.limit = limit
  }

  /// The violations, the first of each kind with the number of those `breaches` only counted.
  func result(_ breaches: BreachCounter = BreachCounter()) -> [SchemaViolation] {
    var counted: Set<Int> = []
    return reasons.map { reason in
      var violation = reason.violation
      if let kind = reason.kind, counted.insert(kind).inserted { violation.further = breaches.further(of: kind) }
      return violation
    }
  }

  mutating func collect(_ record: EvaluationRecord) {
    guard !record.isValid, reasons.count < limit else { return }
    if let keyword = record.keyword, !record.failures.isEmpty {
      // A keyword with words of its own speaks for its schemas.
      for failure in record.failures where reasons.count < limit { add(failure, keyword, record) }
    } else {
      for child in record.children { collect(child) }
    }
  }

  /// Adds what is wrong with a value as a whole.
  mutating func add(_ failure: SchemaFailure, ofRootOn value: JSONValue) {
    let node = graph.nodes[graph.root]
    let keyword = node.keywords.first?.place ?? KeywordPlace(name: "false", index: node.place.index)
    var record = EvaluationRecord(
      node: graph.root,
      keyword: keyword,
      index: keyword.index,
      value: value,
      isValid: false
    )
    (record.level, record.sources) = (node.level, node.sources)
    add(failure, keyword, record)
  }

  private mutating func add(_ failure: SchemaFailure, _ keyword: KeywordPlace, _ record: EvaluationRecord) {
    let value = failure.value ?? record.value
    let node = graph.nodes[record.node]
    let place = Place(
      level: failure.level ?? record.level,
      keyword: keyword,
      document: node.place.document,
      instance: value.index,
      missingMember: failure.missingMember
    )
    guard seen.insert(place).inserted else { return }
    let document = graph.documents[node.place.document]
    let violation = SchemaViolation(
      instanceLocation: value.pointer,
      keyword: keyword.name,
      keywordLocation: document.pointer(to: keyword.index),
      keywordOffset: Int(document.tape[keyword.index].start),
      detail: failure.detail,
      message: failure.message,
      expected: failure.expected,
      actual: failure.actual,
      alternatives: failure.alternatives,
      level: failure.level ?? record.level,
      sources: failure.sources.isEmpty ? record.sources : failure.sources
    )
    guard !isExplained(violation) else { return }
    reasons.append(Reason(violation: violation, cause: failure.cause, kind: failure.kind))
  }

  /// How much a level weighs beside others; none is that of the whole schema, which may be a `must`.
  static func weight(_ level: String?) -> Int { level == "may" ? 0 : level == "should" ? 1 : 2 }

  /// The level of that weight.
  static func level(_ weight: Int) -> String? { weight == 0 ? "may" : weight == 1 ? "should" : nil }

  /// Whether a wrong type, or the same words, at the same place tell of the fault already.
  private mutating func isExplained(_ violation: SchemaViolation) -> Bool {
    let covers = { (cover: SchemaViolation, other: SchemaViolation) in
      Self.weight(cover.level) >= Self.weight(other.level)
        && (cover.keyword == "type" && cover.instanceLocation.contains(other.instanceLocation)
          || cover.keyword != "sorted" && other.keyword == "sorted" && cover.faultLocation == other.faultLocation
            && cover.faultLocation != cover.instanceLocation
          || cover.instanceLocation == other.instanceLocation && cover.keyword == other.keyword
            && cover.message == other.message)
    }
    if reasons.contains(where: { covers($0.violation, violation) }) { return true }
    reasons.removeAll { covers(violation, $0.violation) }
    return false
  }
}
