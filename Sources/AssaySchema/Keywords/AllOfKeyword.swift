import AssayJSON

/// `allOf` (2020-12 section 10.2.1.1): every schema holds.
struct AllOfKeyword: SchemaKeyword {
  let place: KeywordPlace
  let branches: [SchemaNodeID]

  var inPlace: [SchemaNodeID] { branches }
  var isConjunction: Bool { true }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    for (position, branch) in branches.enumerated() {
      if !run.applies(branch, to: value, place.name, String(position)) { run.fail() }
      if run.isDone { return }
    }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    for branch in branches { builder.include(branch, &block) }
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    AllOfKeyword(place: input.place, branches: try compiler.nodes(try input.array(), input))
  }
}
