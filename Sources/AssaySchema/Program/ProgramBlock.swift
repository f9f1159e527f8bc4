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
  var inlineDepth = 0

  init(kind: Kind) { self.kind = kind }

  mutating func append(_ operation: Instruction.Operation, a: Int = 0, b: Int = 0) {
    instructions.append(Instruction(operation: operation, a: UInt32(truncatingIfNeeded: a), b: UInt64(b)))
  }

  mutating func fail() { alwaysFails = true }

  /// Replaces what there is by the explaining walk through a schema.
  mutating func walk(_ node: SchemaNodeID, keepingFirst count: Int) {
    instructions.removeSubrange(count...)
    append(.walk, a: node)
  }
}

/// An object's shape, while it is put together.
struct ObjectShapeDraft {
  var properties: [(name: [UInt8], node: SchemaNodeID)] = []
  var required: [[UInt8]] = []
  var patterns: [(regex: ECMARegex, node: SchemaNodeID)] = []
  var additional: SchemaNodeID?
}
