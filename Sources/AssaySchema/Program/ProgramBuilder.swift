import AssayJSON
import AssayRegex

/// The builder of a program's tables from a graph of schemas.
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
  private(set) var choices: [Choice] = []
  private(set) var numbers = NumberTables()
  private(set) var constants: [ConstantSet] = []
  private(set) var regexes: [ECMARegex] = []
  private(set) var itemKeys = ItemKeyTables()
  /// For each schema, the index of the entry points of its first keyword; empty unless the program has separate
  /// instructions for each keyword.
  private(set) var keywordCells: [Int] = []

  /// The tables of names: each has a range of slots, and two to the power of `bits` buckets from `start` on; all names are
  /// concatenated in `text`.
  struct NameTables {
    var tables: [(slots: Range<Int>, buckets: (start: Int, bits: UInt64))] = []
    var slots: [Slot] = []
    var buckets: [Int32] = []
    var text: [UInt8] = []
  }

  /// The tables of number bounds: as fast decimals, as exact numbers, and as integer ranges.
  struct NumberTables {
    var bounds: [NumberBound] = []
    var exact: [JSONNumber] = []
    var ranges: [IntegerRange] = []
  }

  /// The tables for comparing items: lists of keys, the keys, and the path steps to them.
  struct ItemKeyTables {
    var lists: [ItemKeyList] = []
    var keys: [ItemKey] = []
    var steps: [(name: Int, position: Int)] = []
  }

  /// The choice among branches by a member, with the indexes of the tables of its name and its texts, and the position
  /// of the first branch in the list of schemas.
  struct Choice {
    var draft: BranchChoiceDraft
    var name: Int
    var texts: Int
    var start: Int
  }

  /// An entry for a name in a table; `node` is `nil` if the name is not among the `properties`.
  struct Slot {
    var key: NameTable.Key
    var offset = 0
    var node: SchemaNodeID?
    var bit: UInt64 = 0
    var isComplete = true
  }

  /// The demands on the members of an object, with ranges in the builder's tables.
  struct Shape {
    var names: Int
    var required: UInt64
    var additional: Int32
    var restrictsOthers: Bool
    var patterns: Range<Int>
    var dependencies: Range<Int>
  }

  /// The first instruction of a schema for values of one kind.
  enum EntryPoint: Equatable {
    /// No value of the kind passes, or every value passes.
    case fail, pass
    case step(Int)
  }

  /// The maximum number of instructions in a block into which further schemas are copied; beyond it, they are called
  /// instead.
  private static let inlineLimit = 48
  private static let inlineDepthLimit = 24
  /// The maximum number of schemas visited to determine at compile time what a schema evaluates; beyond it, that is
  /// determined for each value.
  private static let evaluationLimit = 32

  /// Builds a program; with `tellsKeywordsApart`, it also has separate instructions for each keyword.
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

  /// Adds separate instructions for each keyword of each schema.
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

  /// The number of a schema that every value matches, after the last one of the graph.
  var anything: SchemaNodeID { graph.nodes.count }

  /// Returns the entry point of a schema for a kind of value, and builds its instructions if needed. Recursion ends,
  /// since schemas applied to the same value form no cycles.
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

  /// Adds the instructions of a schema that applies to the same value, or a call of them.
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

  /// Returns the entry point of a schema for the block's kind; `nil` beyond the depth that the builder inspects.
  mutating func known(_ node: SchemaNodeID, _ block: ProgramBlock) -> EntryPoint? {
    guard block.inlineDepth <= Self.inlineDepthLimit else { return nil }
    return entryPoint(of: node, for: block.kind, depth: block.inlineDepth + 1)
  }

  mutating func list(_ list: [SchemaNodeID]) -> Int {
    nodes += list.map { UInt32($0) }
    return nodes.count - list.count
  }

  /// Adds the instruction that tests branches, of which at least one has to match; exactly one, if `isExclusive`.
  mutating func emit(branches: [SchemaNodeID], isExclusive: Bool, _ block: inout ProgramBlock) {
    let start = list(branches)
    guard block.kind == .object, let draft = BranchChoiceDraft(branches, in: graph) else {
      return block.append(isExclusive ? .oneOf : .anyOf, a: start, b: branches.count)
    }
    let name = add([draft.name])
    let texts = add(draft.texts.map(\.text)) { $1.bit = draft.texts[$0].branches }
    choices.append(Choice(draft: draft, name: name, texts: texts, start: start))
    block.append(isExclusive ? .oneOfChosen : .anyOfChosen, a: choices.count - 1)
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

  /// Adds a list of keys by which items are compared: the pointer inside an item, and the sort order. Returns the
  /// list's index.
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

  /// Adds a table of names and returns its index; `describe` completes the entry of each name.
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
    let (positions, bits) = NameTable.Key.buckets(names.slots[range].lazy.map(\.key))
    names.tables.append((range, (names.buckets.count, bits)))
    names.buckets += positions
    return names.tables.count - 1
  }

  /// Adds the instruction that allows only the listed values.
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

  /// Returns the members or items that a schema's keywords, except `unevaluated…`, evaluate in every valid value.
  func evaluation(of node: SchemaNodeID) -> StaticEvaluation {
    var budget = Self.evaluationLimit
    let keywords = graph.nodes[node].keywords.filter { !$0.asksOfRest }
    return StaticEvaluation(keywords, in: graph, budget: &budget)
  }

  /// Adds the instruction that tests an object's members.
  mutating func emit(_ draft: ObjectShapeDraft, _ block: inout ProgramBlock) {
    if let node = draft.additional, draft.isForAnyName, graph.nodes[node].boolean == nil {
      return block.append(.values, a: node)
    }
    block.append(.object, a: add(draft))
  }

  /// Adds the shape of an object's members and returns its index.
  mutating func add(_ draft: ObjectShapeDraft) -> Int {
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
    return shapes.count - 1
  }
}
