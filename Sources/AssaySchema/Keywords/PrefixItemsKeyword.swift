import AssayJSON

/// `prefixItems` (2020-12 section 10.3.1.1), and the array form of `items` before: a schema for each position.
struct PrefixItemsKeyword: SchemaKeyword {
  let place: KeywordPlace
  let schemas: [SchemaNodeID]

  var inChildren: [SchemaNodeID] { schemas }
  var selectsOne: Bool { true }

  func evaluate(_ value: JSONValue, _ run: inout SchemaRun) {
    guard value.kind == .array else { return }
    var position = 0
    for item in value.items {
      guard position < schemas.count else { break }
      if !run.applies(schemas[position], toChild: item, place.name, String(position)) { run.fail() }
      if run.isDone { return }
      position += 1
    }
    if position > 0 { run.annotate(position == value.count ? .everything : .upTo(position - 1)) }
  }

  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ run: SchemaRun) {
    if value.kind == .array { locations.prefix = max(locations.prefix, schemas.count) }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .array else { return }
    block.append(.prefix, a: builder.list(schemas), b: schemas.count)
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
    PrefixItemsKeyword(place: input.place, schemas: try compiler.nodes(try input.array(), input))
  }
}
