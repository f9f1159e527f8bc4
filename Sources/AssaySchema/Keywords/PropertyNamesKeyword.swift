import AssayJSON

/// `propertyNames` (2020-12 section 10.3.2.4): a schema for the names themselves.
struct PropertyNamesKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .object }

  let place: KeywordPlace
  let schema: SchemaNodeID

  var inChildren: [SchemaNodeID] { [schema] }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    // A name is not a place in the value, so what its schema annotates has nowhere to go.
    for member in value.members where !run.accepts(member.keyValue, by: schema) {
      if !run.graph.hasLevels, run.isTold() {
        run.fail(inChild: true, failure(for: member, nil))
        continue
      }
      // What says no level of its own has that of the keyword, which no level inside it outweighs.
      let reasons = run.explains ? run.reasons(schema, on: member.keyValue) : []
      let first =
        reasons.first { $0.violation.level == nil } ?? reasons.first { $0.violation.level == "must" }
        ?? reasons.first { $0.violation.level == "should" } ?? reasons.first
      let reason = first.map { NearestBranch.innermost($0, &run).failure }
      var failure = failure(for: member, reason)
      failure.level = first?.violation.level
      failure.sources = first?.violation.sources ?? []
      run.fail(inChild: true, level: failure.level, failure)
      if run.isDone { return }
    }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    if block.kind == .object { block.append(.names, a: schema) }
  }

  private func failure(for member: JSONMember, _ reason: SchemaFailure?) -> SchemaFailure {
    SchemaFailure(
      detail: .badName(reason?.detail),
      message: "the name \(member.keyValue.text) is not allowed: \(reason?.message ?? "no name is")",
      expected: reason?.expected ?? "no member",
      actual: ValueDescription.describe(member.keyValue),
      alternatives: reason?.alternatives ?? [],
      value: member.keyValue
    )
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? { .words("keeps `\(name)`") }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    let names = ["x_other", "X-OTHER", "x other", "?", String(repeating: "x", count: 1_000)]
    let edits: [[JSONEdit]] = names.map { [.add(kept.place, $0, kept.likeMember)] }
    return [.init("misnamed-member", "Sends a member of \(kept.spoken) under a name it may not have.", edits)]
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    PropertyNamesKeyword(place: input.place, schema: try compiler.node(input.value, input))
  }
}
