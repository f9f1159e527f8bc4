import AssayJSON

/// `properties` (2020-12 section 10.3.2.1): a schema for each named member.
struct PropertiesKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .object }

  let place: KeywordPlace
  let schemas: [(name: String, schema: SchemaNodeID)]
  /// The position in `schemas` of each member name.
  let positions: NamePositions

  var inChildren: [SchemaNodeID] { schemas.map(\.schema) }
  var selectsOne: Bool { true }
  var isConjunction: Bool { true }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    guard value.kind == .object else { return }
    // Readers disagree which of repeated names counts (RFC 8259 section 4), so each has to keep the schema.
    var found: [(position: Int, member: JSONMember)] = []
    for member in value.members {
      guard let position = position(of: member) else { continue }
      if run.isWorthAsking(schemas[position].schema, of: member.value) { found.append((position, member)) }
    }
    // In the schema's order; of a repeated name in the text's.
    found.sort { ($0.position, $0.member.keyValue.index) < ($1.position, $1.member.keyValue.index) }
    for (position, member) in found {
      let (name, schema) = schemas[position]
      if !run.applies(schema, toChild: member.value, place.name, name) { run.fail() }
      if run.isDone { return }
    }
    run.annotate(.names(Set(found.map(\.position)).sorted().map { schemas[$0].name }))
  }

  private func position(of member: JSONMember) -> Int? { positions[member] }

  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ accepts: SchemaTest) {
    for member in value.members where position(of: member) != nil { locations.indices.insert(member.keyValue.index) }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .object else { return }
    block.members.properties = schemas.map { (Array($0.name.utf8), $0.schema) }
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    var schemas: [(name: String, schema: SchemaNodeID)] = []
    var positions: [[UInt8]: Int] = [:]
    for member in try input.object() {
      let name = member.key
      let schema = try compiler.node(member.value, input)
      // Of a name that stands twice in a schema, the last one counts.
      if let known = positions[Array(name.utf8)] {
        schemas[known].schema = schema
      } else {
        positions[Array(name.utf8)] = schemas.count
        schemas.append((name, schema))
      }
    }
    let names = NamePositions(schemas.map { Array($0.name.utf8) })
    return PropertiesKeyword(place: input.place, schemas: schemas, positions: names)
  }
}
