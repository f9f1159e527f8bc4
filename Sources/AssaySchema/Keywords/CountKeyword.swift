import AssayJSON

/// `minItems`, `maxItems`, `minProperties` and `maxProperties` (2020-12 sections 6.4 and 6.5).
struct CountKeyword: SchemaKeyword {
  let place: KeywordPlace
  let limit: Int
  let isUpper: Bool
  let kind: JSONKind

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    let count = value.count
    let noun = kind == .array ? "item" : "member"
    let expected = "\(isUpper ? "at most" : "at least") \(ValueDescription.counted(limit, noun))"
    run.fail(
      SchemaFailure(
        detail: .wrongCount(count, of: kind == .array ? .items : .members, limit: limit, isUpper: isUpper),
        message:
          "\(ValueDescription.subject(value)) has \(count == 0 ? "no \(noun)s" : ValueDescription.counted(count, noun)), "
          + "and has to have \(expected)",
        expected: expected,
        actual: ValueDescription.describe(value)
      )
    )
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == (kind == .array ? .array : .object), isUpper || limit > 0 else { return }
    block.append(isUpper ? .maximumCount : .minimumCount, b: limit)
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
    CountKeyword(
      place: input.place,
      limit: try input.count(),
      isUpper: input.name.hasPrefix("max"),
      kind: input.name.hasSuffix("Items") ? .array : .object
    )
  }
}
