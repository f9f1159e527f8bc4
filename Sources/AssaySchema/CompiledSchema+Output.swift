package import AssayJSON

extension CompiledSchema {
  /// The standard output for `value`, as JSON text (2020-12 section 12).
  package func output(for value: JSONValue, as format: OutputFormat) -> String {
    var run = SchemaRun(graph: graph, detail: format == .flag ? .flag : .everything)
    return OutputBuilder(graph: graph).text(run.evaluate(value), as: format)
  }
}
