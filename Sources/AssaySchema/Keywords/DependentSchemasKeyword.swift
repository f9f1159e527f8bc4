import AssayJSON

/// `dependentSchemas` (2020-12 section 10.2.2.4): a member's presence brings a schema for the whole object.
struct DependentSchemasKeyword: SchemaKeyword {
  let place: KeywordPlace
  let schemas: [(name: String, schema: SchemaNodeID)]

  var inPlace: [SchemaNodeID] { schemas.map(\.schema) }

  func evaluate(_ value: JSONValue, _ run: inout SchemaRun) {
    guard value.kind == .object else { return }
    let present = MemberNames.present(schemas.map { Array($0.name.utf8) }, in: value)
    for (name, schema) in schemas where present.contains(Array(name.utf8)) {
      if !run.applies(schema, to: value, place.name, name) { run.fail() }
      if run.isDone { return }
    }
  }

  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ run: SchemaRun) {
    let present = MemberNames.present(schemas.map { Array($0.name.utf8) }, in: value)
    locations.inPlace += schemas.filter { present.contains(Array($0.name.utf8)) }.map(\.schema)
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .object else { return }
    for (name, schema) in schemas where !block.members.depend(on: name, node: schema) { return block.fallBack() }
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
    var schemas: [(name: String, schema: SchemaNodeID)] = []
    for member in try input.object() { schemas.append((member.key, try compiler.node(member.value, input))) }
    return DependentSchemasKeyword(place: input.place, schemas: schemas)
  }
}
