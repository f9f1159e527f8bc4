import AssayJSON

/// `enum` (2020-12 section 6.1.2).
struct EnumKeyword: SchemaKeyword {
  let place: KeywordPlace
  let values: [JSONValue]

  func evaluate(_ value: JSONValue, _ run: inout SchemaRun) {
    guard !values.contains(value) else { return }
    let alike = values.first { $0.kind.typeName == value.kind.typeName }
    let allowed = values.map(ValueDescription.brief)
    run.fail(
      SchemaFailure(
        message:
          "\(ValueDescription.subject(value)) is \(ValueDescription.contrast(value, with: alike)), which is "
          + (values.count == 1 ? "not the one allowed value" : "none of the \(values.count) allowed values"),
        expected: ValueDescription.alternatives(Array(allowed.prefix(12))) + (allowed.count > 12 ? " …" : ""),
        actual: ValueDescription.describe(value),
        alternatives: value.string.map { MemberNames.nearest(to: $0, among: allowed) } ?? allowed
      )
    )
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) { builder.emit(values, &block) }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
    EnumKeyword(place: input.place, values: Array(try input.array()))
  }
}
