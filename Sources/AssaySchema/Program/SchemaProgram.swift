import AssayJSON
import AssayRegex
import Synchronization

/// Compiled schemas as a flat list of instructions, which decide if a value is valid without reference counting.
///
/// Validation allocates memory only for arrays whose items must differ, and to explain failures. A program is immutable
/// once built and owns its memory, hence the unchecked conformance.
final class SchemaProgram: @unchecked Sendable {
  /// The tables that the instructions refer to, as one pointer each.
  struct Tables {
    var instructions: UnsafePointer<Instruction>
    /// The entry points of each schema, eight in a row: one for each kind of value.
    var entryPoints: EntryPoints
    var shapes: UnsafePointer<ObjectShape>
    var names: UnsafePointer<NameTable>
    var patterns: UnsafePointer<PatternSchema>
    var dependencies: UnsafePointer<MemberDependency>
    /// The lists of schema numbers that instructions refer to, such as branches and schemas by position.
    var nodes: UnsafePointer<UInt32>
    var choices: UnsafePointer<BranchChoice>
    var bounds: UnsafePointer<NumberBound>
    var integerRanges: UnsafePointer<IntegerRange>
    /// The matchers of regular expressions, which the program keeps alive.
    var matchers: UnsafePointer<Unmanaged<RegexMatcher>>
    var pathSteps: UnsafePointer<PathStep>
    var itemKeys: UnsafePointer<ItemKey>
    var keyLists: UnsafePointer<ItemKeyList>
  }

  let graph: SchemaGraph
  let tables: Tables
  /// The bounds of numbers as exact numbers.
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
      choices: arena.keep(
        builder.choices.map { choice in
          BranchChoice(
            name: names + choice.name,
            texts: names + choice.texts,
            others: choice.draft.others,
            absent: choice.draft.absent,
            start: choice.start
          )
        }
      ),
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

  /// The allocated memory, which is released with the program.
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
          buckets: (buckets + name.buckets.start, name.buckets.bits)
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

  /// The same program with separate instructions for each keyword, used to explain failures; created on first use.
  var explaining: SchemaProgram {
    madeExplaining.withLock { made in
      if let made { return made }
      let program = ProgramBuilder.build(graph, tellsKeywordsApart: true)
      made = program
      return program
    }
  }

  /// Returns the index of the entry points of one keyword, usable like that of a schema; only for a program with
  /// separate instructions for each keyword.
  func cell(ofKeyword position: Int, in node: SchemaNodeID) -> SchemaNodeID { keywordCells[node] + position }

  deinit { for pointer in memory { pointer.deallocate() } }

  /// Returns true if `value` is valid against the graph's root schema, or the one that `schema` names; false if that
  /// takes more steps than `stepLimit`.
  func accepts(_ value: JSONValue, by schema: SchemaNodeID? = nil, stepLimit: Int) -> Bool {
    var holds = false
    let schema = schema ?? graph.root
    run(over: value.document, ProgramMemory(stepLimit: stepLimit, remembersFailures: false)) { runner in
      let place = runner.place(value)
      holds =
        runner.accepts(place, by: schema, depth: 0)
        && (!runner.depends(on: 0) || runner.verdict(place, by: schema) == .holds)
    }
    return holds
  }

  /// Calls `body` with a runner for the values of one document, which uses `memory`.
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

/// The demands of one schema's keywords on the members of an object.
struct ObjectShape {
  /// The value of `additional` if further members are allowed without a schema.
  static let allowed: Int32 = -1
  static let forbidden: Int32 = -2
  /// The maximum number of names whose presence can be tracked.
  static let bitCount = 64

  var names: UnsafePointer<NameTable>
  /// The combined bits of all required names.
  var required: UInt64
  /// The schema for members whose names match no property and no pattern, or one of the constants above.
  var additional: Int32
  /// The index of the shape's first pattern schema in the program.
  var patternStart: UInt32
  var patternCount: UInt32
  /// True if the schema restricts members that are not in `properties`.
  var restrictsOthers: Bool
  /// The index of the shape's first dependency in the program.
  var dependencyStart: UInt32
  var dependencyCount: UInt32
}

/// A schema for members whose names match a regular expression.
struct PatternSchema {
  var regex: UInt32
  var node: UInt32
}

/// The demands on an object that has a member with a certain name.
struct MemberDependency {
  /// The bit of the name whose presence causes the dependency.
  var trigger: UInt64
  /// The combined bits of the names that are then required.
  var required: UInt64
  /// The schema that the object must then match; `Instruction.noSchema` if none exists.
  var node: UInt32
}
