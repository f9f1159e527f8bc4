import AssayJSON
import AssayRegex

/// The steps one schema, or one keyword alone, asks of values of one kind, while they are put together.
struct ProgramBlock {
  /// The kind, as entries on the tape say it: integers have a code of their own.
  enum Kind: Int, CaseIterable {
    case null, `false`, `true`, fraction, string, array, object, integer

    var isNumber: Bool { self == .fraction || self == .integer }

    /// The kind values of this have.
    var kind: JSONKind { JSONKind(rawValue: UInt8(rawValue)) ?? .number }
  }

  let kind: Kind
  /// True if these are the steps of one keyword, separate from those next to it.
  let isAlone: Bool
  private(set) var instructions: [Instruction] = []
  private(set) var alwaysFails = false
  /// The schema whose keywords emit now.
  var node: SchemaNodeID = 0
  /// The shape that the schema's keywords have asked of an object's members so far.
  var shape: ObjectShapeDraft?
  /// The same, there from the first time it is changed.
  var members: ObjectShapeDraft {
    get { shape ?? ObjectShapeDraft() }
    set { shape = newValue }
  }
  /// Names whose presence matters, of which one shape has no room.
  var furtherShapes: [ObjectShapeDraft] = []
  var inlineDepth = 0

  init(kind: Kind, isAlone: Bool = false) {
    self.kind = kind
    self.isAlone = isAlone
  }

  mutating func append(_ operation: Instruction.Operation, a: Int = 0, b: Int = 0) {
    instructions.append(Instruction(operation: operation, a: UInt32(truncatingIfNeeded: a), b: UInt64(b)))
  }

  mutating func fail() { alwaysFails = true }

  // MARK: Names whose presence matters

  /// Makes names required.
  mutating func require(_ names: [String]) {
    let names = names.map { Array($0.utf8) }
    var first = members
    if first.track(names) {
      first.required += names
      members = first
    } else {
      for name in names { track([name]) { $0.required.append(name) } }
    }
  }

  /// Makes the presence of a name ask for others and for a schema.
  mutating func depend(on name: String, required: [String] = [], node: SchemaNodeID? = nil) {
    let (name, required) = (Array(name.utf8), required.map { Array($0.utf8) })
    if let node { track([name]) { $0.dependencies.append((name, [], node)) } }
    var rest = required[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(ObjectShape.bitCount / 2))
      rest = rest.dropFirst(part.count)
      track([name] + part) { $0.dependencies.append((name, part, nil)) }
    }
  }

  /// Changes the first shape that has room for all of `names`.
  private mutating func track(_ names: [[UInt8]], _ change: (inout ObjectShapeDraft) -> Void) {
    var first = members
    if first.track(names) {
      change(&first)
      members = first
      return
    }
    for position in furtherShapes.indices where furtherShapes[position].track(names) {
      return change(&furtherShapes[position])
    }
    var shape = ObjectShapeDraft()
    _ = shape.track(names)
    change(&shape)
    furtherShapes.append(shape)
  }
}

/// An object's shape, while it is put together.
struct ObjectShapeDraft {
  var properties: [(name: [UInt8], node: SchemaNodeID)] = []
  var patterns: [(regex: ECMARegex, node: SchemaNodeID)] = []
  var additional: SchemaNodeID?
  fileprivate(set) var required: [[UInt8]] = []
  fileprivate(set) var dependencies: [(name: [UInt8], required: [[UInt8]], node: SchemaNodeID?)] = []
  /// The bit of each name whose presence matters.
  private(set) var bits: [[UInt8]: UInt64] = [:]

  /// True if no name makes a difference.
  var isForAnyName: Bool { properties.isEmpty && patterns.isEmpty && bits.isEmpty }

  /// The bits of names whose presence matters.
  func mask(_ names: [[UInt8]]) -> UInt64 { names.reduce(0) { $0 | (bits[$1] ?? 0) } }

  /// Gives each name a bit; false, and nothing is changed, where there are not enough left.
  fileprivate mutating func track(_ names: [[UInt8]]) -> Bool {
    let new = Set(names.filter { bits[$0] == nil })
    guard bits.count + new.count <= ObjectShape.bitCount else { return false }
    for name in names where bits[name] == nil { bits[name] = 1 << UInt64(bits.count) }
    return true
  }
}
