import AssayJSON

/// `minimum`, `maximum`, `exclusiveMinimum` and `exclusiveMaximum` (2020-12 sections 6.2.2 to 6.2.5).
struct BoundKeyword: SchemaKeyword {
  let place: KeywordPlace
  let bound: JSONNumber
  let isUpper: Bool
  let isExclusive: Bool

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    run.fail(
      SchemaFailure(
        detail: .outOfBounds(limit: bound.text, isUpper: isUpper, isExclusive: isExclusive),
        message: "\(ValueDescription.subject(value)) is \(ValueDescription.brief(value)), and has to be \(expectation)",
        expected: expectation,
        actual: ValueDescription.describe(value)
      )
    )
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    if block.kind.isNumber { block.append(.bound, a: builder.add(bound, isUpper: isUpper, isExclusive: isExclusive)) }
  }

  private var expectation: String {
    if isExclusive { return "\(isUpper ? "below" : "above") \(bound.text)" }
    return "\(isUpper ? "at most" : "at least") \(bound.text)"
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
    let isUpper = input.name.hasSuffix("aximum")
    var isExclusive = input.name.hasPrefix("exclusive")
    if input.dialect == .draft4 {
      // In draft 4 the exclusive keywords are booleans that change the bound beside them.
      if isExclusive { return nil }
      isExclusive = input.sibling(isUpper ? "exclusiveMaximum" : "exclusiveMinimum")?.bool == true
    }
    return BoundKeyword(place: input.place, bound: try input.number(), isUpper: isUpper, isExclusive: isExclusive)
  }
}
