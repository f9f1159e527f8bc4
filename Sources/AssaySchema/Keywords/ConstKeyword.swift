import AssayJSON

/// `const` (2020-12 section 6.1.3).
struct ConstKeyword: SchemaKeyword {
  let place: KeywordPlace
  let constant: JSONValue

  func evaluate(_ value: JSONValue, _ run: inout SchemaRun) {
    guard value != constant else { return }
    run.fail(
      SchemaFailure(
        detail: .unlisted(allowed: [ValueDescription.brief(constant)]),
        message: "\(ValueDescription.subject(value)) is \(ValueDescription.contrast(value, with: constant)), not "
          + ValueDescription.brief(constant),
        expected: ValueDescription.brief(constant),
        actual: ValueDescription.describe(value),
        alternatives: [ValueDescription.brief(constant)]
      )
    )
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) { builder.emit([constant], &block) }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
    ConstKeyword(place: input.place, constant: input.value)
  }
}
