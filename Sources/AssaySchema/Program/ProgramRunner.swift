import AssayJSON

/// A value's place on a document's tape.
typealias TapePlace = UnsafePointer<JSONTapeEntry>

/// One run of a program over one document's tape. Plain pointers: nothing is retained on the way.
struct ProgramRunner {
  let tables: SchemaProgram.Tables
  let program: Unmanaged<SchemaProgram>
  let document: Unmanaged<JSONDocument>
  let tape: TapePlace
  let text: UnsafePointer<UInt8>
  let textEnd: UnsafePointer<UInt8>
  let memory: UnsafeMutablePointer<ProgramMemory>

  /// Deeper than this, questions are put off until the stack is empty again: secondary threads have 512 KiB on Apple's
  /// systems, and without optimisation a level takes about a kilobyte.
  static let depthLimit = 96

  @inline(__always)
  func entryPoints(_ node: Int) -> EntryPoints { tables.entryPoints + node &* 8 }

  /// Whether a value keeps the schema `node`.
  @inline(__always)
  func accepts(_ place: TapePlace, by node: Int, depth: Int) -> Bool {
    accepts(place, by: entryPoints(node), depth: depth)
  }

  /// Whether a value keeps the schema with these entry points.
  @inline(__always)
  func accepts(_ place: TapePlace, by schema: EntryPoints, depth: Int) -> Bool {
    guard let step = schema[place.pointee.code] else { return true }
    return step.pointee.isLast ? passes(step, place, depth &+ 1) : passesAll(step, place, depth &+ 1)
  }

  /// Whether a value passes the steps from the first to the last.
  @inline(never)
  func passesAll(_ first: UnsafePointer<Instruction>, _ place: TapePlace, _ depth: Int) -> Bool {
    var step = first
    while !step.pointee.isLast {
      if !passes(step, place, depth) { return false }
      step += 1
    }
    return passes(step, place, depth)
  }

  /// Whether a value passes one step.
  ///
  /// Each case ends in one call, so that all of this is a jump; what comes after a call would need the stack.
  @inline(never)
  func passes(_ step: UnsafePointer<Instruction>, _ place: TapePlace, _ depth: Int) -> Bool {
    guard depth < Self.depthLimit else { return answerLater(step, place) }
    let a = Int(step.pointee.a)
    let b = step.pointee.b
    switch step.pointee.operation {
    case .object: return members(place, a, depth)
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
    case .not: return refutes(place, a, depth)
    case .condition: return condition(place, a, branches: b, depth)
    case .call: return calls(place, a, depth)
    case .shared: return shared(step, place, depth)
    case .contains: return contains(place, a, limits: b, depth)
    case .names: return names(place, a, depth)
    case .multiple: return isMultiple(place, a, orElse: b, depth)
    case .sorted: return isSorted(place, a, orElse: b, depth)
    case .unique: return isUnique(place, a, orElse: b, depth)
    case .keyword: return judge(place, keyword: b, depth)
    case .fail: return false
    }
  }

  func place(_ value: JSONValue) -> TapePlace { tape + value.index }

  func value(_ place: TapePlace) -> JSONValue {
    JSONValue(document: document.takeUnretainedValue(), index: place - tape)
  }

  // MARK: The explaining walk, for what has no instruction

  /// Whether a value keeps one keyword, its schema in the upper half of `keyword` and its position in the lower one.
  @inline(never)
  func judge(_ place: TapePlace, keyword: UInt64, _ depth: Int) -> Bool {
    let assumptions = memory.pointee.assumptions
    var run = SchemaRun(runner: self, detail: .flag, depth: depth + Self.keywordDepth)
    return run.holds(Int(keyword >> 32), keyword: Int(keyword & 0xFFFF_FFFF), value(place)) || depends(on: assumptions)
  }

  /// As many levels' worth of stack as a keyword judged by the walk takes.
  private static let keywordDepth = 8
}
