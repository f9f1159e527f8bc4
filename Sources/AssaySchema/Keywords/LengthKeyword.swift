import AssayJSON

/// `minLength` and `maxLength` (2020-12 sections 6.3.1 and 6.3.2), in Unicode code points.
struct LengthKeyword: SchemaKeyword {
  let place: KeywordPlace
  let limit: Int
  let isUpper: Bool

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    let length = value.withStringBytes { bytes in bytes.reduce(0) { $1 & 0xC0 != 0x80 ? $0 + 1 : $0 } }
    let expected = "\(isUpper ? "at most" : "at least") \(ValueDescription.counted(limit, "character"))"
    run.fail(
      SchemaFailure(
        detail: .wrongCount(length, of: .characters, limit: limit, isUpper: isUpper),
        message: length == 0
          ? "\(ValueDescription.subject(value)) is empty, and has to have \(expected)"
          : "\(ValueDescription.subject(value)) has \(ValueDescription.counted(length, "character")), and has to have \(expected)",
        expected: expected,
        actual: ValueDescription.describe(value)
      )
    )
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .string, isUpper || limit > 0 else { return }
    block.append(isUpper ? .maximumLength : .minimumLength, b: limit)
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
    LengthKeyword(place: input.place, limit: try input.count(), isUpper: input.name == "maxLength")
  }
}
