package import AssayJSON
import Synchronization

/// A schema ready to judge values; cheap to copy, safe to share.
package struct CompiledSchema: Sendable {
  private let form: Form
  private let stepLimit: Int

  /// Makes a schema from what `graph` returns for the first value to be judged.
  init(stepLimit: Int, graph: @escaping @Sendable () -> SchemaGraph) {
    self.stepLimit = stepLimit
    form = Form(graph)
  }

  var graph: SchemaGraph { form.program.graph }
  private var program: SchemaProgram { form.program }

  /// The program, made for the first value: of a large contract most commands judge little.
  private final class Form: Sendable {
    private let made = AtomicLazyReference<SchemaProgram>()
    private let graph: @Sendable () -> SchemaGraph

    init(_ graph: @escaping @Sendable () -> SchemaGraph) { self.graph = graph }

    var program: SchemaProgram { made.load() ?? made.storeIfNil(ProgramBuilder.build(graph())) }
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
