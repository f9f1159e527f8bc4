import AssayJSON

/// `properties` (2020-12 section 10.3.2.1): a schema for each named member.
struct PropertiesKeyword: SchemaKeyword {
  let place: KeywordPlace
  let schemas: [(name: String, schema: SchemaNodeID)]

  func evaluate(_ value: JSONValue, _ run: inout SchemaRun) {
    guard value.kind == .object else { return }
    var names: [String] = []
    for (name, schema) in schemas {
      // Readers disagree which of repeated names counts (RFC 8259 section 4), so each has to keep the schema.
      var isThere = false
      for member in value.members where member.isNamed(name) {
        isThere = true
        run.markEvaluated(member.keyValue.index)
        if !run.applies(schema, toChild: member.value, place.name, name) { run.fail() }
        if run.isDone { return }
      }
      if isThere { names.append(name) }
    }
    run.annotate(.names(names))
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .object else { return }
    block.members.properties = schemas.map { (Array($0.name.utf8), $0.schema) }
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
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
    return PropertiesKeyword(place: input.place, schemas: schemas)
  }
}
