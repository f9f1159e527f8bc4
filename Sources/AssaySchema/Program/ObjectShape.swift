import AssayRegex

/// What the keywords for members of one schema ask of an object.
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
  /// Whether anything is asked of members that are no properties.
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

/// What the presence of one name asks of the object.
struct MemberDependency {
  /// The name's bit.
  var trigger: UInt64
  /// The bits of names that have to be there too.
  var required: UInt64
  /// The schema the object has to keep, or `Instruction.noSchema`.
  var node: UInt32
}

/// An object's shape, while it is put together.
struct ObjectShapeDraft {
  var properties: [(name: [UInt8], node: SchemaNodeID)] = []
  var patterns: [(regex: ECMARegex, node: SchemaNodeID)] = []
  var additional: SchemaNodeID?
  private(set) var required: [[UInt8]] = []
  private(set) var dependencies: [(name: [UInt8], required: [[UInt8]], node: SchemaNodeID?)] = []
  /// The bit of each name whose presence matters.
  private(set) var bits: [[UInt8]: UInt64] = [:]

  /// Makes names required; false where there are no bits left for them.
  mutating func require(_ names: [String]) -> Bool {
    let names = names.map { Array($0.utf8) }
    guard track(names) else { return false }
    required += names
    return true
  }

  /// Makes the presence of a name ask for others and for a schema; false where there are no bits left for them.
  mutating func depend(on name: String, required: [String] = [], node: SchemaNodeID? = nil) -> Bool {
    let (name, required) = (Array(name.utf8), required.map { Array($0.utf8) })
    guard track([name] + required) else { return false }
    dependencies.append((name, required, node))
    return true
  }

  /// The bits of names whose presence matters.
  func mask(_ names: [[UInt8]]) -> UInt64 { names.reduce(0) { $0 | (bits[$1] ?? 0) } }

  private mutating func track(_ names: [[UInt8]]) -> Bool {
    guard Set(names).union(bits.keys).count <= ObjectShape.bitCount else { return false }
    for name in names where bits[name] == nil { bits[name] = 1 << UInt64(bits.count) }
    return true
  }
}
