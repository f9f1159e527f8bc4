import AssayJSON

/// Turns a graph into the tables of a program.
struct ProgramBuilder {
  let graph: SchemaGraph
  private(set) var instructions = [Instruction(operation: .end)]
  private(set) var entryPoints: [Int32]
  private(set) var shapes: [(names: Int, required: UInt64, additional: Int32, patterns: Range<Int>)] = []
  private(set) var names: [(slots: Range<Int>, buckets: Range<Int>)] = []
  private(set) var slots: [NameTable.Slot] = []
  private(set) var buckets: [Int32] = []
  private(set) var text: [UInt8] = []
  private(set) var patterns: [PatternSchema] = []
  private(set) var nodes: [UInt32] = []
  private(set) var bounds: [NumberBound] = []
  private(set) var exactBounds: [BoundKeyword] = []
  private(set) var constants: [[JSONValue]] = []
  private(set) var regexes: [ECMARegex] = []
  private(set) var orders: [SortOrder] = []

  private static let unknown = Int32.min
  /// Longer blocks are called rather than copied into those that refer to them.
  private static let inlineLimit = 48
  private static let inlineDepthLimit = 24

  static func build(_ graph: SchemaGraph) -> SchemaProgram {
    var builder = ProgramBuilder(graph: graph)
    for node in graph.nodes.indices {
      for kind in ProgramBlock.Kind.allCases { _ = builder.entryPoint(of: node, for: kind) }
    }
    return SchemaProgram(builder)
  }

  private init(graph: SchemaGraph) {
    self.graph = graph
    entryPoints = Array(repeating: Self.unknown, count: graph.nodes.count * 8)
  }

  // MARK: For keywords

  /// Where a schema starts for a kind. Only asked of schemas applied in place, which form no cycles.
  mutating func entryPoint(of node: SchemaNodeID, for kind: ProgramBlock.Kind, depth: Int = 0) -> Int32 {
    let cell = node * 8 + kind.rawValue
    if entryPoints[cell] != Self.unknown { return entryPoints[cell] }
    var block = ProgramBlock(kind: kind)
    block.inlineDepth = depth
    emit(node, &block)
    let entry: Int32
    if block.alwaysFails || contradict(block.instructions) {
      entry = EntryPoint.fail
    } else if block.instructions.isEmpty {
      entry = EntryPoint.pass
    } else {
      entry = Int32(instructions.count)
      instructions += block.instructions
      instructions.append(Instruction(operation: .end))
    }
    entryPoints[cell] = entry
    return entry
  }

  /// Adds what a schema asks of the same value.
  mutating func include(_ node: SchemaNodeID, _ block: inout ProgramBlock) {
    if block.instructions.count > Self.inlineLimit || block.inlineDepth > Self.inlineDepthLimit {
      return block.append(.call, a: node)
    }
    block.inlineDepth += 1
    emit(node, &block)
    block.inlineDepth -= 1
  }

  /// Whether what a schema asks of a kind can be told beforehand; so deep down nobody looks.
  mutating func known(_ node: SchemaNodeID, _ block: ProgramBlock) -> Int32? {
    guard block.inlineDepth <= Self.inlineDepthLimit else { return nil }
    return entryPoint(of: node, for: block.kind, depth: block.inlineDepth + 1)
  }

  /// Adds the keyword that emits now, to be judged by the explaining walk.
  func fallBack(_ block: inout ProgramBlock) { block.append(.keyword, a: block.node, b: block.keyword) }

  mutating func list(_ list: [SchemaNodeID]) -> Int {
    nodes += list.map { UInt32($0) }
    return nodes.count - list.count
  }

  mutating func add(_ bound: BoundKeyword) -> Int {
    exactBounds.append(bound)
    bounds.append(
      NumberBound(
        bound.bound,
        isUpper: bound.isUpper,
        isExclusive: bound.isExclusive,
        exact: exactBounds.count - 1
      )
    )
    return bounds.count - 1
  }

  mutating func add(divisor: JSONNumber) -> Int {
    bounds.append(NumberBound(divisor, isUpper: false, isExclusive: false, exact: -1))
    return bounds.count - 1
  }

  mutating func add(_ values: [JSONValue]) -> Int {
    constants.append(values)
    return constants.count - 1
  }

  mutating func add(_ regex: ECMARegex) -> Int {
    regexes.append(regex)
    return regexes.count - 1
  }

  /// Adds an order by one key, the names on the way to it from an item being `tokens`.
  mutating func add(order tokens: [String], isDescending: Bool) -> Int {
    let tables = tokens.map { add([(name: Array($0.utf8), node: 0, bit: 0)]) }
    orders.append(
      SortOrder(firstName: tables.first ?? 0, nameCount: tables.count, isDescending: isDescending)
    )
    return orders.count - 1
  }

