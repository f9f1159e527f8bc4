import AssayJSON

/// A collector of violations from evaluation records; it reports each fault once.
struct ViolationCollector {
  /// A violation, with the value and schemas to search for its reason, if that is deeper in the value.
  struct Reason {
    var violation: SchemaViolation
    var cause: SchemaFailure.Cause?
    /// The number of the violation's kind in ``BreachCounter``; `nil` if it was not counted.
    var kind: Int?
  }

  private(set) var reasons: [Reason] = []
  var isEmpty: Bool { reasons.isEmpty }
  private let graph: SchemaGraph
  private let limit: Int
  private var seen: Set<Place> = []
  private var told = Told()

  private struct Place: Hashable {
    var level: String?
    var keyword: KeywordPlace
    var document: Int
    var instance: Int
    /// The missing member, as each missing member of an object is a separate fault.
    var missingMember: String?
  }

  init(graph: SchemaGraph, limit: Int) {
    self.graph = graph
    self.limit = limit
  }

  /// Returns the violations. The first of each kind has the number of further ones that `breaches` counted but did not
  /// keep.
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

  /// Adds a fault of `value` that is assigned to the root schema.
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

  /// Returns the weight of a level: 0 for `may`, 1 for `should`, 2 otherwise. A schema without a level may be a `must`
  /// as a whole.
  static func weight(_ level: String?) -> Int { level == "may" ? 0 : level == "should" ? 1 : 2 }

  /// Returns the level with this weight; `nil` for the greatest weight.
  static func level(_ weight: Int) -> String? { weight == 0 ? "may" : weight == 1 ? "should" : nil }

  /// Returns true if the fault is already reported by a violation about a wrong type, or one with the same message at
  /// the same place.
  private mutating func isExplained(_ violation: SchemaViolation) -> Bool {
    if told.cover(violation) { return true }
    if told.mayCover(less: violation) {
      let count = reasons.count
      reasons.removeAll { Self.covers(violation, $0.violation) }
      if reasons.count < count { told = Told(reasons.lazy.map(\.violation)) }
    }
    told.add(violation)
    return false
  }

  /// Returns true if `cover` is at least as severe and reports the same fault as `other`, or one that explains it.
  fileprivate static func covers(_ cover: SchemaViolation, _ other: SchemaViolation) -> Bool {
    weight(cover.level) >= weight(other.level)
      && (cover.keyword == "type" && cover.instanceLocation.contains(other.instanceLocation)
        || cover.tellsOfPlace && other.keyword == "sorted" && cover.faultLocation == other.faultLocation
        || cover.instanceLocation == other.instanceLocation && cover.keyword == other.keyword
          && cover.message == other.message)
  }
}

/// An index of the reported violations by place, to find duplicates without a search through all.
private struct Told {
  /// The place and words of a violation.
  private struct Words: Hashable {
    var place: JSONPointer
    var keyword: String
    var message: String
  }

  /// The greatest weight of the reported violations: by place for wrong types, by place and message for all, and by
  /// place for faults that also explain a wrong order.
  private var types: [JSONPointer: Int] = [:]
  private var words: [Words: Int] = [:]
  private var faults: [JSONPointer: Int] = [:]
  /// The pointer lengths of the places with wrong types.
  private var depths: Set<Int> = []
  /// The places with items out of order; and, in `above`, the places with a violation at or below them, up to a depth.
  private var orders: Set<JSONPointer> = []
  private var above: Set<JSONPointer> = []
  private static let deepest = 64

  init() {}

  init(_ violations: some Sequence<SchemaViolation>) { for violation in violations { add(violation) } }

  mutating func add(_ violation: SchemaViolation) {
    let weight = ViolationCollector.weight(violation.level)
    func note<Key>(_ key: Key, _ table: inout [Key: Int]) { table[key] = max(table[key] ?? 0, weight) }
    let place = violation.instanceLocation
    if violation.keyword == "type" {
      note(place, &types)
      depths.insert(place.tokens.count)
    }
    if violation.tellsOfPlace { note(violation.faultLocation, &faults) }
    if violation.keyword == "sorted" { orders.insert(violation.faultLocation) }
    note(Self.words(of: violation), &words)
    var depth = min(place.tokens.count, Self.deepest)
    while depth >= 0, above.insert(place.prefix(depth)).inserted { depth -= 1 }
  }

  /// Returns true if a reported violation already explains `violation`.
  func cover(_ violation: SchemaViolation) -> Bool {
    let weight = ViolationCollector.weight(violation.level)
    if let known = words[Self.words(of: violation)], known >= weight { return true }
    if violation.keyword == "sorted", let known = faults[violation.faultLocation], known >= weight { return true }
    let place = violation.instanceLocation
    return depths.contains { depth in
      depth <= place.tokens.count && types[place.prefix(depth)].map { $0 >= weight } ?? false
    }
  }

  /// Returns true if `violation` may explain a reported, milder one; this must be confirmed by a comparison with each.
  func mayCover(less violation: SchemaViolation) -> Bool {
    let place = violation.instanceLocation
    if violation.keyword == "type", place.tokens.count > Self.deepest || above.contains(place) { return true }
    if violation.tellsOfPlace, orders.contains(violation.faultLocation) { return true }
    return words[Self.words(of: violation)] != nil
  }

  private static func words(of violation: SchemaViolation) -> Words {
    Words(place: violation.instanceLocation, keyword: violation.keyword, message: violation.message)
  }
}

extension SchemaViolation {
  /// True if the fault is not at the value itself but at a missing member, which may also be the reason for a wrong
  /// order.
  fileprivate var tellsOfPlace: Bool { keyword != "sorted" && faultLocation != instanceLocation }
}

extension JSONPointer {
  /// Returns the first `depth` tokens of the pointer.
  fileprivate func prefix(_ depth: Int) -> JSONPointer {
    depth == tokens.count ? self : JSONPointer(tokens: Array(tokens.prefix(depth)))
  }
}
