import AssayJSON

/// `unevaluatedItems` (2020-12 section 11.2): a schema for items no other keyword looked at.
struct UnevaluatedItemsKeyword: UnevaluatedKeyword {
  static let kind = ProgramBlock.Kind.array

  let place: KeywordPlace
  let schema: SchemaNodeID

  var inChildren: [SchemaNodeID] { [schema] }

  func evaluate(_ value: JSONValue, _ run: inout SchemaRun) {
    guard value.kind == .array else { return }
    let known = run.evaluatedLocations(in: value)
    if known.all { return }
    var count = 0
    for (position, item) in value.items.enumerated() where position >= known.prefix {
      if known.indices.contains(item.index) { continue }
      count += 1
      if !run.applies(schema, toChild: item, place.name) { run.fail() }
      if run.isDone { return }
    }
    if count > 0 { run.annotate(.everything) }
  }

  func emit(beside evaluation: StaticEvaluation, _ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    if !evaluation.allItems { block.append(.items, a: schema, b: evaluation.prefix) }
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
    UnevaluatedItemsKeyword(place: input.place, schema: try compiler.node(input.value, input))
  }
}
