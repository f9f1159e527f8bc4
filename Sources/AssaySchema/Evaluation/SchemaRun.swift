import AssayJSON

/// One evaluation of a value: the walk through the schemas, and what it found.
struct SchemaRun {
  /// How much is kept of what happens.
  enum Detail: Sendable {
    /// Whether the value is valid, nothing else.
    case flag
    /// What failed.
    case failures
    /// All of it, annotations too.
    case everything
  }

  let graph: SchemaGraph
  private(set) var detail: Detail
  /// How many failures are still worth keeping.
  private var remaining: Int
  private var frames: [Frame] = []
  private(set) var evaluated = EvaluatedLocations()

  /// The records of the keyword being judged.
  private var records: [EvaluationRecord] = []
  private var failures: [SchemaFailure] = []
  private var hasFailed = false
  private var annotation: SchemaAnnotation?
  private var keyword: KeywordPlace?

  /// Deeper than this, a thread's stack could end first: secondary threads have 512 KiB on Apple's systems, and mostly
  /// 8 MiB elsewhere.
  private static let depthLimit: Int = {
    #if canImport(Darwin)
      250
    #else
      1_000
    #endif
  }()
  private static let reasonLimit = 20

  private struct Frame {
    var node: SchemaNodeID
    var steps: [String]
  }

  init(graph: SchemaGraph, detail: Detail, limit: Int = .max) {
    self.graph = graph
    self.detail = detail
    remaining = limit
  }

  /// Judges a value by the graph's root.
  mutating func evaluate(_ value: JSONValue) -> EvaluationRecord {
    var evaluated = EvaluatedLocations()
    return apply(graph.root, to: value, steps: [], &evaluated)
  }

  /// Whether a value keeps a schema, or one keyword of it, in a run that keeps nothing else.
  mutating func holds(_ node: SchemaNodeID, keyword: Int?, _ value: JSONValue) -> Bool {
    if let keyword {
      frames.append(Frame(node: node, steps: []))
      graph.nodes[node].keywords[keyword].evaluate(value, &self)
      return !hasFailed
    }
    var evaluated = EvaluatedLocations()
    return apply(node, to: value, steps: [], &evaluated).isValid
  }

  // MARK: For keywords

  var tracksEvaluated: Bool { graph.tracksEvaluated }
  /// Whether the reasons of a failure are worth finding.
  var explains: Bool { detail != .flag && remaining > 0 }
  var keepsAnnotations: Bool { detail == .everything }
  /// Whether looking further would change nothing that is kept.
  var isDone: Bool { hasFailed && (detail == .flag || (detail == .failures && remaining <= 0)) }

  /// Says that the keyword is broken, and why.
  mutating func fail(_ failure: @autoclosure () -> SchemaFailure) {
    hasFailed = true
    guard detail != .flag, remaining > 0 else { return }
    failures.append(failure())
    remaining -= 1
  }

  /// Says that the keyword is broken for the reasons its schemas gave.
  mutating func fail() { hasFailed = true }

  mutating func annotate(_ annotation: @autoclosure () -> SchemaAnnotation) {
    if detail == .everything { self.annotation = annotation() }
  }

  mutating func markEvaluated(_ index: Int) {
    if graph.tracksEvaluated { evaluated.indices.insert(index) }
  }
  mutating func markEvaluated(prefix: Int) { evaluated.prefix = max(evaluated.prefix, prefix) }
  mutating func markAllEvaluated() { evaluated.all = true }

  /// Applies a schema to a child of the value; what it evaluates there is its own affair.
  mutating func applies(_ node: SchemaNodeID, toChild child: JSONValue, _ steps: String...) -> Bool {
    // Most schemas of most values hold; then there is nothing to keep.
    var inner = EvaluatedLocations()
    return keep(apply(node, to: child, steps: steps, &inner))
  }

  /// Applies a schema to the value itself; what it evaluates counts here too where the value is valid.
  mutating func applies(_ node: SchemaNodeID, to value: JSONValue, _ steps: String...) -> Bool {
    var inner = EvaluatedLocations()
    let isValid = keep(apply(node, to: value, steps: steps, &inner))
    if isValid, graph.tracksEvaluated { evaluated.formUnion(inner) }
    return isValid
  }

  /// Whether a schema holds, where that it does not is no fault by itself.
  mutating func holds(_ node: SchemaNodeID, on value: JSONValue, isChild: Bool = false, _ steps: String...) -> Bool {
    let outer = detail
    if detail == .failures { detail = .flag }
    var inner = EvaluatedLocations()
    let record = apply(node, to: value, steps: steps, &inner)
    detail = outer
    if record.isValid, graph.tracksEvaluated, !isChild { evaluated.formUnion(inner) }
    if detail == .everything { records.append(record) }
    return record.isValid
  }

