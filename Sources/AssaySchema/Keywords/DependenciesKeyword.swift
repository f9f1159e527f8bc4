import AssayJSON

/// `dependentRequired` (2020-12 section 6.5.4): a member's presence makes others required.
struct DependentRequiredKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .object }

  let place: KeywordPlace
  let names: [(name: String, required: [String])]

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    let present = MemberNames.present(names.flatMap { [$0.name] + $0.required }.map { Array($0.utf8) }, in: value)
    for (name, required) in names where present.contains(Array(name.utf8)) {
      for missing in required where !present.contains(Array(missing.utf8)) {
        if run.isDone { return }
        run.fail(
          member: missing,
          SchemaFailure(
            detail: .missing(member: missing, dependent: name),
            message: "\(missing) is missing, required with \(name)",
            expected: "a member \(missing)",
            actual: "none",
            alternatives: MemberNames.nearest(to: missing, in: value)
          )
        )
      }
    }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .object else { return }
    for (name, required) in names { block.depend(on: name, required: required) }
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? { .words("keeps `\(name)`") }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    let asked = kept.wanted.members.filter { kept.value[$0.key] != nil }.flatMap { $0.value.items.compactMap(\.string) }
    return KeywordBreakage.missing(asked, from: kept)
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    var names: [(name: String, required: [String])] = []
    for member in try input.object() {
      guard member.value.kind == .array else {
        throw input.wrongType("an object of arrays of strings", at: member.value)
      }
      names.append((member.key, member.value.items.compactMap(\.string)))
    }
    return DependentRequiredKeyword(place: input.place, names: names)
  }
}

/// `dependentSchemas` (2020-12 section 10.2.2.4): if a member is present, its schema applies to the whole object.
struct DependentSchemasKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .object }

  let place: KeywordPlace
  let schemas: [(name: String, schema: SchemaNodeID)]
  private let names: NamePositions
  private let schemasOfName: [[SchemaNodeID]]

  init(place: KeywordPlace, schemas: [(name: String, schema: SchemaNodeID)]) {
    self.place = place
    self.schemas = schemas
    let grouped = Dictionary(grouping: schemas) { Array($0.name.utf8) }
    names = NamePositions(Array(grouped.keys))
    schemasOfName = names.list.map { name in grouped[name, default: []].map(\.schema) }
  }

  var inPlace: [SchemaNodeID] { schemas.map(\.schema) }
  var isConjunction: Bool { true }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    guard value.kind == .object else { return }
    let present = MemberNames.present(schemas.map { Array($0.name.utf8) }, in: value)
    for (name, schema) in schemas where present.contains(Array(name.utf8)) {
      if !run.applies(schema, to: value, place.name, name) { run.fail() }
      if run.isDone { return }
    }
  }

  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ accepts: SchemaTest) {
    for member in value.members {
      if let position = names[member] { locations.inPlace += schemasOfName[position] }
    }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .object else { return }
    for (name, schema) in schemas { block.depend(on: name, node: schema) }
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    var schemas: [(name: String, schema: SchemaNodeID)] = []
    for member in try input.object() { schemas.append((member.key, try compiler.node(member.value, input))) }
    return DependentSchemasKeyword(place: input.place, schemas: schemas)
  }
}

/// `dependencies` (draft 7 section 6.5.7), which later drafts split into `dependentSchemas` and `dependentRequired`.
struct DependenciesKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .object }

  let place: KeywordPlace
  let schemas: DependentSchemasKeyword
  let names: DependentRequiredKeyword

  var inPlace: [SchemaNodeID] { schemas.inPlace }

  var isConjunction: Bool { true }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    guard value.kind == .object else { return }
    schemas.explain(value, &run)
    names.explain(value, &run)
  }

  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ accepts: SchemaTest) {
    schemas.lookAt(value, &locations, accepts)
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    schemas.emit(&block, &builder)
    names.emit(&block, &builder)
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
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
