import AssayJSON

/// `dependentRequired` (2020-12 section 6.5.4): a member's presence makes others required.
struct DependentRequiredKeyword: SchemaKeyword {
  let place: KeywordPlace
  let names: [(name: String, required: [String])]

  func evaluate(_ value: JSONValue, _ run: inout SchemaRun) {
    guard value.kind == .object else { return }
    let present = MemberNames.present(names.flatMap { [$0.name] + $0.required }.map { Array($0.utf8) }, in: value)
    for (name, required) in names where present.contains(Array(name.utf8)) {
      for missing in required where !present.contains(Array(missing.utf8)) {
        if run.isDone { return }
        run.fail(
          SchemaFailure(
            detail: .missing(member: missing, dependent: name),
            message: "\(missing) is missing, and has to be there because \(name) is",
            expected: "a member \(missing)",
            actual: "none",
            alternatives: MemberNames.nearest(to: missing, in: value)
          )
        )
      }
    }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .object else { return }
    for (name, required) in names where !block.members.depend(on: name, required: required) {
      return block.fallBack()
    }
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
    var names: [(name: String, required: [String])] = []
    for member in try input.object() {
      guard member.value.kind == .array else {
        throw input.wrongType("an object of arrays of strings", at: member.value)
      }
      names.append((member.key, member.value.items.compactMap(\.string)))
    }
    return DependentRequiredKeyword(place: input.place, names: names)
  }
}