  /// Whether a schema holds that must not; what it says and evaluates does not count.
  mutating func refutes(_ node: SchemaNodeID, _ value: JSONValue, _ steps: String...) -> Bool {
    let outer = detail
    if detail == .failures { detail = .flag }
    var inner = EvaluatedLocations()
    let record = apply(node, to: value, steps: steps, &inner)
    detail = outer
    return record.isValid
  }

  /// Why a schema does not hold, in a few violations.
  mutating func reasons(_ node: SchemaNodeID, on value: JSONValue) -> [SchemaViolation] {
    let outer = (detail, remaining)
    (detail, remaining) = (.failures, Self.reasonLimit)
    var inner = EvaluatedLocations()
    let record = apply(node, to: value, steps: [], &inner)
    (detail, remaining) = outer
    var collector = ViolationCollector(graph: graph, limit: Self.reasonLimit)
    collector.collect(record)
    return collector.result
  }

  // MARK: The walk

  private mutating func keep(_ record: EvaluationRecord) -> Bool {
    if detail == .everything || !record.isValid, detail != .flag { records.append(record) }
    return record.isValid
  }

  private mutating func apply(
    _ id: SchemaNodeID,
    to value: JSONValue,
    steps: [String],
    _ evaluated: inout EvaluatedLocations
  ) -> EvaluationRecord {
    frames.append(Frame(node: id, steps: detail == .everything ? steps : []))
    defer { frames.removeLast() }
    let node = graph.nodes[id]
    var record = EvaluationRecord(node: id, index: node.place.index, value: value, isValid: true)
    if detail == .everything { record.path = frames.flatMap(\.steps) }
    if let boolean = node.boolean {
      record.isValid = boolean
      if !boolean { refuse(&record, value) }
      return record
    }
    guard frames.count < Self.depthLimit else {
      record.isValid = false
      tooDeep(&record, value)
      return record
    }
    let outer = (self.evaluated, records, failures, hasFailed, annotation, keyword)
    self.evaluated = EvaluatedLocations()
    for keyword in node.keywords {
      (records, failures, hasFailed, annotation) = ([], [], false, nil)
      self.keyword = keyword.place
      keyword.evaluate(value, &self)
      if detail == .everything || (hasFailed && detail != .flag) {
        record.children.append(keywordRecord(keyword.place, id, value))
      }
      guard hasFailed else { continue }
      record.isValid = false
      if detail == .flag || (detail == .failures && (remaining <= 0 || keyword is TypeKeyword)) { break }
    }
    evaluated = self.evaluated
    (self.evaluated, records, failures, hasFailed, annotation, keyword) = outer
    return record
  }

  private func keywordRecord(_ place: KeywordPlace, _ id: SchemaNodeID, _ value: JSONValue) -> EvaluationRecord {
    var record = EvaluationRecord(
      node: id,
      keyword: place,
      index: place.index,
      value: value,
      isValid: !hasFailed,
      failures: failures,
      annotation: annotation,
      children: records
    )
    if hasFailed { (record.level, record.sources) = promise() }
    if detail == .everything { record.path = frames.flatMap(\.steps) + [place.name] }
    return record
  }

  /// What a `false` schema says: the keyword that holds it is the one that is broken.
  private mutating func refuse(_ record: inout EvaluationRecord, _ value: JSONValue) {
    guard detail != .flag, remaining > 0 else { return }
    let subject = ValueDescription.subject(value)
    record.failures = [
      SchemaFailure(
        message: "\(subject) is not allowed here",
        expected: "nothing",
        actual: ValueDescription.describe(value)
      )
    ]
    blameHolder(&record)
    (record.level, record.sources) = promise()
    remaining -= 1
  }

  private mutating func tooDeep(_ record: inout EvaluationRecord, _ value: JSONValue) {
    record.failures = [
      SchemaFailure(
        message: "\(ValueDescription.subject(value)) is nested too deep to be judged",
        expected: "at most \(Self.depthLimit) schemas inside each other",
        actual: "more"
      )
    ]
    blameHolder(&record)
  }

  /// Puts a failure on the keyword that holds the schema; on the schema itself where none does.
  private func blameHolder(_ record: inout EvaluationRecord) {
    if let keyword, frames.count > 1 {
      record.keyword = keyword
      record.node = frames[frames.count - 2].node
    } else {
      record.keyword = KeywordPlace(name: "false", index: graph.nodes[record.node].place.index)
    }
  }

  /// The nearest `level` and `source` on the way to the keyword.
  private func promise() -> (String?, [String]) {
    var level: String?
    var sources: [String] = []
    for frame in frames.reversed() {
      let node = graph.nodes[frame.node]
      if level == nil { level = node.level }
      if sources.isEmpty { sources = node.sources }
      if level != nil, !sources.isEmpty { break }
    }
    return (level, sources)
  }
}
