import AssayJSON

/// A graph as flat instructions over the tape: says yes or no, allocates nothing, counts no references on the way.
///
/// Immutable once built, in memory of its own; hence the unchecked conformance.
final class SchemaProgram: @unchecked Sendable {
  /// What the instructions refer to, a pointer each.
  struct Tables {
    var instructions: UnsafePointer<Instruction>
    /// For each schema and kind, where its steps start; see `EntryPoint`.
    var entryPoints: UnsafePointer<Int32>
    var shapes: UnsafePointer<ObjectShape>
    var names: UnsafePointer<NameTable>
    var text: UnsafePointer<UInt8>
    var patterns: UnsafePointer<PatternSchema>
    /// Schemas by position, and branches.
    var nodes: UnsafePointer<UInt32>
    var bounds: UnsafePointer<NumberBound>
    /// Kept alive by the program.
    var matchers: UnsafePointer<Unmanaged<RegexMatcher>>
    var orders: UnsafePointer<SortOrder>
  }

  let graph: SchemaGraph
  let tables: Tables
  let exactBounds: [BoundKeyword]
  let constants: [[JSONValue]]
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
    let slots = keep(builder.slots)
    let buckets = keep(builder.buckets)
    let names = builder.names.map { name in
      NameTable(
        slots: slots + name.slots.lowerBound,
        count: name.slots.count,
        buckets: name.buckets.isEmpty ? nil : buckets + name.buckets.lowerBound,
        mask: UInt64(max(1, name.buckets.count) - 1)
      )
    }
    let shapes = builder.shapes.map { shape in
      ObjectShape(
        names: names[shape.names],
        required: shape.required,
        additional: shape.additional,
        patternStart: UInt32(shape.patterns.lowerBound),
        patternCount: UInt32(shape.patterns.count)
      )
    }
    tables = Tables(
      instructions: keep(builder.instructions),
      entryPoints: keep(builder.entryPoints),
      shapes: keep(shapes),
      names: keep(names),
      text: keep(builder.text),
      patterns: keep(builder.patterns),
      nodes: keep(builder.nodes),
      bounds: keep(builder.bounds),
      matchers: keep(builder.regexes.map { Unmanaged.passUnretained($0.matcher) }),
      orders: keep(builder.orders)
    )
    graph = builder.graph
    exactBounds = builder.exactBounds
    constants = builder.constants
    regexes = builder.regexes
    self.memory = memory
  }

  deinit { for pointer in memory { pointer.deallocate() } }

  /// Whether `value` keeps the graph's root schema.
  func accepts(_ value: JSONValue) -> Bool {
    withExtendedLifetime(value) {
      let document = value.document
      let runner = ProgramRunner(
        tables: tables,
        program: Unmanaged.passUnretained(self),
        document: Unmanaged.passUnretained(document),
        tape: document.entries,
        text: document.text,
        textEnd: document.text + document.bytes.count
      )
      return runner.accepts(value.index, by: graph.root, depth: 0)
    }
  }
}
