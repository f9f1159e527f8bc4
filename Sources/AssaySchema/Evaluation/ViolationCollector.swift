import AssayJSON

/// Turns records into violations, so that one fault is reported once.
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
  private var told = Told()

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

  /// The weight of a level among others; none is that of the whole schema, which may be a `must`.
  static func weight(_ level: String?) -> Int { level == "may" ? 0 : level == "should" ? 1 : 2 }

  /// The level of that weight.
  static func level(_ weight: Int) -> String? { weight == 0 ? "may" : weight == 1 ? "should" : nil }

  /// Returns true if a wrong type, or the same words, at the same place already report the fault.
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

  /// Returns true if `cover` reports the fault of `other`.
  fileprivate static func covers(_ cover: SchemaViolation, _ other: SchemaViolation) -> Bool {
    weight(cover.level) >= weight(other.level)
      && (cover.keyword == "type" && cover.instanceLocation.contains(other.instanceLocation)
        || cover.tellsOfPlace && other.keyword == "sorted" && cover.faultLocation == other.faultLocation
        || cover.instanceLocation == other.instanceLocation && cover.keyword == other.keyword
          && cover.message == other.message)
  }
}

/// The violations by place, so that each is found without a search through all.
private struct Told {
  /// The words of a violation and their place.
  private struct Words: Hashable {
    var place: JSONPointer
    var keyword: String
    var message: String
  }

  /// The weight of the gravest wrong type at a place, of the gravest of the same words, and of the gravest that tells of a
  /// place an order may break at.
  private var types: [JSONPointer: Int] = [:]
  private var words: [Words: Int] = [:]
  private var faults: [JSONPointer: Int] = [:]
  /// The depths of the places with wrong types.
  private var depths: Set<Int> = []
  /// The places orders break at, and those with anything wrong at or below them, down to a depth.
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

  /// Returns true if one of them covers `violation`.
  func cover(_ violation: SchemaViolation) -> Bool {
    let weight = ViolationCollector.weight(violation.level)
    if let known = words[Self.words(of: violation)], known >= weight { return true }
    if violation.keyword == "sorted", let known = faults[violation.faultLocation], known >= weight { return true }
    let place = violation.instanceLocation
    return depths.contains { depth in
      depth <= place.tokens.count && types[place.prefix(depth)].map { $0 >= weight } ?? false
    }
  }

  /// Returns true if `violation` may cover one of them; only a look at all of them can confirm it.
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
  /// True if its fault is at a different place than its value, where an order may also break.
  fileprivate var tellsOfPlace: Bool { keyword != "sorted" && faultLocation != instanceLocation }
}

extension JSONPointer {
  /// The place, or what is around it, so many tokens deep.
  fileprivate func prefix(_ depth: Int) -> JSONPointer {
    depth == tokens.count ? self : JSONPointer(tokens: Array(tokens.prefix(depth)))
  }
}
