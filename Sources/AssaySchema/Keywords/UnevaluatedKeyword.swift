import AssayJSON

/// A keyword with a schema for the members or items that no other keyword of its schema evaluates.
protocol UnevaluatedKeyword: SchemaKeyword {
  static var kind: ProgramBlock.Kind { get }
  /// The schema for the unevaluated parts.
  var schema: SchemaNodeID { get }
  /// Adds the instructions that test the parts not listed in `evaluation`, which is known at compile time.
  func emit(after evaluation: StaticEvaluation, _ block: inout ProgramBlock, _ builder: inout ProgramBuilder)
  /// Adds the object shape that holds if all members are listed in `evaluation` and returns its index; `nil` for items,
  /// and where further members have a schema, which would be asked twice at each level.
  func addShape(after evaluation: StaticEvaluation, _ builder: inout ProgramBuilder) -> Int?
}

extension UnevaluatedKeyword {
  var asksOfRest: Bool { true }

  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ accepts: SchemaTest) {
    if value.kind == Self.kind.kind { locations.all = true }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == Self.kind else { return }
    let evaluation = builder.evaluation(of: block.node)
    if evaluation.isWhole { return emit(after: evaluation, &block, &builder) }
    let shape = addShape(after: evaluation, &builder) ?? Int(Instruction.noSchema)
    block.append(.unevaluated, a: schema, b: builder.list([block.node, shape]))
  }

  func addShape(after evaluation: StaticEvaluation, _ builder: inout ProgramBuilder) -> Int? { nil }
}

/// `unevaluatedProperties` (2020-12 section 11.3): a schema for members that no other keyword evaluated.
struct UnevaluatedPropertiesKeyword: UnevaluatedKeyword {
  static func types(_ name: String) -> JSONTypes { .object }

  static let kind = ProgramBlock.Kind.object

  let place: KeywordPlace
  let schema: SchemaNodeID

  var inChildren: [SchemaNodeID] { [schema] }
  var isConjunction: Bool { true }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
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

  func emit(after evaluation: StaticEvaluation, _ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    if evaluation.allMembers { return }
    builder.emit(shape(after: evaluation, builder), &block)
  }

  func addShape(after evaluation: StaticEvaluation, _ builder: inout ProgramBuilder) -> Int? {
    builder.graph.nodes[schema].boolean == false ? builder.add(shape(after: evaluation, builder)) : nil
  }

  private func shape(after evaluation: StaticEvaluation, _ builder: ProgramBuilder) -> ObjectShapeDraft {
    var shape = ObjectShapeDraft()
    shape.properties = evaluation.names.map { ($0, builder.anything) }
    shape.patterns = evaluation.patterns.map { ($0, builder.anything) }
    shape.additional = evaluation.allMembers ? nil : schema
    return shape
  }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    AdditionalPropertiesKeyword.undocumented(kept)
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    UnevaluatedPropertiesKeyword(place: input.place, schema: try compiler.node(input.value, input))
  }
}

/// `unevaluatedItems` (2020-12 section 11.2): a schema for items that no other keyword evaluated.
struct UnevaluatedItemsKeyword: UnevaluatedKeyword {
  static func types(_ name: String) -> JSONTypes { .array }

  static let kind = ProgramBlock.Kind.array

  let place: KeywordPlace
  let schema: SchemaNodeID

  var inChildren: [SchemaNodeID] { [schema] }
  var isConjunction: Bool { true }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
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

  func emit(after evaluation: StaticEvaluation, _ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    if !evaluation.allItems { block.append(.items, a: schema, b: evaluation.prefix) }
  }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    ItemsKeyword.breakages(of: kept, listed)
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    UnevaluatedItemsKeyword(place: input.place, schema: try compiler.node(input.value, input))
  }
}
