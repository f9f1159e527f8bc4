import AssayJSON

/// `not` (2020-12 section 10.2.1.4): the schema does not hold.
struct NotKeyword: SchemaKeyword {
  let place: KeywordPlace
  let schema: SchemaNodeID
  /// The schema's text, for the message.
  let text: String

  var inPlace: [SchemaNodeID] { [schema] }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    run.fail(
      SchemaFailure(
        detail: .excluded,
        message: "\(ValueDescription.subject(value)) matches the excluded schema \(text)",
        expected: "anything but \(text)",
        actual: ValueDescription.describe(value)
      )
    )
  }

  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ accepts: SchemaTest) {
    // A schema that must not hold looks at nothing.
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    switch builder.known(schema, block) {
    case .pass: block.fail()
    case .fail: break
    default: block.append(.not, a: schema)
    }
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? { .words("keeps `\(name)`") }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    let values = [kept.wanted["const"]].compactMap { $0 } + (kept.wanted["enum"]?.items.map { $0 } ?? [])
    let others = values.map { [JSONEdit.replace(kept.place, $0)] } + KeywordBreakage.otherTypes(kept.place)
    return [.init("ruled-out", "Sends \(kept.spoken) as what is ruled out.", others)]
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    NotKeyword(
      place: input.place,
      schema: try compiler.node(input.value, input),
      text: ValueDescription.brief(input.value)
    )
  }
}
