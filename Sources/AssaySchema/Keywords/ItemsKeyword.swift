import AssayJSON

/// `items` (2020-12 section 10.3.1.2), and `additionalItems` in earlier drafts: a schema for all items after the
/// prefix.
struct ItemsKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .array }

  let place: KeywordPlace
  let start: Int
  let schema: SchemaNodeID

  var inChildren: [SchemaNodeID] { [schema] }
  var isConjunction: Bool { true }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    guard value.kind == .array else { return }
    var position = 0
    for item in value.items {
      if position >= start {
        if !run.applies(schema, toChild: item, place.name) { run.fail() }
        if run.isDone { return }
      }
      position += 1
    }
    if position > start { run.annotate(.everything) }
  }

  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ accepts: SchemaTest) {
    if value.kind == .array { locations.all = true }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .array else { return }
    if builder.graph.nodes[schema].boolean == true { return }
    block.append(.items, a: schema, b: start)
  }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    guard kept.wanted.bool == false else { return [] }
    let edits: [[JSONEdit]] = [[.resize(kept.place, kept.value.count + 1, varying: nil)]]
    return [.init("undocumented-item", "Sends \(kept.spoken) with an item it may not have.", edits)]
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    if input.name == "additionalItems" {
      // Without an array form of `items` next to it, the keyword means nothing (2019-09 section 9.3.1.2).
      guard let items = input.sibling("items"), items.kind == .array else { return nil }
      return ItemsKeyword(place: input.place, start: items.count, schema: try compiler.node(input.value, input))
    }
    if input.dialect != .draft2020_12, input.value.kind == .array {
      return try PrefixItemsKeyword.compile(input, &compiler)
    }
    let prefix = input.dialect == .draft2020_12 ? input.sibling("prefixItems")?.count ?? 0 : 0
    return ItemsKeyword(place: input.place, start: prefix, schema: try compiler.node(input.value, input))
  }
}

/// `prefixItems` (2020-12 section 10.3.1.1), and the array form of `items` in earlier drafts: a schema for each
/// position.
struct PrefixItemsKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .array }

  let place: KeywordPlace
  let schemas: [SchemaNodeID]

  var inChildren: [SchemaNodeID] { schemas }
  var selectsOne: Bool { true }
  var isConjunction: Bool { true }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
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

  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ accepts: SchemaTest) {
    if value.kind == .array { locations.prefix = max(locations.prefix, schemas.count) }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .array else { return }
    block.append(.prefix, a: builder.list(schemas), b: schemas.count)
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? { .words("keeps `\(name)`") }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    PrefixItemsKeyword(place: input.place, schemas: try compiler.nodes(try input.array(), input))
  }
}
