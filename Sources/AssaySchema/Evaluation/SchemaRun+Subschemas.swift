import AssayJSON

/// The questions that keywords ask of the schemas inside them.
extension SchemaRun {
  /// Returns true if a schema holds according to the program, without a trace.
  func accepts(_ value: JSONValue, by node: SchemaNodeID) -> Bool {
    runner.verdict(runner.place(value), by: node) == .holds
  }

  /// Returns the parts of a value that the keywords next to an `unevaluated…` of the current schema look at.
  func evaluatedLocations(in value: JSONValue) -> EvaluatedLocations {
    guard let node else { return EvaluatedLocations() }
    return runner.evaluatedLocations(in: value, by: node) { accepts($0, by: $1) }
  }

  /// Returns true if applying a schema would leave anything to keep.
  func isWorthAsking(_ node: SchemaNodeID, of value: JSONValue) -> Bool {
    search.detail == .everything || !accepts(value, by: node)
  }

  /// Applies a schema to a child of the value.
  mutating func applies(_ node: SchemaNodeID, toChild child: JSONValue, _ steps: String...) -> Bool {
    judge(node, child, steps)
  }

  /// Applies a schema to the value itself.
  mutating func applies(_ node: SchemaNodeID, to value: JSONValue, _ steps: String...) -> Bool {
    judge(node, value, steps)
  }

  /// Returns true if a schema holds, where a mismatch is not a fault by itself. Its records are kept if everything is
  /// kept.
  mutating func holds(_ node: SchemaNodeID, on value: JSONValue, _ steps: String...) -> Bool {
    search.detail == .everything ? judge(node, value, steps) : accepts(value, by: node)
  }

  /// Notes what a schema says; whether it holds.
  @discardableResult
  mutating func record(_ node: SchemaNodeID, on value: JSONValue, _ steps: String...) -> Bool {
    judge(node, value, steps)
  }

  /// Why a schema does not hold, in a few violations; the innermost reasons are left to their causes.
  mutating func reasons(_ node: SchemaNodeID, on value: JSONValue) -> [ViolationCollector.Reason] {
    let outer = search
    search = Search(detail: .failures, remaining: Self.reasonLimit, frameLimit: innerFrameLimit, isInBranch: true)
    var collector = ViolationCollector(graph: graph, limit: Self.reasonLimit)
    collector.collect(apply(node, to: value, steps: []))
    search = outer
    return collector.reasons
  }

  /// The most frames of a search inside this one.
  private var innerFrameLimit: Int { max(search.frameLimit, frames.count + Self.frameLimit) }

  /// The distance between a value and a schema it breaks.
  mutating func score(_ node: SchemaNodeID, on value: JSONValue) -> BranchScore {
    score(node, on: value, limit: Self.reasonLimit)
  }

  /// Returns the weight of the gravest fault of a value that breaks a schema, however many faults there are.
  ///
  /// Each schema weighs a place once, so nested alternatives take no more work than there are places.
  mutating func weight(of node: SchemaNodeID, on value: JSONValue) -> Int {
    let question = Explanation(node: node, value: value.index, level: graph.nodes[node].level ?? promise().level)
    if let known = weighing.known[question] { return known }
    weighing.budget -= 1
    guard weighing.budget >= 0 else { return BranchScore.gravest }
    let outer = weighing.isOn
    weighing.isOn = true
    let weight = score(node, on: value, limit: .max).weight
    weighing.isOn = outer
    if weighing.known.count >= Weighing.most { weighing.known.removeAll(keepingCapacity: true) }
    weighing.known[question] = weight
    return weight
  }

  private mutating func score(_ node: SchemaNodeID, on value: JSONValue, limit: Int) -> BranchScore {
    let outer = search
    search = Search(
      detail: .score,
      remaining: limit,
      frameLimit: innerFrameLimit,
      isInBranch: outer.isInBranch
    )
    let frame = Frame(node: node, value: value.index)
    frames.append(frame)
    _ = apply(node, to: value, steps: [])
    frames.removeLast()
    defer { search = outer }
    return search.score
  }

  /// Fails the keyword none of whose schemas holds, with the reason of the nearest one.
  mutating func failAll(_ branches: [SchemaNodeID], on value: JSONValue) {
    // Where everything is kept, all reasons are; inside a branch, the nearest is looked for once the branch is known.
    guard search.detail == .failures, !search.isInBranch, search.remaining > 0 else {
      return fail(level: search.detail == .score ? mildLevel(of: branches, on: value) : nil, .further(value, branches))
    }
    let weight = graph.hasLevels ? NearestBranch.weight(of: value, branches, &self) : weight()
    let level = weight < self.weight() ? ViolationCollector.level(weight) : nil
    if isTold(level) { return fail(level: level, .further(value, branches)) }
    var failure = NearestBranch.failure(of: value, branches, &self)
    failure.level = level
    fail(level: level, failure)
  }

  /// The level of a failure of `branches` that is not worded, where it is milder than the keyword's own.
  mutating func mildLevel(of branches: [SchemaNodeID], on value: JSONValue) -> String? {
    guard graph.hasLevels, weight() > 0, alternativeDepth < Self.alternativeDepthLimit else { return nil }
    alternativeDepth += 1
    defer { alternativeDepth -= 1 }
    let weight = NearestBranch.weight(of: value, branches, &self)
    return weight < self.weight() ? ViolationCollector.level(weight) : nil
  }
}
