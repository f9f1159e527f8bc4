import AssayJSON

/// `anyOf` (2020-12 section 10.2.1.2): at least one schema holds.
struct AnyOfKeyword: SchemaKeyword {
  let place: KeywordPlace
  let branches: [SchemaNodeID]

  var inPlace: [SchemaNodeID] { branches }

  var hasAlternatives: Bool { true }

  func record(_ value: JSONValue, _ run: inout SchemaRun) {
    for (position, branch) in branches.enumerated() { run.record(branch, on: value, place.name, String(position)) }
  }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) { run.failAll(branches, on: value) }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    var open: [SchemaNodeID] = []
    for branch in branches {
      let known = builder.known(branch, block)
      if known == .pass { return }
      if known != .fail { open.append(branch) }
    }
    switch open.count {
    case 0: block.fail()
    case 1: builder.include(open[0], &block)
    default: builder.emit(branches: open, isExclusive: false, &block)
    }
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? {
    .words("matches one of \(wanted.count) schemas")
  }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    outside(kept)
  }

  /// Returns changes of the value to values that match none of the alternatives.
  static func outside(_ kept: KeptKeyword) -> [KeywordBreakage] {
    let without = kept.value.members.map { [JSONEdit.remove(kept.place.appending($0.key))] }
    let others = KeywordBreakage.otherTypes(kept.place) + KeywordBreakage.otherValues(kept.place, kept.value)
    return [.init("no-alternative", "Sends \(kept.spoken) in none of its forms.", others + without)]
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    AnyOfKeyword(place: input.place, branches: try compiler.nodes(try input.array(), input))
  }
}
