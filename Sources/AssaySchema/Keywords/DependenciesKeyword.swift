import AssayJSON

/// `dependencies` (draft 7 section 6.5.7), which later drafts split into `dependentSchemas` and `dependentRequired`.
struct DependenciesKeyword: SchemaKeyword {
  let place: KeywordPlace
  let schemas: DependentSchemasKeyword
  let names: DependentRequiredKeyword

  var inPlace: [SchemaNodeID] { schemas.inPlace }

  func evaluate(_ value: JSONValue, _ run: inout SchemaRun) {
    schemas.evaluate(value, &run)
    names.evaluate(value, &run)
  }

  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ run: SchemaRun) {
    schemas.lookAt(value, &locations, run)
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    schemas.emit(&block, &builder)
    names.emit(&block, &builder)
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
    var schemas: [(name: String, schema: SchemaNodeID)] = []
    var names: [(name: String, required: [String])] = []
    for member in try input.object() {
      if member.value.kind == .array {
        names.append((member.key, member.value.items.compactMap(\.string)))
      } else if input.dialect == .draft4, let name = member.value.string {
        names.append((member.key, [name]))
      } else {
        schemas.append((member.key, try compiler.node(member.value, input)))
      }
    }
    return DependenciesKeyword(
      place: input.place,
      schemas: DependentSchemasKeyword(place: input.place, schemas: schemas),
      names: DependentRequiredKeyword(place: input.place, names: names)
    )
  }
}
