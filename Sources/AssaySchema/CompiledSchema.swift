package import AssayJSON
import Synchronization

/// A compiled schema that values can be validated against. It is cheap to copy and can be shared between tasks.
package struct CompiledSchema: Sendable {
  private let form: Form
  private let stepLimit: Int

  /// Makes a schema from what `graph` returns for the first value to be judged.
  init(stepLimit: Int, graph: @escaping @Sendable () -> SchemaGraph) {
    self.stepLimit = stepLimit
    form = Form(graph)
  }

  var graph: SchemaGraph { program.graph }
  private var program: SchemaProgram { form.program.takeUnretainedValue() }

  /// The program, made for the first value: of a large contract most commands judge little.
  ///
  /// The reference is counted by hand: each load of an `AtomicLazyReference` takes 800 instructions, as it looks up its
  /// own type, and a small document takes 200.
  private final class Form: Sendable {
    private let made = Atomic<Unmanaged<SchemaProgram>?>(nil)
    private let graph: @Sendable () -> SchemaGraph

    init(_ graph: @escaping @Sendable () -> SchemaGraph) { self.graph = graph }

    deinit { made.load(ordering: .acquiring)?.release() }

    /// The program, which lives as long as this.
    var program: Unmanaged<SchemaProgram> { made.load(ordering: .acquiring) ?? make() }

    /// Makes the program; if another thread was faster, its program is used.
    private func make() -> Unmanaged<SchemaProgram> {
      let own = Unmanaged.passRetained(ProgramBuilder.build(graph()))
      let (_, other) = made.compareExchange(expected: nil, desired: own, ordering: .acquiringAndReleasing)
      guard let other else { return own }
      own.release()
      return other
    }
  }

  /// Returns true if `value` is valid against the schema; false if deciding takes more steps than the options allow.
  package func isValid(_ value: JSONValue) -> Bool {
    withExtendedLifetime(form) {
      form.program._withUnsafeGuaranteedRef { $0.accepts(value, stepLimit: stepLimit) }
    }
  }

  /// Returns the violations of the schema by `value`, each fault once, in the order of the schema; at most `limit`. Of
  /// one kind of fault at similar places, at most 100 are returned, the first of which has the number of further ones.
  ///
  /// The result is never empty if ``isValid(_:)`` returns false: if `value` cannot be decided, or not in detail, a
  /// violation says so.
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

  /// Calls `body` with a runner for the document of `value` that remembers failures, so that they can be explained.
  func judge(_ value: JSONValue, _ body: (ProgramRunner) -> Void) {
    program.explaining.run(over: value.document, ProgramMemory(stepLimit: stepLimit, remembersFailures: true), body)
  }
}
