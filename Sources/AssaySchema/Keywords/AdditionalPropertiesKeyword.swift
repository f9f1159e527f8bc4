import AssayJSON
import AssayRegex

/// `additionalProperties` (2020-12 section 10.3.2.3): a schema for members that no keyword next to it names.
struct AdditionalPropertiesKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .object }

  let place: KeywordPlace
  let names: NamePositions
  let patterns: [ECMARegex]
  let schema: SchemaNodeID

  var inChildren: [SchemaNodeID] { [schema] }
  var isConjunction: Bool { true }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    guard value.kind == .object else { return }
    var found: [String] = []
    for member in value.members {
      guard applies(to: member) else { continue }
      if run.keepsAnnotations { found.append(member.key) }
      if !run.applies(schema, toChild: member.value, place.name) { run.fail() }
      if run.isDone { return }
    }
    run.annotate(.names(found))
  }

  private func applies(to member: JSONMember) -> Bool {
    if names[member] != nil { return false }
    if patterns.isEmpty { return true }
    let key = member.key
    return !patterns.contains { $0.contains(in: key) }
  }

  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ accepts: SchemaTest) {
    for member in value.members where applies(to: member) { locations.indices.insert(member.keyValue.index) }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .object else { return }
    block.members.additional = schema
    guard block.isAlone else { return }
    block.members.properties = names.list.map { ($0, builder.anything) }
    block.members.patterns = patterns.map { ($0, builder.anything) }
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? { .words("keeps `\(name)`") }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    undocumented(kept)
  }

  /// Returns the change that adds a member to an object that allows no further members; empty if that does not apply.
  static func undocumented(_ kept: KeptKeyword) -> [KeywordBreakage] {
    guard kept.wanted.bool == false else { return [] }
    let edit = JSONEdit.add(kept.place, "x_other", kept.likeMember)
    return [.init("undocumented-member", "Sends \(kept.spoken) with a member it may not have.", [[edit]])]
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    var patterns: [ECMARegex] = []
    for member in input.sibling("patternProperties")?.members ?? JSONValue.null.members {
      patterns.append(try compiler.regex(member.key, at: member.keyValue, input))
    }
    return AdditionalPropertiesKeyword(
      place: input.place,
      names: NamePositions(Array(Set((input.sibling("properties")?.members.map(\.key) ?? []).map { Array($0.utf8) }))),
      patterns: patterns,
      schema: try compiler.node(input.value, input)
    )
  }
}
