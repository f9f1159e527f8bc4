import AssayJSON

/// `multipleOf` (2020-12 section 6.2.1), exact for every number.
struct MultipleOfKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .number }

  let place: KeywordPlace
  let divisor: JSONNumber

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    run.fail(
      SchemaFailure(
        detail: .notMultiple(of: divisor.text),
        message:
          "\(ValueDescription.subject(value)) is \(ValueDescription.brief(value)), expected a multiple of \(divisor.text)",
        expected: "a multiple of \(divisor.text)",
        actual: ValueDescription.describe(value)
      )
    )
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind.isNumber else { return }
    block.append(.multiple, a: builder.add(divisor, isUpper: false, isExclusive: false))
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? {
    .words("is a multiple of \(wanted.text)")
  }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    [.init("uneven", "Sends \(kept.spoken) between the steps allowed.", [[.transform(kept.place, .add(1))]])]
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    let divisor = try input.number()
    guard JSONNumber(0) < divisor else { throw input.error(.outOfRange(keyword: input.name, expected: "above 0")) }
    return MultipleOfKeyword(place: input.place, divisor: divisor)
  }
}