  /// A table of names, each with a schema and a required bit.
  mutating func add(_ list: [(name: [UInt8], node: SchemaNodeID, bit: UInt64)]) -> Int {
    let first = slots.count
    for (name, node, bit) in list {
      let key = name.withUnsafeBufferPointer { bytes -> (UInt64, UInt64) in
        guard let base = bytes.baseAddress else { return (0, 0) }
        let key = NameTable.Key(base, bytes.count, end: base + bytes.count)
        return (key.head, key.tail)
      }
      slots.append(
        NameTable.Slot(
          head: key.0,
          tail: key.1,
          length: UInt32(name.count),
          offset: UInt32(text.count),
          node: UInt32(node),
          bit: bit
        )
      )
      text += name
    }
    names.append((first..<slots.count, list.count > 8 ? addBuckets(first..<slots.count) : 0..<0))
    return names.count - 1
  }

  private mutating func addBuckets(_ range: Range<Int>) -> Range<Int> {
    var size = 16
    while size < range.count * 2 { size *= 2 }
    var table = Array(repeating: Int32(-1), count: size)
    for (position, slot) in slots[range].enumerated() {
      var bucket = Int(NameTable.Key(slot).hash & UInt64(size - 1))
      while table[bucket] >= 0 { bucket = (bucket + 1) & (size - 1) }
      table[bucket] = Int32(position)
    }
    buckets += table
    return (buckets.count - size)..<buckets.count
  }

  /// Adds the step for a list of allowed values.
  mutating func emit(_ values: [JSONValue], _ block: inout ProgramBlock) {
    let kind = block.kind.kind
    let comparable = values.filter { $0.kind == kind }
    if comparable.isEmpty { return block.fail() }
    switch block.kind {
    case .null, .false, .true: break
    case .string:
      let names = comparable.map { value in (name: value.withStringBytes { Array($0) }, node: 0, bit: UInt64(0)) }
      block.append(.string, a: add(names))
    case .fraction, .integer, .array, .object: block.append(.constant, a: add(comparable))
    }
  }

  // MARK: Blocks

  private mutating func emit(_ id: SchemaNodeID, _ block: inout ProgramBlock) {
    let node = graph.nodes[id]
    if node.boolean == false { return block.fail() }
    let outer = (block.node, block.keyword, block.shape)
    let start = block.instructions.count
    block.shape = nil
    for (position, keyword) in node.keywords.enumerated() {
      guard !block.alwaysFails else { break }
      (block.node, block.keyword) = (id, position)
      if block.kind == .array && keyword is UnevaluatedItemsKeyword
        || block.kind == .object && keyword is UnevaluatedPropertiesKeyword
      {
        // Who looked at what is only known to the walk.
        block.walk(id, keepingFirst: start)
        block.shape = nil
        break
      }
      keyword.emit(&block, &self)
    }
    if let shape = block.shape { emit(shape, &block) }
    (block.node, block.keyword, block.shape) = outer
  }

  private mutating func emit(_ draft: ObjectShapeDraft, _ block: inout ProgramBlock) {
    var list: [(name: [UInt8], node: SchemaNodeID, bit: UInt64)] = []
    var positions: [[UInt8]: Int] = [:]
    for (name, node) in draft.properties {
      positions[name] = list.count
      list.append((name, node, 0))
    }
    var required: UInt64 = 0
    for (position, name) in Set(draft.required).sorted(by: { $0.lexicographicallyPrecedes($1) }).enumerated() {
      required |= 1 << UInt64(position)
      if let known = positions[name] {
        list[known].bit = 1 << UInt64(position)
      } else {
        list.append((name, Int(ObjectShape.unnamed), 1 << UInt64(position)))
      }
    }
    let start = patterns.count
    for (regex, node) in draft.patterns {
      patterns.append(PatternSchema(regex: UInt32(add(regex)), node: UInt32(node)))
    }
    let additional =
      switch draft.additional {
      case nil: ObjectShape.allowed
      case let node?:
        graph.nodes[node].boolean.map { $0 ? ObjectShape.allowed : ObjectShape.forbidden } ?? Int32(node)
      }
    shapes.append((add(list), required, additional, start..<patterns.count))
    block.append(.object, a: shapes.count - 1)
  }
}

extension NameTable.Key {
  fileprivate init(_ slot: NameTable.Slot) {
    head = slot.head
    tail = slot.tail
    length = slot.length
  }
}
