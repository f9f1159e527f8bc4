import AssayJSON

/// One run of a program over one document's tape. Plain pointers: nothing is retained on the way.
struct ProgramRunner {
  let tables: SchemaProgram.Tables
  let program: Unmanaged<SchemaProgram>
  let document: Unmanaged<JSONDocument>
  let tape: UnsafePointer<JSONTapeEntry>
  let text: UnsafePointer<UInt8>
  let textEnd: UnsafePointer<UInt8>

  /// Deeper than this, a small thread's stack could end first; the walk then says so.
  static let depthLimit = 1_200

  /// Whether the value at `index` keeps the schema `node`.
  @inline(__always)
  func accepts(_ index: Int, by node: Int, depth: Int) -> Bool {
    let entry = tables.entryPoints[node &* 8 &+ tape[index].code]
    return entry == EntryPoint.pass || (entry > 0 && run(entry, index, depth &+ 1))
  }

  /// Whether the value at `index` passes the steps from `entry` on.
  func run(_ entry: Int32, _ index: Int, _ depth: Int) -> Bool {
    guard depth < Self.depthLimit else { return false }
    var step = tables.instructions + Int(entry)
    while true {
      let a = Int(step.pointee.a)
      switch step.pointee.operation {
      case .end: return true
      case .object: if !members(index, tables.shapes + a, depth) { return false }
      case .items: if !items(index, a, from: step.pointee.b, depth) { return false }
      case .prefix: if !prefix(index, a, step.pointee.b, depth) { return false }
      case .minimumCount: if count(index) < step.pointee.b { return false }
      case .maximumCount: if count(index) > step.pointee.b { return false }
      case .minimumLength: if !isLong(index, step.pointee.b) { return false }
      case .maximumLength: if !isShort(index, step.pointee.b) { return false }
      case .bound: if !keepsBound(index, a) { return false }
      case .integer: if !isInteger(index) { return false }
      case .string: if !isOneOf(index, tables.names + a) { return false }
      case .constant: if !isConstant(index, a) { return false }
      case .pattern: if !matches(index, a) { return false }
      case .format: if !isOfFormat(index, UInt8(truncatingIfNeeded: a)) { return false }
      case .anyOf: if !anyOf(index, a, step.pointee.b, depth) { return false }
      case .oneOf: if !oneOf(index, a, step.pointee.b, depth) { return false }
      case .not: if accepts(index, by: a, depth: depth) { return false }
      case .condition:
        let branch = tables.nodes[Int(step.pointee.b) + (accepts(index, by: a, depth: depth) ? 0 : 1)]
        if branch != Instruction.noBranch, !accepts(index, by: Int(branch), depth: depth) { return false }
      case .call: if !accepts(index, by: a, depth: depth) { return false }
      case .contains: if !contains(index, a, limits: Int(step.pointee.b), depth) { return false }
      case .names: if !names(index, a, depth) { return false }
      case .multiple:
        if let known = isMultiple(index, a) {
          if !known { return false }
          step += 1
        }
      case .sorted:
        if let known = isSorted(index, by: tables.orders[a]) {
          if !known { return false }
          step += 1
        }
      case .keyword: if !judge(index, a, Int(step.pointee.b)) { return false }
      case .walk: if !judge(index, a, nil) { return false }
      }
      step += 1
    }
  }

  func value(_ index: Int) -> JSONValue { JSONValue(document: document.takeUnretainedValue(), index: index) }

  /// The explaining walk, for what has no instruction.
  @inline(never)
  private func judge(_ index: Int, _ node: Int, _ keyword: Int?) -> Bool {
    var run = SchemaRun(graph: program.takeUnretainedValue().graph, detail: .flag)
    return run.holds(node, keyword: keyword, value(index))
  }

  // MARK: Branches

  @inline(never)
  private func anyOf(_ index: Int, _ start: Int, _ count: UInt64, _ depth: Int) -> Bool {
    for position in 0..<Int(count) where accepts(index, by: Int(tables.nodes[start + position]), depth: depth) {
      return true
    }
    return false
  }

  @inline(never)
  private func oneOf(_ index: Int, _ start: Int, _ count: UInt64, _ depth: Int) -> Bool {
    var holding = 0
    for position in 0..<Int(count) where accepts(index, by: Int(tables.nodes[start + position]), depth: depth) {
      holding += 1
      if holding > 1 { return false }
    }
    return holding == 1
  }
}
