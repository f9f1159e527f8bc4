import AssayJSON

/// A search for the reasons why a value does not match a schema, or for all results and annotations.
///
/// Validity itself is decided by the compiled program. The search only visits the schemas and keywords that the program
/// reports as failed, to describe the faults. It visits all schemas only if everything is kept.
struct SchemaRun {
  /// The results that a search keeps.
  enum Detail: Sendable {
    /// Only the number, depth and severity of the failures.
    case score
    /// The failures themselves.
    case failures
    /// All results, including annotations.
    case everything
  }

  let graph: SchemaGraph
  let runner: ProgramRunner
  /// The current search.
  var search: Search
  /// The number of schemas that may still be visited. If everything is kept, the sum of the path lengths to the schemas
  /// that may be visited.
  private var budget: Int
  var frames: [Frame] = []
  /// The values that are nested too deep to be explained at once; they are explained when the call stack is empty
  /// again.
  private var pending: [Pending] = []
  /// The counts of failures of each kind, which limit how many are kept.
  private(set) var breaches = BreachCounter()
  /// The keyword that is being evaluated, with its results so far.
  var current = Current()
  var weighing = Weighing()

  /// The maximum number of nested schemas. It is low, since a secondary thread has a stack of 512 KiB on Apple's
  /// systems, and a level takes several KiB without optimisation.
  static let frameLimit = 32
  private static let recordedFrameLimit = 150
  private static let recordedBudget = 250_000
  private static let budget = 200_000
  static let reasonLimit = 20
  var alternativeDepth = 0
  static let alternativeDepthLimit = 8

  /// The state of a search for faults. To explain one branch of an alternative, a second search is made inside the
  /// first.
  struct Search {
    var detail: Detail
    /// The number of failures that are still worth keeping.
    var remaining: Int
    /// The maximum number of nested schemas.
    var frameLimit: Int
    /// The pairs of schema and value whose failures are already reported, or will be.
    var explained: Set<Explanation> = []
    /// True if the search explains one branch of an alternative, of which only the first reason is used.
    var isInBranch = false
    var score = BranchScore()
  }

  /// A keyword of a schema, with its results so far.
  struct Current {
    var keyword: KeywordPlace?
    /// The position of the keyword in its schema.
    var position = 0
    var records: [EvaluationRecord] = []
    var failures: [SchemaFailure] = []
    var hasFailed = false
    var annotation: SchemaAnnotation?
  }

  /// The state of a search that only determines the weight of the most severe fault.
  struct Weighing {
    static let most = 100_000
    var isOn = false
    /// The weights found so far.
    var known: [Explanation: Int] = [:]
    /// The number of schemas that may still be visited. When it is used up, or alternatives are nested too deep, a
    /// fault gets the weight of the one around it. This is the safe choice: a `must` counts as kept only if that is
    /// certain.
    var budget = 1_000_000
  }

  struct Frame {
    var node: SchemaNodeID
    var value: Int
    var level: String?
    var sources: [String] = []
    var steps: [String] = []
    /// The depth of the frame's value below the value of the first frame.
    var valueDepth = 0
  }

  struct Explanation: Hashable {
    var node: SchemaNodeID
    var value: Int
    /// The level at which the fault is reported; it is reported again only for a different level.
    var level: String?
  }

  private struct Pending {
    var node: SchemaNodeID
    var value: JSONValue
    var level: String?
    var sources: [String]
  }

  init(runner: ProgramRunner, detail: Detail, limit: Int = .max) {
    graph = runner.program._withUnsafeGuaranteedRef { $0.graph }
    self.runner = runner
    budget = detail == .everything ? Self.recordedBudget : Self.budget
    let frames = detail == .everything ? Self.recordedFrameLimit : Self.frameLimit
    search = Search(detail: detail, remaining: limit, frameLimit: frames)
  }

  /// Evaluates `value` by the graph's root schema, and returns the results of all schemas and keywords.
  mutating func evaluate(_ value: JSONValue) -> EvaluationRecord { apply(graph.root, to: value, steps: []) }

  /// Calls `receive` with the failures of a value that does not match the graph's root schema.
  mutating func explain(_ value: JSONValue, _ receive: (EvaluationRecord) -> Void) {
    pending = [Pending(node: graph.root, value: value, level: nil, sources: [])]
    var position = 0
    while position < pending.count, search.remaining > 0 {
      let next = pending[position]
      position += 1
      // Where the walk is resumed, what was said on the way there still counts.
      frames = [Frame(node: next.node, value: next.value.index, level: next.level, sources: next.sources)]
      receive(apply(next.node, to: next.value, steps: []))
    }
  }

  // MARK: For keywords

  /// The schema that is being evaluated.
  var node: SchemaNodeID? { frames.last?.node }

  /// True if the search still needs the reasons of failures.
  var explains: Bool { (search.detail == .failures || search.detail == .everything) && search.remaining > 0 }
  var keepsAnnotations: Bool { search.detail == .everything }
  /// True if the keyword has failed and the search keeps no further failures.
  var isDone: Bool { current.hasFailed && search.detail != .everything && search.remaining <= 0 }

