import AssayJSON
import AssayRegex

/// A graph as flat instructions over the tape: says yes or no, and counts no references on the way.
///
/// Nor does it allocate, but for arrays whose items have to differ, and what is left to the explaining walk.
/// Immutable once built, in memory of its own; hence the unchecked conformance.
final class SchemaProgram: @unchecked Sendable {
  /// What the instructions refer to, a pointer each.
  struct Tables {
    var instructions: UnsafePointer<Instruction>
    /// Those of each schema, eight in a row.
    var entryPoints: EntryPoints
    var shapes: UnsafePointer<ObjectShape>
    var names: UnsafePointer<NameTable>
    var patterns: UnsafePointer<PatternSchema>
    var dependencies: UnsafePointer<MemberDependency>
    /// Schemas by position, and branches.
    var nodes: UnsafePointer<UInt32>
    var bounds: UnsafePointer<NumberBound>
    var integerRanges: UnsafePointer<IntegerRange>
    /// Kept alive by the program.
    var matchers: UnsafePointer<Unmanaged<RegexMatcher>>
    var paths: UnsafePointer<MemberPath>
    var sortKeys: UnsafePointer<SortKey>
    var orders: UnsafePointer<SortOrder>
  }

  let graph: SchemaGraph
  let tables: Tables
  let exactBounds: [BoundKeyword]
  let constants: [ConstantSet]
  private let regexes: [ECMARegex]
  private let memory: [UnsafeMutableRawPointer]

  init(_ builder: ProgramBuilder) {
    var memory: [UnsafeMutableRawPointer] = []
    func keep<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
      let pointer = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
      pointer.initialize(from: elements, count: elements.count)
      memory.append(UnsafeMutableRawPointer(pointer))
      return UnsafePointer(pointer)
    }
    let fail = builder.instructions.count
    let instructions = keep(builder.instructions + [Instruction(operation: .fail, isLast: true)])
    // Behind the schemas stands one more that everything keeps.
    let entryPoints = keep(
      (builder.entryPoints + Array(repeating: .pass, count: 8)).map { entry in
        switch entry {
        case .pass: UnsafePointer<Instruction>?.none
        case .step(let position): instructions + position
        case .fail, nil: instructions + fail
        }
      }
    )
    let slots = keep(
      builder.slots.map { slot in
        NameTable.Slot(
          key: slot.key,
          offset: UInt32(slot.offset),
          schema: entryPoints + (slot.node ?? builder.anything) * 8,
          bit: slot.bit,
          isProperty: slot.node != nil,
          isComplete: slot.isComplete
        )
      }
    )
    let buckets = keep(builder.buckets)
    let text = keep(builder.text)
    let names = keep(
      builder.names.map { name in
        NameTable(
          slots: slots + name.slots.lowerBound,
          count: name.slots.count,
          text: text,
          buckets: name.buckets.isEmpty ? nil : buckets + name.buckets.lowerBound,
          mask: UInt64(max(1, name.buckets.count) - 1)
        )
      }
    )
    let shapes = builder.shapes.map { shape in
      ObjectShape(
        names: names + shape.names,
        required: shape.required,
        additional: shape.additional,
        patternStart: UInt32(shape.patterns.lowerBound),
        patternCount: UInt32(shape.patterns.count),
        restrictsOthers: shape.restrictsOthers,
        dependencyStart: UInt32(shape.dependencies.lowerBound),
        dependencyCount: UInt32(shape.dependencies.count)
      )
    }
    tables = Tables(
      instructions: instructions,
      entryPoints: entryPoints,
      shapes: keep(shapes),
      names: names,
      patterns: keep(builder.patterns),
      dependencies: keep(builder.dependencies),
      nodes: keep(builder.nodes),
      bounds: keep(builder.bounds),
      integerRanges: keep(builder.integerRanges),
      matchers: keep(builder.regexes.map { Unmanaged.passUnretained($0.matcher) }),
      paths: keep(builder.paths),
      sortKeys: keep(builder.sortKeys),
      orders: keep(builder.orders)
    )
    graph = builder.graph
    exactBounds = builder.exactBounds
    constants = builder.constants
    regexes = builder.regexes
    self.memory = memory
  }

  deinit { for pointer in memory { pointer.deallocate() } }

  /// Whether `value` keeps the graph's root schema; false too where that takes more steps than `stepLimit`.
  func accepts(_ value: JSONValue, stepLimit: Int) -> Bool {
    var holds = false
    run(over: value.document, ProgramMemory(stepLimit: stepLimit, remembersFailures: false)) { runner in
      let place = runner.place(value)
      holds =
        runner.accepts(place, by: graph.root, depth: 0)
        && (!runner.depends(on: 0) || runner.verdict(place, by: graph.root) == .holds)
    }
    return holds
  }

  /// Calls `body` with what judges the values of one document.
  @inline(__always)
  func run(over document: JSONDocument, _ memory: ProgramMemory, _ body: (ProgramRunner) -> Void) {
    var memory = memory
    withExtendedLifetime(document) {
      document.bytes.withUnsafeBufferPointer { bytes in
        guard let text = bytes.baseAddress else { preconditionFailure("a document without text") }
        withUnsafeMutablePointer(to: &memory) { memory in
          body(
            ProgramRunner(
              tables: tables,
              program: Unmanaged.passUnretained(self),
              document: Unmanaged.passUnretained(document),
              tape: document.entries,
              text: text,
              textEnd: text + bytes.count,
              memory: memory
            )
          )
        }
      }
    }
    memory.end()
  }
}
