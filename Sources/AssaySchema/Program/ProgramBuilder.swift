import AssayJSON
import AssayRegex

/// Turns a graph into the tables of a program.
struct ProgramBuilder {
  let graph: SchemaGraph
  private let isShared: [Bool]
  private(set) var instructions: [Instruction] = []
  private(set) var entryPoints: [EntryPoint?]
  private(set) var shapes: [Shape] = []
  private(set) var names = NameTables()
  private(set) var patterns: [PatternSchema] = []
  private(set) var dependencies: [MemberDependency] = []
  private(set) var nodes: [UInt32] = []
  private(set) var numbers = NumberTables()
  private(set) var constants: [ConstantSet] = []
  private(set) var regexes: [ECMARegex] = []
  private(set) var itemKeys = ItemKeyTables()
  /// The start of the cells of each schema's keywords, if these are separate.
  private(set) var keywordCells: [Int] = []

  /// The tables of names: each a range of slots and of buckets, the names one after the other in `text`.
  struct NameTables {
    var tables: [(slots: Range<Int>, buckets: Range<Int>)] = []
    var slots: [Slot] = []
    var buckets: [Int32] = []
    var text: [UInt8] = []
  }

  /// The bounds of numbers, each with its exact number.
  struct NumberTables {
    var bounds: [NumberBound] = []
    var exact: [JSONNumber] = []
    var ranges: [IntegerRange] = []
  }

  /// The lists of keys that distinguish or sort items, and the steps to them.
  struct ItemKeyTables {
    var lists: [ItemKeyList] = []
    var keys: [ItemKey] = []
    var steps: [(name: Int, position: Int)] = []
  }

  /// A slot of a table of names; those that are no properties have no schema of their own.
  struct Slot {
    var key: NameTable.Key
    var offset = 0
    var node: SchemaNodeID?
    var bit: UInt64 = 0
    var isComplete = true
  }

  /// An object's shape, its tables as ranges.
  struct Shape {
    var names: Int
    var required: UInt64
    var additional: Int32
    var restrictsOthers: Bool
    var patterns: Range<Int>
    var dependencies: Range<Int>
  }

  /// The start of a schema for values of one kind.
  enum EntryPoint: Equatable {
    /// No value of the kind, every value of it, passes.
    case fail, pass
    case step(Int)
  }

  /// Longer blocks are called rather than copied into those that refer to them.
  private static let inlineLimit = 48
  private static let inlineDepthLimit = 24
  /// With more schemas than this in one place, what they look at is left to the walk.
  private static let evaluationLimit = 32

  /// Puts a program together; one that `tellsKeywordsApart` says of each keyword whether it is what a value breaks.
  static func build(_ graph: SchemaGraph, tellsKeywordsApart: Bool = false) -> SchemaProgram {
    var builder = ProgramBuilder(graph: graph)
    for node in graph.nodes.indices {
      for kind in ProgramBlock.Kind.allCases { _ = builder.entryPoint(of: node, for: kind) }
    }
    if tellsKeywordsApart { builder.addKeywords() }
    return SchemaProgram(builder)
  }

  private init(graph: SchemaGraph) {
    self.graph = graph
    isShared = SharedSchemas(graph).isShared
    entryPoints = Array(repeating: nil, count: graph.nodes.count * 8) + Array(repeating: .pass, count: 8)
  }

  /// Adds the steps of every keyword of every schema alone.
  private mutating func addKeywords() {
    for (id, node) in graph.nodes.enumerated() {
      keywordCells.append(entryPoints.count / 8)
      for keyword in node.keywords {
        for kind in ProgramBlock.Kind.allCases {
          var block = ProgramBlock(kind: kind, isAlone: true)
          block.node = id
          keyword.emit(&block, &self)
          emitShapes(&block)
          entryPoints.append(add(block))
        }
      }
    }
  }

  // MARK: For keywords

  /// The schema everything keeps, which follows those of the graph.
  var anything: SchemaNodeID { graph.nodes.count }

