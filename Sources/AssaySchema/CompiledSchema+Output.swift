package import AssayJSON

extension CompiledSchema {
  /// The standard output for `value`, as JSON text (2020-12 section 12).
  ///
  /// Of values nested very deep, or met by very many schemas, it tells the verdict without what led to it.
  package func output(for value: JSONValue, as format: OutputFormat) -> String {
    if format == .flag { return "{\"valid\":\(isValid(value))}" }
    var text = ""
    judge(value) { runner in
      var run = SchemaRun(runner: runner, detail: .everything)
      text = OutputBuilder(graph: graph).text(run.evaluate(value), as: format)
    }
    return text
  }
}
