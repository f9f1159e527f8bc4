import AssayJSON

/// `unevaluatedProperties` (2020-12 section 11.3): a schema for members no other keyword looked at.
struct UnevaluatedPropertiesKeyword: UnevaluatedKeyword {
  static let kind = ProgramBlock.Kind.object

  let place: KeywordPlace
  let schema: SchemaNodeID

  var inChildren: [SchemaNodeID] { [schema] }

  func evaluate(_ value: JSONValue, _ run: inout SchemaRun) {
    guard value.kind == .object else { return }
    let known = run.evaluatedLocations(in: value)
    if known.all { return }
    var names: [String] = []
    for member in value.members where !known.indices.contains(member.keyValue.index) {
      if run.keepsAnnotations { names.append(member.key) }
      if !run.applies(schema, toChild: member.value, place.name) { run.fail() }
      if run.isDone { return }
    }
    run.annotate(.names(names))
  }

  func emit(beside evaluation: StaticEvaluation, _ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    if evaluation.allMembers { return }
    var shape = ObjectShapeDraft()
    shape.properties = evaluation.names.map { ($0, builder.anything) }
    shape.patterns = evaluation.patterns.map { ($0, builder.anything) }
    shape.additional = schema
    builder.emit(shape, &block)
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
    UnevaluatedPropertiesKeyword(place: input.place, schema: try compiler.node(input.value, input))
  }
}
