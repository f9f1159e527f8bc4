import AssayJSON

extension ProgramRunner {
  @inline(never)
  func calls(_ place: TapePlace, _ node: Int, _ depth: Int) -> Bool { accepts(place, by: node, depth: depth) }

  /// Whether a value does not keep a schema.
  @inline(never)
  func refutes(_ place: TapePlace, _ node: Int, _ depth: Int) -> Bool {
    let assumptions = memory.pointee.assumptions
    return !accepts(place, by: node, depth: depth) || depends(on: assumptions)
  }

  /// Whether a value keeps the first of two branches where it keeps `node`, or else the second.
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
