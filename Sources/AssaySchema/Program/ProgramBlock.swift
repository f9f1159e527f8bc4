import AssayJSON

/// The steps one schema asks of values of one kind, while they are put together.
struct ProgramBlock {
  /// The kind, as entries on the tape say it: integers have a code of their own.
  enum Kind: Int, CaseIterable {
    case null, `false`, `true`, fraction, string, array, object, integer

    var isNumber: Bool { self == .fraction || self == .integer }

    /// The kind values of this have.
    var kind: JSONKind { JSONKind(rawValue: UInt8(rawValue)) ?? .number }
  }

  let kind: Kind
  private(set) var instructions: [Instruction] = []
  private(set) var alwaysFails = false
  /// The schema and keyword that emit now.
  var node: SchemaNodeID = 0
  var keyword = 0
  /// What the schema's keywords asked of an object's members so far.
  var shape: ObjectShapeDraft?
  /// The same, there from the first time it is changed.
  var members: ObjectShapeDraft {
    get { shape ?? ObjectShapeDraft() }
    set { shape = newValue }
  }
  var inlineDepth = 0

  /// The keyword that emits now, as steps name it.
  private var standIn: Int { node << 32 | keyword }

  init(kind: Kind) { self.kind = kind }

  mutating func append(_ operation: Instruction.Operation, a: Int = 0, b: Int = 0) {
    instructions.append(Instruction(operation: operation, a: UInt32(truncatingIfNeeded: a), b: UInt64(b)))
  }

  /// Adds a step that leaves it to the explaining walk where it cannot tell.
  mutating func appendWithStandIn(_ operation: Instruction.Operation, a: Int) { append(operation, a: a, b: standIn) }

  /// Adds the keyword that emits now, to be judged by the explaining walk.
  mutating func fallBack() { append(.keyword, b: standIn) }

  mutating func fail() { alwaysFails = true }
}
