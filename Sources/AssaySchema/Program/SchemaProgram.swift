import AssayJSON
import AssayRegex
import Synchronization

/// A graph as flat instructions over the tape: says yes or no, and counts no references on the way.
///
/// Nor does it allocate, but for arrays whose items have to differ, and what is left to the explaining walk.
/// Immutable once built, in memory of its own; hence the unchecked conformance.
final class SchemaProgram: @unchecked Sendable {
  /// The tables that the instructions refer to, a pointer each.
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
    var pathSteps: UnsafePointer<PathStep>
    var itemKeys: UnsafePointer<ItemKey>
    var keyLists: UnsafePointer<ItemKeyList>
  }

  let graph: SchemaGraph
  let tables: Tables
  /// The exact numbers of the bounds.
  let exactNumbers: [JSONNumber]
  let constants: [ConstantSet]
  private let keywordCells: [Int]
  private let regexes: [ECMARegex]
  private let memory: [UnsafeMutableRawPointer]
  private let madeExplaining = Mutex<SchemaProgram?>(nil)

  init(_ builder: ProgramBuilder) {
    var arena = Arena()
    let fail = builder.instructions.count
    let instructions = arena.keep(builder.instructions + [Instruction(operation: .fail, isLast: true)])
    let entryPoints = arena.keep(
      builder.entryPoints.map { entry in
        switch entry {
        case .pass: UnsafePointer<Instruction>?.none
        case .step(let position): instructions + position
        case .fail, nil: instructions + fail
        }
      }
    )
    let names = Self.names(of: builder, entryPoints, &arena)
    tables = Tables(
      instructions: instructions,
      entryPoints: entryPoints,
      shapes: arena.keep(Self.shapes(of: builder, names)),
      names: names,
      patterns: arena.keep(builder.patterns),
      dependencies: arena.keep(builder.dependencies),
      nodes: arena.keep(builder.nodes),
      bounds: arena.keep(builder.numbers.bounds),
      integerRanges: arena.keep(builder.numbers.ranges),
      matchers: arena.keep(builder.regexes.map { Unmanaged.passUnretained($0.matcher) }),
      pathSteps: arena.keep(builder.itemKeys.steps.map { PathStep(name: names + $0.name, position: $0.position) }),
      itemKeys: arena.keep(builder.itemKeys.keys),
      keyLists: arena.keep(builder.itemKeys.lists)
    )
    graph = builder.graph
    exactNumbers = builder.numbers.exact
    keywordCells = builder.keywordCells
    constants = builder.constants
    regexes = builder.regexes
    memory = arena.blocks
  }

  /// Memory that lives as long as the program.
  private struct Arena {
    var blocks: [UnsafeMutableRawPointer] = []

    mutating func keep<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
      let pointer = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
      pointer.initialize(from: elements, count: elements.count)
      blocks.append(UnsafeMutableRawPointer(pointer))
      return UnsafePointer(pointer)
    }
  }

  private static func names(
    of builder: ProgramBuilder,
    _ entryPoints: UnsafePointer<UnsafePointer<Instruction>?>,
    _ arena: inout Arena
  ) -> UnsafePointer<NameTable> {
    let slots = arena.keep(
      builder.names.slots.map { slot in
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
    let buckets = arena.keep(builder.names.buckets)
    let text = arena.keep(builder.names.text)
    return arena.keep(
      builder.names.tables.map { name in
        NameTable(
          slots: slots + name.slots.lowerBound,
          count: name.slots.count,
          text: text,
          buckets: name.buckets.isEmpty ? nil : buckets + name.buckets.lowerBound,
          mask: UInt64(max(1, name.buckets.count) - 1)
        )
      }
    )
  }

  private static func shapes(of builder: ProgramBuilder, _ names: UnsafePointer<NameTable>) -> [ObjectShape] {
    builder.shapes.map { shape in
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
  }

  /// The same program with the steps of each keyword told apart, to explain a "no"; made when it is first asked for.
  var explaining: SchemaProgram {
    madeExplaining.withLock { made in
      if let made { return made }
      let program = ProgramBuilder.build(graph, tellsKeywordsApart: true)
      made = program
      return program
    }
  }

  /// Returns the cell with the steps of one keyword of a schema, as if it were a schema; only if keywords are separate.
  func cell(ofKeyword position: Int, in node: SchemaNodeID) -> SchemaNodeID { keywordCells[node] + position }

  deinit { for pointer in memory { pointer.deallocate() } }

  /// Returns true if `value` is valid against the graph's root schema; false if that takes more steps than `stepLimit`.
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

/// The demands of the keywords for members of one schema on an object.
struct ObjectShape {
  /// Schemas for members that are not named.
  static let allowed: Int32 = -1
  static let forbidden: Int32 = -2
  /// As many names can matter by their presence.
  static let bitCount = 64

  var names: UnsafePointer<NameTable>
  /// The bits of all required names.
  var required: UInt64
  /// The schema of members no name and no pattern fits, or one of the above.
  var additional: Int32
  /// The range of the program's pattern schemas.
  var patternStart: UInt32
  var patternCount: UInt32
  /// True if the schema restricts members that are not in `properties`.
  var restrictsOthers: Bool
  /// The range of the program's dependencies.
  var dependencyStart: UInt32
  var dependencyCount: UInt32
}

/// A member's schema by a regular expression for its name.
struct PatternSchema {
  var regex: UInt32
  var node: UInt32
}

/// The demands on an object that has a member of one name.
struct MemberDependency {
  /// The name's bit.
  var trigger: UInt64
  /// The bits of names that have to be there too.
  var required: UInt64
  /// The schema the object has to keep, or `Instruction.noSchema`.
  var node: UInt32
}
