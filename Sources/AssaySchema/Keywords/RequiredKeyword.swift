import AssayJSON

/// `required` (2020-12 section 6.5.3).
struct RequiredKeyword: SchemaKeyword {
  let place: KeywordPlace
  let names: [String]

  func evaluate(_ value: JSONValue, _ run: inout SchemaRun) {
    guard value.kind == .object else { return }
    let present = MemberNames.present(names.map { Array($0.utf8) }, in: value)
    for name in names where !present.contains(Array(name.utf8)) {
      run.fail(missing(name, in: value))
      if run.isDone { return }
    }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .object, !names.isEmpty else { return }
    if !block.members.require(names) { block.fallBack() }
  }

  private func missing(_ name: String, in value: JSONValue) -> SchemaFailure {
    let subject = ValueDescription.subject(value)
    let present = MemberNames.nearest(to: name, in: value)
    return SchemaFailure(
      detail: .missing(member: name, dependent: nil),
      message: subject == "the value" ? "\(name) is missing" : "\(name) is missing from \(subject)",
      expected: "a member \(name)",
      actual: present.isEmpty
        ? "an empty object" : "only \(present.prefix(8).joined(separator: ", "))\(present.count > 8 ? ", …" : "")",
      alternatives: present
    )
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
    RequiredKeyword(place: input.place, names: try input.strings())
  }
}
