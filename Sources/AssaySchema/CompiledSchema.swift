package import AssayJSON

/// A schema ready to judge values; cheap to copy, safe to share.
package struct CompiledSchema: Sendable {
  let graph: SchemaGraph
  private let program: SchemaProgram
  private let stepLimit: Int

  init(graph: SchemaGraph, stepLimit: Int) {
    self.graph = graph
    self.stepLimit = stepLimit
    program = ProgramBuilder.build(graph)
  }

  /// Returns true if `value` is valid against the schema. Returns false if the answer takes more steps than the options
  /// allow.
  package func isValid(_ value: JSONValue) -> Bool { program.accepts(value, stepLimit: stepLimit) }

  /// Every way in which `value` breaks the schema, each fault once, in the schema's order; at most `limit`, and of one kind
  /// at places that are alike no more than 100, which say how many further ones there are.
  ///
  /// Never empty where `isValid` says no: what cannot be judged, or told in detail, is a violation that says so.
  package func violations(of value: JSONValue, limit: Int = 100) -> [SchemaViolation] {
    guard !isValid(value) else { return [] }
    var collector = ViolationCollector(graph: graph, limit: limit)
    var breaches = BreachCounter()
    judge(value) { runner in
      if runner.verdict(runner.place(value), by: graph.root) == .fails {
        var run = SchemaRun(runner: runner, detail: .failures, limit: limit)
        run.explain(value) { collector.collect($0) }
        breaches = run.breaches
        if collector.isEmpty { collector.add(.leftOut(value), ofRootOn: value) }
      } else {
        collector.add(.undecided(value), ofRootOn: value)
      }
    }
    return collector.result(breaches)
  }

  /// Calls `body` with what judges the values of one document and remembers what fails.
  func judge(_ value: JSONValue, _ body: (ProgramRunner) -> Void) {
    program.explaining.run(over: value.document, ProgramMemory(stepLimit: stepLimit, remembersFailures: true), body)
  }
}
