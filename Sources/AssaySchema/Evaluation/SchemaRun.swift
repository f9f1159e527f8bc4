import AssayJSON

/// One evaluation of a value: the walk through the schemas, and what it found.
///
/// The program decides if a schema, or a keyword, holds. The walk visits only the failures the program reports, and
/// asks for their words. It visits every schema only if everything is kept.
struct SchemaRun {
  /// The amount of detail that a search keeps.
  enum Detail: Sendable {
    /// The score of the failures: their number, depth and weight.
    case score
    /// The failures themselves.
    case failures
    /// All of it, annotations too.
    case everything
  }

  let graph: SchemaGraph
  let runner: ProgramRunner
  /// The search under way.
  var search: Search
  /// The number of schemas that may still be walked through; if everything is kept, the length of all paths to them.
  private var budget: Int
  var frames: [Frame] = []
  /// The values nested too deep to be explained before the stack is empty again.
  private var pending: [Pending] = []
  /// The failures to keep, where all of them are looked for.
  private(set) var breaches = BreachCounter()
  /// The keyword being judged, and what was found of it.
  var current = Current()
  var weighing = Weighing()

  /// Few, as a secondary thread has 512 KiB of stack on Apple's systems, and a level takes several without optimisation.
  static let frameLimit = 32
  private static let recordedFrameLimit = 150
  private static let recordedBudget = 250_000
  private static let budget = 200_000
  static let reasonLimit = 20
  var alternativeDepth = 0
  static let alternativeDepthLimit = 8

  /// A search for what is wrong; another may be made inside of it, for a branch.
  struct Search {
    var detail: Detail
    /// The number of failures that are still worth keeping.
    var remaining: Int
    /// The most frames there may be.
    var frameLimit: Int
    /// The schemas and values whose failures are reported already, or will be.
    var explained: Set<Explanation> = []
    /// True if the search explains a branch, of which only the first reason counts.
    var isInBranch = false
    var score = BranchScore()
  }

  /// A keyword of a schema, and what was found of it so far.
  struct Current {
    var keyword: KeywordPlace?
    /// Its position in its schema.
    var position = 0
    var records: [EvaluationRecord] = []
    var failures: [SchemaFailure] = []
    var hasFailed = false
    var annotation: SchemaAnnotation?
  }

  /// The weight of what is wrong, where only the gravest of it is asked for.
  struct Weighing {
    static let most = 100_000
    var isOn = false
    /// The weights found so far.
    var known: [Explanation: Int] = [:]
    /// The number of schemas that may still be walked through to find the weight. After that, or if alternatives or
    /// frames are nested too deep, a fault weighs as much as the one around it: a `must` counts as kept only if that is
    /// known, and here it is not.
    var budget = 1_000_000
  }

  struct Frame {
    var node: SchemaNodeID
    var value: Int
    var level: String?
    var sources: [String] = []
    var steps: [String] = []
    /// The depth of its value below the first one.
    var valueDepth = 0
  }

  struct Explanation: Hashable {
    var node: SchemaNodeID
    var value: Int
    /// A fault reported at one level is not reported for a graver one.
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

  /// Judges a value by the graph's root, keeping everything.
  mutating func evaluate(_ value: JSONValue) -> EvaluationRecord { apply(graph.root, to: value, steps: []) }

  /// Hands over what is wrong with a value that breaks the graph's root.
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

  /// The schema that is judged now.
  var node: SchemaNodeID? { frames.last?.node }

  /// True if the reasons of a failure are worth finding.
  var explains: Bool { (search.detail == .failures || search.detail == .everything) && search.remaining > 0 }
  var keepsAnnotations: Bool { search.detail == .everything }
  /// True if a further search would change nothing that is kept.
  var isDone: Bool { current.hasFailed && search.detail != .everything && search.remaining <= 0 }

  /// Says that the keyword is broken, and why; further inside the value where `inChild` says so.
  ///
  /// `member` is one that is missing, of several that may be; `level` that of what is broken, where it is not the keyword's.
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

  /// Returns true if a further failure of the keyword at `level` would only be counted, so that its words are not
  /// needed.
  func isTold(_ level: String? = nil) -> Bool {
    search.detail == .failures && !search.isInBranch
      && breaches.isFull(path: frames.map(\.node), keyword: current.keyword?.index ?? 0, level: level)
  }

  /// The failure, where it is one of those that are kept; those that are not are never worded.
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

  /// Counts what is wrong. Where only the gravest is asked for, nothing after one as grave as can be is looked at.
  private mutating func tally(_ keyword: String, depth: Int, weight: Int) {
    search.score.add(keyword, depth: depth, weight: weight)
    search.remaining = weighing.isOn && weight == BranchScore.gravest ? 0 : search.remaining - 1
  }

  /// Says that the keyword is broken for the reasons its schemas gave.
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

  /// Adds why a schema does not hold, unless it is reported already.
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

  /// Adds a failure of a schema that is not walked through.
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

  /// Finds out whether a value keeps one keyword, and where it does not, why.
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

  /// The steps of the keyword being judged.
  func cell(ofKeywordIn node: SchemaNodeID) -> SchemaNodeID {
    runner.program._withUnsafeGuaranteedRef { $0.cell(ofKeyword: current.position, in: node) }
  }

  /// The record of a schema too deep down, or one too many, to be followed.
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

  /// Records the failure of a `false` schema: the keyword that holds the schema is the broken one.
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

  /// Puts a failure on the keyword that holds the schema; on the schema itself where none does.
  private func blameHolder(_ record: inout EvaluationRecord) {
    if let keyword = current.keyword, frames.count > 1 {
      record.keyword = keyword
      record.node = frames[frames.count - 2].node
    } else {
      record.keyword = KeywordPlace(name: "false", index: graph.nodes[record.node].place.index)
    }
  }

  /// Returns the weight of a breach of the keyword, at `level` if the breach has its own.
  func weight(_ level: String? = nil) -> Int {
    ViolationCollector.weight(graph.hasLevels ? level ?? promise().level : nil)
  }

  /// The nearest `level` and `source` on the way to the keyword.
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
