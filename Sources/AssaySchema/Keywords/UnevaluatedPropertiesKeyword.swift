import AssayJSON

/// `unevaluatedProperties` (2020-12 section 11.3): a schema for members no other keyword looked at.
struct UnevaluatedPropertiesKeyword: UnevaluatedKeyword {
  static let kind = ProgramBlock.Kind.object

  let place: KeywordPlace
  let schema: SchemaNodeID

  func evaluate(_ value: JSONValue, _ run: inout SchemaRun) {
    guard value.kind == .object, !run.evaluated.all else { return }
    let known = run.evaluated.indices
    var names: [String] = []
    for member in value.members where !known.contains(member.keyValue.index) {
      if run.keepsAnnotations { names.append(member.key) }
      if !run.applies(schema, toChild: member.value, place.name) { run.fail() }
      if run.isDone { return }
    }
    run.markAllEvaluated()
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
    compiler.trackEvaluated()
    return UnevaluatedPropertiesKeyword(place: input.place, schema: try compiler.node(input.value, input))
  }
}
