import AssayJSON

/// `$ref`, `$dynamicRef` (2020-12 section 8.2.3) and `$recursiveRef` (2019-09); references are static once compiled.
struct ReferenceKeyword: SchemaKeyword {
  let place: KeywordPlace
  let target: SchemaNodeID

  var inPlace: [SchemaNodeID] { [target] }
  var isConjunction: Bool { true }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    if !run.applies(target, to: value, place.name) { run.fail() }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) { builder.include(target, &block) }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    ReferenceKeyword(place: input.place, target: try compiler.node(reference: try input.string(), input))
  }
}
