import AssayContract
import AssayJSON
import AssaySchema

/// The rule that every schema can be matched by some value. It reports contradictions that are visible without a
/// search.
enum ImpossibleSchemaRule: LintRule {
  static func check(_ run: inout LintRun) {
    var reported: Set<JSONPointer> = []
    // Innermost and shared schemas first, so that a contradiction is reported where it is, not where it is used.
    for site in run.sites.reversed() {
      guard let schema = site.schema, !isReference(schema), let conjunction = SchemaConjunction(of: [schema]),
        reported.isDisjoint(with: conjunction.value.parts.map(\.pointer)),
        let found = conjunction.contradiction ?? valuesContradiction(conjunction, run)
      else { continue }
      reported.insert(site.node.pointer)
      note(found, at: site.node, &run)
    }
    for operation in run.root.table("operations") { checkStates(of: operation, reported, &run) }
  }

  /// Returns true if a schema is only a reference, so that its content is checked at the target.
  private static func isReference(_ schema: SchemaView) -> Bool { schema.keywords.map(\.kind) == [.reference] }

  /// Checks that a poll response can match both the schema of all responses and that of its state.
  private static func checkStates(of operation: ContractNode, _ reported: Set<JSONPointer>, _ run: inout LintRun) {
    let success = operation.table("responses").first { StatusPattern($0.name)?.isSuccess == true }
    guard let body = success?["body"], let poll = operation["poll"],
      let always = run.contract.schemas.view(at: body.pointer)
    else { return }
    for state in poll.table("states") {
      guard let stateBody = state["body"], let inState = run.contract.schemas.view(at: stateBody.pointer),
        let conjunction = SchemaConjunction(of: [always, inState]),
        reported.isDisjoint(with: conjunction.value.parts.map(\.pointer)), let found = conjunction.contradiction
      else { continue }
      note(found, at: stateBody, &run, among: "no answer in the state `\(state.name)` can match")
    }
  }

  private static func note(
    _ found: SchemaConjunction.Contradiction,
    at node: ContractNode,
    _ run: inout LintRun,
    among subject: String = "no value can match"
  ) {
    run.log.add(
      .impossibleSchema,
      "\(subject): \(found.message)",
      help: "a check that always fails says nothing about the backend; loosen one of the two",
      range: (found.keyword.flatMap { node[$0] } ?? node).range,
      pointer: node.pointer
    )
  }

  /// Returns the contradiction if none of the listed values matches the other keywords; otherwise `nil`.
  private static func valuesContradiction(_ schema: SchemaConjunction, _ run: LintRun) -> SchemaConjunction
    .Contradiction?
  {
    guard let values = schema.value.lists.first,
      let compiled = try? run.contract.schemas.schema(at: schema.schema.pointer),
      !values.contains(where: { compiled.isValid($0) })
    else { return nil }
    let keyword = schema.schema["const"] != nil ? "const" : "enum"
    // Judged as a text of its own, so that the reason does not speak of the keyword as of a member.
    let first = values.first.flatMap { try? JSONDocument(parsing: $0.text).root }
    let reason = first.flatMap { value in
      compiled.violations(of: value, limit: 5).first { !["enum", "const"].contains($0.keyword) }
    }
    let detail = reason.map { "; \($0.message)" } ?? ""
    return .init(keyword: keyword, message: "no listed value matches the keywords next to them\(detail)")
  }
}
