import AssayJSON

/// The evaluation of a keyword's subschemas.
extension SchemaRun {
  /// Returns true if `value` matches a schema, decided by the program; records nothing.
  func accepts(_ value: JSONValue, by node: SchemaNodeID) -> Bool {
    runner.verdict(runner.place(value), by: node) == .holds
  }

  /// Returns the members or items of `value` that the current schema's keywords evaluate, except `unevaluated…`
  /// keywords.
  func evaluatedLocations(in value: JSONValue) -> EvaluatedLocations {
    guard let node else { return EvaluatedLocations() }
    return runner.evaluatedLocations(in: value, by: node) { accepts($0, by: $1) }
  }

  /// Returns true if applying the schema would record something: `value` does not match it, or the run keeps
  /// everything.
  func isWorthAsking(_ node: SchemaNodeID, of value: JSONValue) -> Bool {
    search.detail == .everything || !accepts(value, by: node)
  }

  /// Applies a schema to a member or item of the value, and records why it does not match; returns true if it matches.
  mutating func applies(_ node: SchemaNodeID, toChild child: JSONValue, _ steps: String...) -> Bool {
    judge(node, child, steps)
  }

  /// Applies a schema to the value itself, and records why it does not match; returns true if it matches.
  mutating func applies(_ node: SchemaNodeID, to value: JSONValue, _ steps: String...) -> Bool {
    judge(node, value, steps)
  }

  /// Returns true if `value` matches a schema, where a mismatch is not a fault by itself (as in `if`). Results are
  /// recorded only if the run keeps everything.
  mutating func holds(_ node: SchemaNodeID, on value: JSONValue, _ steps: String...) -> Bool {
    search.detail == .everything ? judge(node, value, steps) : accepts(value, by: node)
  }

  /// Records the result of applying a schema; returns true if `value` matches.
  @discardableResult
  mutating func record(_ node: SchemaNodeID, on value: JSONValue, _ steps: String...) -> Bool {
    judge(node, value, steps)
  }

  /// Returns a few violations that explain why `value` does not match a schema. Reasons inside nested alternatives are
  /// not searched for, but kept as causes.
  mutating func reasons(_ node: SchemaNodeID, on value: JSONValue) -> [ViolationCollector.Reason] {
    let outer = search
    search = Search(detail: .failures, remaining: Self.reasonLimit, frameLimit: innerFrameLimit, isInBranch: true)
    var collector = ViolationCollector(graph: graph, limit: Self.reasonLimit)
    collector.collect(apply(node, to: value, steps: []))
    search = outer
    return collector.reasons
  }

  /// The limit on nested schemas for a search inside the current one.
  private var innerFrameLimit: Int { max(search.frameLimit, frames.count + Self.frameLimit) }

  /// Returns how far `value` is from matching a schema that it breaks.
  mutating func score(_ node: SchemaNodeID, on value: JSONValue) -> BranchScore {
    score(node, on: value, limit: Self.reasonLimit)
  }

  /// Returns the weight of the most severe fault of `value` against a schema it breaks, without limiting the number of
  /// faults.
  ///
  /// The weight is computed once for each schema and place, which limits the work for nested alternatives.
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

  /// Records that `value` matches none of the subschemas `branches`, with the reason of the nearest one.
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

  /// Returns the level of the mildest branch, for a failure of `branches` that needs no message; `nil` unless it is
  /// milder than the keyword's own level.
  mutating func mildLevel(of branches: [SchemaNodeID], on value: JSONValue) -> String? {
    guard graph.hasLevels, weight() > 0, alternativeDepth < Self.alternativeDepthLimit else { return nil }
    alternativeDepth += 1
    defer { alternativeDepth -= 1 }
    let weight = NearestBranch.weight(of: value, branches, &self)
    return weight < self.weight() ? ViolationCollector.level(weight) : nil
  }
}
