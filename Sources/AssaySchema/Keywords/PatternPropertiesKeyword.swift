import AssayJSON
import AssayRegex

/// `patternProperties` (2020-12 section 10.3.2.2): a schema for each member whose name matches.
struct PatternPropertiesKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .object }

  let place: KeywordPlace
  let schemas: [(pattern: ECMARegex, schema: SchemaNodeID)]

  var inChildren: [SchemaNodeID] { schemas.map(\.schema) }
  var isConjunction: Bool { true }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    guard value.kind == .object else { return }
    var names: [String] = []
    for member in value.members {
      let key = member.key
      for (pattern, schema) in schemas where pattern.contains(in: key) {
        if run.keepsAnnotations { names.append(key) }
        if !run.applies(schema, toChild: member.value, place.name, pattern.pattern) { run.fail() }
        if run.isDone { return }
      }
    }
    run.annotate(.names(names))
  }

  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ accepts: SchemaTest) {
    for member in value.members {
      let key = member.key
      if schemas.contains(where: { $0.pattern.contains(in: key) }) { locations.indices.insert(member.keyValue.index) }
    }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .object else { return }
    block.members.patterns = schemas.map { ($0.pattern, $0.schema) }
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? { .words("keeps `\(name)`") }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    var schemas: [(pattern: ECMARegex, schema: SchemaNodeID)] = []
    for member in try input.object() {
      let pattern = try compiler.regex(member.key, at: member.keyValue, input)
      schemas.append((pattern, try compiler.node(member.value, input)))
    }
    return PatternPropertiesKeyword(place: input.place, schemas: schemas)
  }
}
