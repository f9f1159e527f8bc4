package import AssayJSON

/// A schema ready to judge values; cheap to copy, safe to share.
package struct CompiledSchema: Sendable {
  let graph: SchemaGraph

  /// Whether `value` keeps the schema.
  package func isValid(_ value: JSONValue) -> Bool {
    var run = SchemaRun(graph: graph, detail: .flag)
    return run.evaluate(value).isValid
  }

  /// Every way in which `value` breaks the schema, each fault once, in the schema's order; at most `limit`.
  package func violations(of value: JSONValue, limit: Int = 100) -> [SchemaViolation] {
    guard !isValid(value) else { return [] }
    var run = SchemaRun(graph: graph, detail: .failures, limit: limit)
    var collector = ViolationCollector(graph: graph, limit: limit)
    collector.collect(run.evaluate(value))
    return collector.result
  }
}
