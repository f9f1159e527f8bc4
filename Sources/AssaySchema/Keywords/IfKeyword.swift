import AssayJSON

/// `if` with its `then` and `else` (2020-12 section 10.2.2).
struct IfKeyword: SchemaKeyword {
  let place: KeywordPlace
  let condition: SchemaNodeID
  let then: SchemaNodeID?
  let otherwise: SchemaNodeID?

  var inPlace: [SchemaNodeID] { [condition] + [then, otherwise].compactMap { $0 } }
  var isConjunction: Bool { true }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    let holds = run.holds(condition, on: value, "if")
    guard let branch = holds ? then : otherwise else { return }
    if !run.applies(branch, to: value, holds ? "then" : "else") { run.fail() }
  }

  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ accepts: SchemaTest) {
    if accepts(value, condition) {
      locations.inPlace += [condition] + [then].compactMap { $0 }
    } else if let otherwise {
      locations.inPlace.append(otherwise)
    }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard then != nil || otherwise != nil else { return }
    switch builder.known(condition, block) {
    case .pass: if let then { builder.include(then, &block) }
    case .fail: if let otherwise { builder.include(otherwise, &block) }
    default:
      let none = Int(Instruction.noSchema)
      block.append(.condition, a: condition, b: builder.list([then ?? none, otherwise ?? none]))
    }
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? { .words("keeps `\(name)`") }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    IfKeyword(
      place: input.place,
      condition: try compiler.node(input.value, input),
      then: try branch("then", input, &compiler),
      otherwise: try branch("else", input, &compiler)
    )
  }

  private static func branch(_ name: String, _ input: KeywordInput, _ compiler: inout SchemaCompiler)
    throws(SchemaError) -> SchemaNodeID?
  {
    guard let schema = input.sibling(name) else { return nil }
    return try compiler.node(schema, input)
  }
}
