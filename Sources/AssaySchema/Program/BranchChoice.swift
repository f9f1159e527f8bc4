import AssayJSON

/// A member by which to tell the branches of an `anyOf` or `oneOf` apart, such as `type`: its text decides which of them
/// an object may match. The others do not match, so they are not tried.
struct BranchChoice {
  /// The table with the member's name only.
  var name: UnsafePointer<NameTable>
  /// The table of the texts that branches list for the member. The bits of each text are the branches that allow it.
  var texts: UnsafePointer<NameTable>
  /// The branches that allow other texts, or values that are not strings.
  var others: UInt64
  /// The branches that allow objects without the member.
  var absent: UInt64
  /// The position of the first branch in the program's list of schemas.
  var start: Int
}

extension ProgramRunner {
  @inline(never)
  func anyOf(_ object: TapePlace, choice: Int, _ depth: Int) -> Bool {
    let choice = tables.choices + choice
    var open = branches(of: object, choice)
    let count = open.nonzeroBitCount
    while open != 0 {
      let branch = tables.nodes[choice.pointee.start + open.trailingZeroBitCount]
      if accepts(object, by: Int(branch), depth: depth) { return true }
      open &= open &- 1
    }
    return !memory.pointee.spend(count)
  }

  @inline(never)
  func oneOf(_ object: TapePlace, choice: Int, _ depth: Int) -> Bool {
    let choice = tables.choices + choice
    let assumptions = memory.pointee.assumptions
    var open = branches(of: object, choice)
    var isHeld = false
    while open != 0 {
      let branch = tables.nodes[choice.pointee.start + open.trailingZeroBitCount]
      if accepts(object, by: Int(branch), depth: depth) {
        if isHeld { return depends(on: assumptions) }
        isHeld = true
      }
      open &= open &- 1
    }
    return isHeld
  }

  /// Returns the branches that an object may match, as bits. If the member is repeated, each of them has to match its
  /// schema, so that the first one may decide.
  private func branches(of object: TapePlace, _ choice: UnsafePointer<BranchChoice>) -> UInt64 {
    let end = tape + Int(object.pointee.next)
    var key = object + 1
    while key < end {
      let value = key + 1
      if isOneOf(key, choice.pointee.name) {
        guard value.pointee.kind == .string, let text = slot(of: value, in: choice.pointee.texts) else {
          return choice.pointee.others
        }
        return text.pointee.bit
      }
      key = tape + Int(value.pointee.next)
    }
    return choice.pointee.absent
  }
}

/// The member that tells branches apart, while the program is built.
struct BranchChoiceDraft {
  private(set) var name: [UInt8] = []
  private(set) var texts: [(text: [UInt8], branches: UInt64)] = []
  private(set) var others: UInt64 = 0
  private(set) var absent: UInt64 = 0

  /// Chooses the member for which the most branches list texts; `nil` if no member tells branches apart.
  init?(_ branches: [SchemaNodeID], in graph: SchemaGraph) {
    guard branches.count <= UInt64.bitWidth else { return nil }
    let texts = branches.map { MemberTexts(of: $0, in: graph) }
    var listed: [[UInt8]: Int] = [:]
    for name in texts.flatMap(\.allowed.keys) { listed[name, default: 0] += 1 }
    // Of equally many the first by name, so that each run makes the same program.
    let best = listed.max { left, right in
      left.value == right.value ? right.key.lexicographicallyPrecedes(left.key) : left.value < right.value
    }
    guard let best, best.value > 1 else { return nil }
    name = best.key
    for (position, branch) in texts.enumerated() {
      if branch.allowed[name] == nil { others |= 1 << UInt64(position) }
      if !branch.required.contains(name) { absent |= 1 << UInt64(position) }
    }
    var positions: [[UInt8]: Int] = [:]
    for (position, branch) in texts.enumerated() {
      for text in branch.allowed[name] ?? [] {
        let index = positions[text] ?? self.texts.count
        if index == self.texts.count { self.texts.append((text, others)) }
        positions[text] = index
        self.texts[index].branches |= 1 << UInt64(position)
      }
    }
    guard self.texts.contains(where: { $0.branches.nonzeroBitCount < branches.count }) else { return nil }
  }
}

/// The texts that a schema allows for members of an object, where it lists them with `const` or `enum`, and the members
/// that it requires.
private struct MemberTexts {
  private(set) var allowed: [[UInt8]: [[UInt8]]] = [:]
  private(set) var required: Set<[UInt8]> = []
  /// The number of schemas that may still be visited, since many references can lead to one.
  private var budget = 32

  init(of node: SchemaNodeID, in graph: SchemaGraph) { add(node, graph) }

  private mutating func add(_ node: SchemaNodeID, _ graph: SchemaGraph) {
    budget -= 1
    guard budget >= 0 else { return }
    for keyword in graph.nodes[node].keywords {
      switch keyword {
      case let keyword as RequiredKeyword: required.formUnion(keyword.names.map { Array($0.utf8) })
      case let keyword as PropertiesKeyword:
        for (name, schema) in keyword.schemas {
          if let texts = texts(of: schema, graph) { allowed[Array(name.utf8)] = texts }
        }
      case is AllOfKeyword, is ReferenceKeyword: for inner in keyword.inPlace { add(inner, graph) }
      default: break
      }
    }
  }

  /// Returns the strings that a schema lists, or one that it refers to; `nil` if it lists none, or other values as well.
  private func texts(of node: SchemaNodeID, _ graph: SchemaGraph, depth: Int = 0) -> [[UInt8]]? {
    guard depth < 4 else { return nil }
    for keyword in graph.nodes[node].keywords {
      switch keyword {
      case let keyword as EnumKeyword: return strings(keyword.values.list)
      case let keyword as ConstKeyword: return strings([keyword.constant])
      case let keyword as ReferenceKeyword:
        if let found = texts(of: keyword.target, graph, depth: depth + 1) { return found }
      default: break
      }
    }
    return nil
  }

  private func strings(_ values: [JSONValue]) -> [[UInt8]]? {
    guard values.allSatisfy({ $0.kind == .string }) else { return nil }
    return values.map { value in value.withStringBytes { Array($0) } }
  }
}
