import AssayJSON
import AssayRegex

/// Assay's `notBlank`: a string has a visible character; spaces and line ends (ECMA-262 `\s`) do not count.
struct NotBlankKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .string }

  let place: KeywordPlace
  let visible: ECMARegex

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    run.fail(
      SchemaFailure(
        detail: .unmatched(pattern: visible.pattern),
        message: "\(ValueDescription.subject(value)) is \(ValueDescription.brief(value)), which is blank",
        expected: "a string with a visible character",
        actual: ValueDescription.describe(value)
      )
    )
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    if block.kind == .string { block.append(.pattern, a: builder.add(visible)) }
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? {
    wanted.bool == true ? .words("is not blank") : nil
  }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    [.init("blank", "Sends \(kept.spoken) as nothing but spaces.", [[.replace(kept.place, .string("   "))]])]
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    try input.bool() ? NotBlankKeyword(place: input.place, visible: try compiler.regex("\\S", input)) : nil
  }
}