  /// Records that the current keyword is broken, with the reason. `inChild` is true if the reason is about a member or
  /// item of the value.
  ///
  /// `member` is the missing member, if the keyword can name several; `level` is the level of the broken promise, if it
  /// differs from the keyword's.
  mutating func fail(
    inChild: Bool = false,
    member: String? = nil,
    level: String? = nil,
    _ failure: @autoclosure () -> SchemaFailure
  ) {
    current.hasFailed = true
    guard search.remaining > 0 else { return }
    if search.detail == .score {
      let depth = (frames.last?.valueDepth ?? 0) + (inChild ? 1 : 0)
      tally(current.keyword?.name ?? "", depth: depth, weight: weight(level))
    } else if let failure = admitted(member: member, level: level, failure) {
      current.failures.append(failure)
    }
  }

  /// Returns true if the limit for such failures at `level` is reached, so that a further one is only counted and needs
  /// no message.
  func isTold(_ level: String? = nil) -> Bool {
    search.detail == .failures && !search.isInBranch
      && breaches.isFull(path: frames.map(\.node), keyword: current.keyword?.index ?? 0, level: level)
  }

  /// Counts a failure, and calls `failure` to make it if it is to be kept; otherwise returns `nil`, and no message is
  /// made.
  private mutating func admitted(
    of node: SchemaNodeID? = nil,
    member: String? = nil,
    level: String? = nil,
    _ failure: () -> SchemaFailure
  ) -> SchemaFailure? {
    var kind: Int?
    if search.detail == .failures, !search.isInBranch {
      let counted = breaches.count(
        path: frames.map(\.node) + [node].compactMap { $0 },
        keyword: current.keyword?.index ?? 0,
        level: level,
        missingMember: member
      )
      guard counted.isKept else { return nil }
      kind = counted.kind
    }
    search.remaining -= 1
    var failure = failure()
    failure.kind = kind
    return failure
  }

  /// Adds a fault to the score. If only the most severe fault is needed, the search ends after one of the greatest
  /// weight.
  private mutating func tally(_ keyword: String, depth: Int, weight: Int) {
    search.score.add(keyword, depth: depth, weight: weight)
    search.remaining = weighing.isOn && weight == BranchScore.gravest ? 0 : search.remaining - 1
  }

  /// Records that the current keyword is broken; its subschemas have already recorded the reasons.
  mutating func fail() { current.hasFailed = true }

  mutating func annotate(_ annotation: @autoclosure () -> SchemaAnnotation) {
    if search.detail == .everything { current.annotation = annotation() }
  }

  // MARK: The walk

  mutating func judge(_ node: SchemaNodeID, _ value: JSONValue, _ steps: [String]) -> Bool {
    switch search.detail {
    case .everything:
      let record = apply(node, to: value, steps: steps)
      current.records.append(record)
      return record.isValid
    case .score, .failures:
      switch runner.verdict(runner.place(value), by: node) {
      case .holds: return true
      case .undecided: note(.undecided(value), node, value)
      case .fails: explain(node, value)
      }
      return false
    }
  }

  /// Records the reasons why `value` does not match a schema, unless they are already recorded.
  private mutating func explain(_ node: SchemaNodeID, _ value: JSONValue) {
    let told = Explanation(node: node, value: value.index, level: graph.nodes[node].level ?? promise().0)
    guard search.remaining > 0, !search.explained.contains(told) else { return }
    if !weighing.isOn, budget <= 0 {
      return note(.leftOut(value), node, value, level: mildLevel(of: [node], on: value))
    }
    search.explained.insert(told)
    if weighing.isOn {
      weighing.budget -= 1
      if weighing.budget < 0 { return tally("", depth: 0, weight: BranchScore.gravest) }
    } else {
      budget -= 1
    }
    if frames.count < search.frameLimit {
      let record = apply(node, to: value, steps: [])
      if search.detail == .failures, !record.isSilent { current.records.append(record) }
    } else if search.detail == .score || search.isInBranch {
      note(.further(value, [node]), node, value)
    } else {
      let (level, sources) = promise()
      pending.append(Pending(node: node, value: value, level: level, sources: sources))
    }
  }

  /// Records a failure of a schema without visiting the schema for reasons.
  private mutating func note(
    _ failure: @autoclosure () -> SchemaFailure,
    _ node: SchemaNodeID,
    _ value: JSONValue,
    level: String? = nil
  ) {
    guard search.remaining > 0 else { return }
    if search.detail == .score {
      return tally("", depth: (frames.last?.valueDepth ?? 0) + 1, weight: weight(level))
    }
    guard var failure = admitted(of: node, level: level, failure) else { return }
    failure.level = level
    var record = EvaluationRecord(node: node, index: graph.nodes[node].place.index, value: value, isValid: false)
    record.failures = [failure]
    (record.level, record.sources) = promise()
    if let keyword = current.keyword, let holder = frames.last?.node {
      (record.keyword, record.node) = (keyword, holder)
    }
    current.records.append(record)
  }

