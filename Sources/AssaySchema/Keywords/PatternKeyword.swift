import AssayJSON
import AssayRegex

/// `pattern` (2020-12 section 6.3.3): an ECMA-262 regular expression, found anywhere in the string.
struct PatternKeyword: SchemaKeyword {
  let place: KeywordPlace
  let regex: ECMARegex

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    run.fail(
      SchemaFailure(
        detail: .unmatched(pattern: regex.pattern),
        message: "\(ValueDescription.subject(value)) is \(ValueDescription.brief(value)), which does not match "
          + "the pattern \(regex.pattern)",
        expected: "a string that matches \(regex.pattern)",
        actual: ValueDescription.describe(value)
      )
    )
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    if block.kind == .string { block.append(.pattern, a: builder.add(regex)) }
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
    PatternKeyword(place: input.place, regex: try input.regex(try input.string()))
  }
}
