import AssayJSON

/// `oneOf` (2020-12 section 10.2.1.3): exactly one schema holds.
struct OneOfKeyword: SchemaKeyword {
  let place: KeywordPlace
  let branches: [SchemaNodeID]

  var inPlace: [SchemaNodeID] { branches }

  var hasAlternatives: Bool { true }

  func record(_ value: JSONValue, _ run: inout SchemaRun) {
    for (position, branch) in branches.enumerated() { run.record(branch, on: value, place.name, String(position)) }
  }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    // No copy of the run is held while it goes on: it would be copied again with all it knows, for each value.
    var holding: [Int] = []
    for (position, branch) in branches.enumerated() where holding.count < 2 && run.accepts(value, by: branch) {
      holding.append(position)
    }
    guard holding.count > 1 else { return run.failAll(branches, on: value) }
    run.fail(
      SchemaFailure(
        detail: .ambiguous(alternatives: holding),
        message: "\(ValueDescription.subject(value)) matches alternatives \(holding[0] + 1) and \(holding[1] + 1) "
          + "of \(branches.count), expected one",
        expected: "exactly one of \(branches.count) alternatives",
        actual: ValueDescription.describe(value)
      )
    )
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    var open: [SchemaNodeID] = []
    var passing = 0
    for branch in branches {
      let known = builder.known(branch, block)
      if known == .pass { passing += 1 }
      if known != .fail { open.append(branch) }
    }
    switch (open.count, passing) {
    case (0, _), (_, 2...): block.fail()
    case (1, _): builder.include(open[0], &block)
    default: builder.emit(branches: open, isExclusive: true, &block)
    }
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? {
    .words("matches exactly one of \(wanted.count) schemas")
  }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    AnyOfKeyword.outside(kept)
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    OneOfKeyword(place: input.place, branches: try compiler.nodes(try input.array(), input))
  }
}