  mutating func apply(_ id: SchemaNodeID, to value: JSONValue, steps: [String]) -> EvaluationRecord {
    let isBelow = frames.last.map { $0.value != value.index } ?? false
    frames.append(
      Frame(node: id, value: value.index, steps: steps, valueDepth: (frames.last?.valueDepth ?? 0) + (isBelow ? 1 : 0))
    )
    defer { frames.removeLast() }
    let node = graph.nodes[id]
    var record = EvaluationRecord(node: id, index: node.place.index, value: value, isValid: true)
    if search.detail == .everything {
      record.path = frames.flatMap(\.steps)
      budget -= frames.count
      if budget < 0 || frames.count > search.frameLimit { return unfollowed(record) }
    }
    if let boolean = node.boolean {
      record.isValid = boolean
      if !boolean { refuse(&record, value) }
      return record
    }
    let outer = current
    for (position, keyword) in node.keywords.enumerated() {
      current = Current(keyword: keyword.place, position: position)
      judge(keyword, id, value)
      if search.detail == .everything
        || (search.detail == .failures && !(current.failures.isEmpty && current.records.isEmpty))
      {
        record.children.append(keywordRecord(keyword.place, id, value))
      }
      guard current.hasFailed else { continue }
      record.isValid = false
      if search.detail != .everything, search.remaining <= 0 || keyword is TypeKeyword { break }
    }
    current = outer
    return record
  }

  /// Evaluates one keyword for a value, and records the reasons if it does not match.
  private mutating func judge(_ keyword: any SchemaKeyword, _ node: SchemaNodeID, _ value: JSONValue) {
    if search.detail == .everything {
      // The schemas of a conjunction are gone through anyway, and say it all.
      if keyword.isConjunction { return keyword.explain(value, &self) }
      keyword.record(value, &self)
    }
    switch runner.verdict(runner.place(value), by: cell(ofKeywordIn: node)) {
    case .holds: return
    case .undecided: if keyword.isConjunction || keyword.hasAlternatives { keyword.explain(value, &self) }
    case .fails: keyword.explain(value, &self)
    }
  }

  /// Returns the entry point of the program's instructions for the current keyword alone.
  func cell(ofKeywordIn node: SchemaNodeID) -> SchemaNodeID {
    runner.program._withUnsafeGuaranteedRef { $0.cell(ofKeyword: current.position, in: node) }
  }

  /// Returns the record of a schema that is not visited, because it is nested too deep or the budget is used up: only
  /// its validity is determined.
  private mutating func unfollowed(_ record: EvaluationRecord) -> EvaluationRecord {
    var record = record
    switch runner.verdict(runner.place(record.value), by: record.node) {
    case .holds: return record
    case .fails: record.failures = [.leftOut(record.value)]
    case .undecided: record.failures = [.undecided(record.value)]
    }
    record.isValid = false
    blameHolder(&record)
    return record
  }

  private func keywordRecord(_ place: KeywordPlace, _ id: SchemaNodeID, _ value: JSONValue) -> EvaluationRecord {
    var record = EvaluationRecord(
      node: id,
      keyword: place,
      index: place.index,
      value: value,
      isValid: !current.hasFailed,
      failures: current.failures,
      annotation: current.annotation,
      children: current.records
    )
    if current.hasFailed { (record.level, record.sources) = promise() }
    if search.detail == .everything { record.path = frames.flatMap(\.steps) + [place.name] }
    return record
  }

  /// Records the failure of a schema that is `false`; the keyword that contains it counts as the broken one.
  private mutating func refuse(_ record: inout EvaluationRecord, _ value: JSONValue) {
    guard search.remaining > 0 else { return }
    if search.detail == .score {
      return tally(current.keyword?.name ?? "", depth: frames.last?.valueDepth ?? 0, weight: weight())
    }
    guard let failure = admitted({ .refused(value) }) else { return }
    record.failures = [failure]
    blameHolder(&record)
    (record.level, record.sources) = promise()
  }

  /// Makes the keyword that contains the failed schema the broken one; for the root schema, the schema itself.
  private func blameHolder(_ record: inout EvaluationRecord) {
    if let keyword = current.keyword, frames.count > 1 {
      record.keyword = keyword
      record.node = frames[frames.count - 2].node
    } else {
      record.keyword = KeywordPlace(name: "false", index: graph.nodes[record.node].place.index)
    }
  }

  /// Returns the weight of a failure of the current keyword; `level` is the failure's own level, if it has one.
  func weight(_ level: String? = nil) -> Int {
    ViolationCollector.weight(graph.hasLevels ? level ?? promise().level : nil)
  }

  /// Returns the nearest enclosing `level` and `source` on the path to the current keyword.
  func promise() -> (level: String?, sources: [String]) {
    var level: String?
    var sources: [String] = []
    for frame in frames.reversed() {
      let node = graph.nodes[frame.node]
      if level == nil { level = node.level ?? frame.level }
      if sources.isEmpty { sources = node.sources.isEmpty ? frame.sources : node.sources }
      if level != nil, !sources.isEmpty { break }
    }
    return (level, sources)
  }
}
