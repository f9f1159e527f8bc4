import AssayJSON

/// A pointer to a value's entry on the tape, the flat form of a parsed document.
typealias TapePlace = UnsafePointer<JSONTapeEntry>

/// The execution of a program for the values of one parsed document. It uses plain pointers and does not retain
/// objects.
struct ProgramRunner {
  let tables: SchemaProgram.Tables
  let program: Unmanaged<SchemaProgram>
  let document: Unmanaged<JSONDocument>
  let tape: TapePlace
  let text: UnsafePointer<UInt8>
  let textEnd: UnsafePointer<UInt8>
  let memory: UnsafeMutablePointer<ProgramMemory>

  /// The nesting depth from which tests are postponed until the stack is empty again: secondary threads have a stack of
  /// 512 KiB on Apple's systems, and a level takes about a kilobyte without optimisation.
  static let depthLimit = 96

  @inline(__always)
  func entryPoints(_ node: Int) -> EntryPoints { tables.entryPoints + node &* 8 }

  /// Returns true if a value is valid against the schema `node`.
  @inline(__always)
  func accepts(_ place: TapePlace, by node: Int, depth: Int) -> Bool {
    accepts(place, by: entryPoints(node), depth: depth)
  }

  /// Returns true if a value is valid against the schema with these entry points.
  @inline(__always)
  func accepts(_ place: TapePlace, by schema: EntryPoints, depth: Int) -> Bool {
    guard let step = schema[place.pointee.code] else { return true }
    return step.pointee.isLast ? passes(step, place, depth &+ 1) : passesAll(step, place, depth &+ 1)
  }

  /// Returns true if a value passes all instructions of a block, from `first` on.
  @inline(never)
  func passesAll(_ first: UnsafePointer<Instruction>, _ place: TapePlace, _ depth: Int) -> Bool {
    var step = first
    while !step.pointee.isLast {
      if !passes(step, place, depth) { return false }
      step += 1
    }
    return passes(step, place, depth)
  }

  /// Returns true if a value passes one instruction.
  ///
  /// Each case ends in a call, which compiles to a jump; any work after the call would need stack space.
  @inline(never)
  func passes(_ step: UnsafePointer<Instruction>, _ place: TapePlace, _ depth: Int) -> Bool {
    guard depth < Self.depthLimit else { return answerLater(step, place) }
    let a = Int(step.pointee.a)
    let b = step.pointee.b
    switch step.pointee.operation {
    case .object: return members(place, a, depth)
    case .values: return values(place, a, depth)
    case .items: return items(place, a, from: b, depth)
    case .prefix: return prefix(place, a, b, depth)
    case .minimumCount: return isLarge(place, b)
    case .maximumCount: return isSmall(place, b)
    case .minimumLength: return isLong(place, b)
    case .maximumLength: return isShort(place, b)
    case .bound: return keepsBound(place, a)
    case .integerRange: return isWithin(place, a)
    case .integer: return isInteger(place)
    case .string: return isOneOf(place, a)
    case .constant: return isConstant(place, a)
    case .pattern: return matches(place, a)
    case .format: return isOfFormat(place, a)
    case .anyOf: return anyOf(place, a, b, depth)
    case .oneOf: return oneOf(place, a, b, depth)
    case .anyOfChosen: return anyOf(place, choice: a, depth)
    case .oneOfChosen: return oneOf(place, choice: a, depth)
    case .not: return refutes(place, a, depth)
    case .condition: return condition(place, a, branches: b, depth)
    case .call: return calls(place, a, depth)
    case .shared: return shared(step, place, depth)
    case .contains: return contains(place, a, limits: b, depth)
    case .names: return names(place, a, depth)
    case .unevaluated: return keepsUnevaluated(place, a, list: b, depth)
    case .multiple: return isMultiple(place, a)
    case .sorted: return isSorted(place, a)
    case .unique: return isUnique(place, a)
    case .fail: return false
    }
  }

  func place(_ value: JSONValue) -> TapePlace { tape + value.index }

  func value(_ place: TapePlace) -> JSONValue {
    JSONValue(document: document.takeUnretainedValue(), index: place - tape)
  }
}

// Nothing of another module is inlined into the interpreter's loop, so what it asks of every entry is said here again.
extension JSONTapeEntry {
  /// The code of the value's kind, 0 to 7; integers have a separate code.
  @inline(__always) var code: Int { Int(word & 7) }
  /// True if a string contains escapes, so that its bytes differ from its characters.
  @inline(__always) var isEscaped: Bool { word & (1 << 8) != 0 }
  /// True if a string has as many characters as bytes.
  @inline(__always) var isPlain: Bool { word & (3 << 8) == 0 }
  /// The number of items or members, or the value of an integer. If it is the greatest possible value, the text must be
  /// read instead.
  @inline(__always) var count: Int { Int(word >> 9) }
  @inline(__always) static var saturatedCount: Int { 0x7F_FFFF }
}

extension ProgramRunner {
  @inline(never)
  func calls(_ place: TapePlace, _ node: Int, _ depth: Int) -> Bool { accepts(place, by: node, depth: depth) }

  /// Returns true if a value does not match a schema.
  @inline(never)
  func refutes(_ place: TapePlace, _ node: Int, _ depth: Int) -> Bool {
    let assumptions = memory.pointee.assumptions
    return !accepts(place, by: node, depth: depth) || depends(on: assumptions)
  }

  /// Returns true if a value matches the first of two branches (if it matches `node`), or the second (if it does not).
  @inline(never)
  func condition(_ place: TapePlace, _ node: Int, branches: UInt64, _ depth: Int) -> Bool {
    let assumptions = memory.pointee.assumptions
    let holds = accepts(place, by: node, depth: depth)
    if holds, depends(on: assumptions) { return true }
    let branch = tables.nodes[Int(truncatingIfNeeded: branches) &+ (holds ? 0 : 1)]
    return branch == Instruction.noSchema || accepts(place, by: Int(branch), depth: depth)
  }

  @inline(never)
  func anyOf(_ place: TapePlace, _ start: Int, _ count: UInt64, _ depth: Int) -> Bool {
    for position in 0..<Int(count) where accepts(place, by: Int(tables.nodes[start + position]), depth: depth) {
      return true
    }
    // Alternatives are where a large schema meets a large document.
    return !memory.pointee.spend(Int(truncatingIfNeeded: count))
  }

  @inline(never)
  func oneOf(_ place: TapePlace, _ start: Int, _ count: UInt64, _ depth: Int) -> Bool {
    let assumptions = memory.pointee.assumptions
    var holding = 0
    for position in 0..<Int(count) where accepts(place, by: Int(tables.nodes[start + position]), depth: depth) {
      holding += 1
      if holding > 1 { return depends(on: assumptions) }
    }
    return holding == 1
  }
}
