import AssayJSON
import AssaySchema

/// Every schema has a value that keeps it. Found are the contradictions that show without search.
enum ImpossibleSchemaRule: LintRule {
  static func check(_ run: inout LintRun) {
    var reported: Set<JSONPointer> = []
    // Innermost and shared schemas first, so that a contradiction is told where it stands and not where it is used.
    for site in run.sites.reversed() where site.kind == .schema {
      let parts = run.schemas.sameValue(site.node, branches: false)
      guard reported.isDisjoint(with: parts.map(\.pointer)) else { continue }
      let conjunction = SchemaConjunction(node: site.node, parts: parts, schemas: run.schemas)
      guard let found = conjunction.contradiction ?? valuesContradiction(conjunction, run) else { continue }
      reported.insert(site.node.pointer)
      run.log.add(
        .impossibleSchema,
        "no value can match: \(found.message)",
        help: "a check that always fails says nothing about the backend; loosen one of the two",
        range: (found.keyword.flatMap { site.node[$0] } ?? site.node).range,
        pointer: site.node.pointer
      )
    }
  }

  /// Listed values none of which keeps the keywords beside them.
  private static func valuesContradiction(_ schema: SchemaConjunction, _ run: LintRun) -> SchemaConjunction
    .Contradiction?
  {
    guard let values = schema.listedValues, let compiled = try? run.compiled.schema(at: schema.node.pointer),
      !values.contains(where: { compiled.isValid($0) })
    else { return nil }
    let keyword = schema.node.value["const"] != nil ? "const" : "enum"
    let reason = values.first.flatMap {
      compiled.violations(of: $0, limit: 5).first { !["enum", "const"].contains($0.keyword) }
    }
    let detail = reason.map { "; \($0.message)" } ?? ""
    return .init(keyword: keyword, message: "none of the values listed fits what stands beside them\(detail)")
  }
}
