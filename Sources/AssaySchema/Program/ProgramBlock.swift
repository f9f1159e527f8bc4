import AssayJSON
import AssayRegex

/// The instructions for values of one kind, of one schema or a single keyword, while the program is built.
struct ProgramBlock {
  /// The kind of a value as encoded in a parsed document; integers have a separate code.
  enum Kind: Int, CaseIterable {
    case null, `false`, `true`, fraction, string, array, object, integer

    var isNumber: Bool { self == .fraction || self == .integer }

    /// The kind of JSON value this stands for.
    var kind: JSONKind { JSONKind(rawValue: UInt8(rawValue)) ?? .number }
  }

  let kind: Kind
  /// True if the block has the instructions of a single keyword.
  let isAlone: Bool
  private(set) var instructions: [Instruction] = []
  private(set) var alwaysFails = false
  /// The schema whose keywords currently add instructions.
  var node: SchemaNodeID = 0
  /// The demands on an object's members that the schema's keywords have made so far; `nil` if none exists.
  var shape: ObjectShapeDraft?
  /// The same as ``shape``, but empty if there are no demands yet.
  var members: ObjectShapeDraft {
    get { shape ?? ObjectShapeDraft() }
    set { shape = newValue }
  }
  /// Additional shapes, for names whose presence is tracked but for which the first shape has no bit left.
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

  /// Adds a dependency: if the member `name` is present, the members `required` must be present and the object must
  /// match the schema `node`.
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

  /// Applies `change` to the first shape that has bits for all of `names`; adds a shape if none exists.
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

/// The demands on the members of an object, while the program is built.
struct ObjectShapeDraft {
  var properties: [(name: [UInt8], node: SchemaNodeID)] = []
  var patterns: [(regex: ECMARegex, node: SchemaNodeID)] = []
  var additional: SchemaNodeID?
  fileprivate(set) var required: [[UInt8]] = []
  fileprivate(set) var dependencies: [(name: [UInt8], required: [[UInt8]], node: SchemaNodeID?)] = []
  /// The bit for each name that is required or has dependencies.
  private(set) var bits: [[UInt8]: UInt64] = [:]

  /// True if all members are treated alike, whatever their names.
  var isForAnyName: Bool { properties.isEmpty && patterns.isEmpty && bits.isEmpty }

  /// Returns the combined bits of `names`.
  func mask(_ names: [[UInt8]]) -> UInt64 { names.reduce(0) { $0 | (bits[$1] ?? 0) } }

  /// Assigns a bit to each name; returns false, and changes nothing, if not enough are left.
  fileprivate mutating func track(_ names: [[UInt8]]) -> Bool {
    let new = Set(names.filter { bits[$0] == nil })
    guard bits.count + new.count <= ObjectShape.bitCount else { return false }
    for name in names where bits[name] == nil { bits[name] = 1 << UInt64(bits.count) }
    return true
  }
}