  /// Returns the start of a schema for a kind. Only schemas applied in place use it; they form no cycles.
  mutating func entryPoint(of node: SchemaNodeID, for kind: ProgramBlock.Kind, depth: Int = 0) -> EntryPoint {
    let cell = node * 8 + kind.rawValue
    if let known = entryPoints[cell] { return known }
    var block = ProgramBlock(kind: kind)
    block.inlineDepth = depth
    emit(node, &block)
    let entry = add(block, isShared: isShared[node])
    entryPoints[cell] = entry
    return entry
  }

  private mutating func add(_ block: ProgramBlock, isShared: Bool = false) -> EntryPoint {
    if block.alwaysFails || contradict(block.instructions) { return .fail }
    if block.instructions.isEmpty { return .pass }
    let entry = EntryPoint.step(instructions.count)
    if isShared { instructions.append(Instruction(operation: .shared, isLast: true)) }
    instructions += block.kind == .integer ? fusingBounds(block.instructions) : block.instructions
    instructions[instructions.count - 1].isLast = true
    return entry
  }

  /// Adds what a schema asks of the same value.
  mutating func include(_ node: SchemaNodeID, _ block: inout ProgramBlock) {
    if isShared[node] || block.isAlone {
      switch known(node, block) {
      case .pass: return
      case .fail: return block.fail()
      default: return block.append(.call, a: node)
      }
    }
    if block.instructions.count > Self.inlineLimit || block.inlineDepth > Self.inlineDepthLimit {
      return block.append(.call, a: node)
    }
    block.inlineDepth += 1
    emit(node, &block)
    block.inlineDepth -= 1
  }

  /// Returns the entry point of a schema for a kind, if it is known beforehand; `nil` at depths the builder does not
  /// inspect.
  mutating func known(_ node: SchemaNodeID, _ block: ProgramBlock) -> EntryPoint? {
    guard block.inlineDepth <= Self.inlineDepthLimit else { return nil }
    return entryPoint(of: node, for: block.kind, depth: block.inlineDepth + 1)
  }

  mutating func list(_ list: [SchemaNodeID]) -> Int {
    nodes += list.map { UInt32($0) }
    return nodes.count - list.count
  }

  mutating func add(_ bound: JSONNumber, isUpper: Bool, isExclusive: Bool) -> Int {
    numbers.exact.append(bound)
    numbers.bounds.append(NumberBound(bound, isUpper: isUpper, isExclusive: isExclusive))
    return numbers.bounds.count - 1
  }

  mutating func add(_ values: [JSONValue]) -> Int {
    constants.append(ConstantSet(values))
    return constants.count - 1
  }

  mutating func add(_ regex: ECMARegex) -> Int {
    regexes.append(regex)
    return regexes.count - 1
  }

  mutating func add(_ range: IntegerRange) -> Int {
    numbers.ranges.append(range)
    return numbers.ranges.count - 1
  }

  /// Adds keys by which items are compared: where they are in an item, and which way they are sorted.
  mutating func add(keys: [(pointer: JSONPointer, order: ItemOrder)]) -> Int {
    let first = itemKeys.keys.count
    for key in keys {
      itemKeys.keys.append(
        ItemKey(firstStep: itemKeys.steps.count, stepCount: key.pointer.tokens.count, order: key.order)
      )
      for token in key.pointer.tokens {
        itemKeys.steps.append((add([Array(token.utf8)]), JSONPointer.arrayIndex(token) ?? PathStep.noPosition))
      }
    }
    itemKeys.lists.append(ItemKeyList(firstKey: first, keyCount: keys.count))
    return itemKeys.lists.count - 1
  }

  /// A table of names; what they stand for, where that matters, `describe` puts into their slots.
  mutating func add(_ list: [[UInt8]], describe: (Int, inout Slot) -> Void = { _, _ in }) -> Int {
    let first = names.slots.count
    for (position, name) in list.enumerated() {
      let key = name.withUnsafeBufferPointer { bytes in
        bytes.baseAddress.map { NameTable.Key($0, bytes.count, end: $0 + bytes.count) }
      }
      var slot = Slot(key: key ?? .empty, offset: names.text.count)
      describe(position, &slot)
      names.slots.append(slot)
      names.text += name
    }
    let range = first..<names.slots.count
    names.slots.append(Slot(key: .none))
    names.tables.append((range, list.count > 8 ? addBuckets(range) : 0..<0))
    return names.tables.count - 1
  }

