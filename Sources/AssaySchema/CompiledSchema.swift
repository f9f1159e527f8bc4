package import AssayJSON

/// A schema ready to judge values; cheap to copy, safe to share.
package struct CompiledSchema: Sendable {
  let graph: SchemaGraph
  private let program: SchemaProgram

  init(graph: SchemaGraph) {
    self.graph = graph
    program = ProgramBuilder.build(graph)
  }

  /// Whether `value` keeps the schema.
  package func isValid(_ value: JSONValue) -> Bool { program.accepts(value) }

  /// Every way in which `value` breaks the schema, each fault once, in the schema's order; at most `limit`.
  package func violations(of value: JSONValue, limit: Int = 100) -> [SchemaViolation] {
    guard !isValid(value) else { return [] }
    var run = SchemaRun(graph: graph, detail: .failures, limit: limit)
    var collector = ViolationCollector(graph: graph, limit: limit)
    collector.collect(run.evaluate(value))
    return collector.result
  }
}