  private mutating func addBuckets(_ range: Range<Int>) -> Range<Int> {
    var size = 16
    while size < range.count * 2 { size *= 2 }
    var table = Array(repeating: Int32(-1), count: size)
    for (position, slot) in names.slots[range].enumerated() {
      var bucket = Int(slot.key.hash & UInt64(size - 1))
      while table[bucket] >= 0 { bucket = (bucket + 1) & (size - 1) }
      table[bucket] = Int32(position)
    }
    names.buckets += table
    return (names.buckets.count - size)..<names.buckets.count
  }

  /// Adds the step for a list of allowed values.
  mutating func emit(_ values: [JSONValue], _ block: inout ProgramBlock) {
    let kind = block.kind.kind
    let comparable = values.filter { $0.kind == kind }
    if comparable.isEmpty { return block.fail() }
    switch block.kind {
    case .null, .false, .true: break
    case .string:
      block.append(.string, a: add(comparable.map { value in value.withStringBytes { Array($0) } }))
    case .fraction, .integer, .array, .object: block.append(.constant, a: add(comparable))
    }
  }

  // MARK: Blocks

  private mutating func emit(_ id: SchemaNodeID, _ block: inout ProgramBlock) {
    let node = graph.nodes[id]
    if node.boolean == false { return block.fail() }
    let outer = (block.node, block.shape, block.furtherShapes)
    (block.node, block.shape, block.furtherShapes) = (id, nil, [])
    for keyword in node.keywords where !block.alwaysFails { keyword.emit(&block, &self) }
    emitShapes(&block)
    (block.node, block.shape, block.furtherShapes) = outer
  }

  private mutating func emitShapes(_ block: inout ProgramBlock) {
    if let shape = block.shape { emit(shape, &block) }
    for shape in block.furtherShapes { emit(shape, &block) }
  }

  /// Returns the parts that the keywords of a schema look at, except those for the rest; `nil` if only the walk can
  /// find them.
  func evaluation(of node: SchemaNodeID) -> StaticEvaluation? {
    var budget = Self.evaluationLimit
    let keywords = graph.nodes[node].keywords.filter { !$0.asksOfRest }
    return StaticEvaluation(keywords, in: graph, budget: &budget)
  }

  /// Adds the step for an object's members.
  mutating func emit(_ draft: ObjectShapeDraft, _ block: inout ProgramBlock) {
    if let node = draft.additional, draft.isForAnyName, graph.nodes[node].boolean == nil {
      return block.append(.values, a: node)
    }
    let (firstPattern, firstDependency) = (patterns.count, dependencies.count)
    for (regex, node) in draft.patterns {
      patterns.append(PatternSchema(regex: UInt32(add(regex)), node: UInt32(node)))
    }
    for (name, required, node) in draft.dependencies {
      dependencies.append(
        MemberDependency(
          trigger: draft.mask([name]),
          required: draft.mask(required),
          node: node.map { UInt32($0) } ?? Instruction.noSchema
        )
      )
    }
    let additional =
      switch draft.additional {
      case nil: ObjectShape.allowed
      case let node?:
        graph.nodes[node].boolean.map { $0 ? ObjectShape.allowed : ObjectShape.forbidden } ?? Int32(node)
      }
    let named = Set(draft.properties.map(\.name))
    let others = draft.bits.sorted { $0.value < $1.value }.map(\.key).filter { !named.contains($0) }
    let restrictsOthers = !draft.patterns.isEmpty || additional != ObjectShape.allowed
    let list = draft.properties.map(\.name) + others
    let names = add(list) { position, slot in
      if position < draft.properties.count { slot.node = draft.properties[position].node }
      slot.bit = draft.bits[list[position]] ?? 0
      slot.isComplete = slot.node == nil ? !restrictsOthers : draft.patterns.isEmpty
    }
    shapes.append(
      Shape(
        names: names,
        required: draft.mask(draft.required),
        additional: additional,
        restrictsOthers: restrictsOthers,
        patterns: firstPattern..<patterns.count,
        dependencies: firstDependency..<dependencies.count
      )
    )
    block.append(.object, a: shapes.count - 1)
  }
}
