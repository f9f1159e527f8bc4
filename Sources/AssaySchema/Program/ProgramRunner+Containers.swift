import AssayJSON

extension ProgramRunner {
  /// Whether an object's members keep a shape.
  @inline(never)
  func members(_ index: Int, _ shape: UnsafePointer<ObjectShape>, _ depth: Int) -> Bool {
    let end = Int(tape[index].next)
    var present: UInt64 = 0
    // Members mostly come in the order the schema names them.
    var guess = 0
    var cursor = index &+ 1
    while cursor < end {
      let key = tape[cursor]
      let position: Int
      if key.isEscaped {
        position = find(escapedKey: cursor, shape.pointee.names)
      } else {
        let start = text + Int(key.start &+ 1)
        let length = Int(key.end &- key.start &- 2)
        let bytes = NameTable.Key(start, length, end: textEnd)
        position = shape.pointee.names.position(of: bytes, start, guess: guess, names: tables.text)
      }
      cursor &+= 1
      var isNamed = false
      if position >= 0 {
        let slot = shape.pointee.names.slots + position
        present |= slot.pointee.bit
        guess = position &+ 1
        if slot.pointee.node != ObjectShape.unnamed {
          isNamed = true
          if !accepts(cursor, by: Int(slot.pointee.node), depth: depth) { return false }
        }
      }
      if shape.pointee.patternCount != 0 || (!isNamed && shape.pointee.additional != ObjectShape.allowed) {
        if !keepsRest(cursor, shape, isNamed, depth) { return false }
      }
      cursor = Int(tape[cursor].next)
    }
    return present & shape.pointee.required == shape.pointee.required
  }

  /// Whether a member keeps the schemas of the patterns that match its name, or of those nothing names.
  @inline(never)
  private func keepsRest(_ index: Int, _ shape: UnsafePointer<ObjectShape>, _ isNamed: Bool, _ depth: Int) -> Bool {
    var isNamed = isNamed
    for position in 0..<Int(shape.pointee.patternCount) {
      let pattern = tables.patterns[Int(shape.pointee.patternStart) + position]
      guard matches(index - 1, Int(pattern.regex)) else { continue }
      isNamed = true
      if !accepts(index, by: Int(pattern.node), depth: depth) { return false }
    }
    if isNamed { return true }
    switch shape.pointee.additional {
    case ObjectShape.allowed: return true
    case ObjectShape.forbidden: return false
    case let node: return accepts(index, by: Int(node), depth: depth)
    }
  }

  @inline(never)
  private func find(escapedKey index: Int, _ names: NameTable) -> Int {
    value(index).withStringBytes { bytes in
      guard let base = bytes.baseAddress else { return -1 }
      let key = NameTable.Key(base, bytes.count, end: base + bytes.count)
      return names.position(of: key, base, guess: 0, names: tables.text)
    }
  }

  @inline(never)
  func items(_ index: Int, _ node: Int, from start: UInt64, _ depth: Int) -> Bool {
    let end = Int(tape[index].next)
    let entryPoints = tables.entryPoints + node &* 8
    var cursor = index &+ 1
    var skipped: UInt64 = 0
    while skipped < start, cursor < end {
      cursor = Int(tape[cursor].next)
      skipped &+= 1
    }
    while cursor < end {
      let entry = entryPoints[tape[cursor].code]
      if entry != EntryPoint.pass, entry < 0 || !run(entry, cursor, depth &+ 1) { return false }
      cursor = Int(tape[cursor].next)
    }
    return true
  }

  @inline(never)
  func prefix(_ index: Int, _ start: Int, _ count: UInt64, _ depth: Int) -> Bool {
    let end = Int(tape[index].next)
    var cursor = index + 1
    var position = 0
    while cursor < end, position < Int(count) {
      if !accepts(cursor, by: Int(tables.nodes[start + position]), depth: depth) { return false }
      cursor = Int(tape[cursor].next)
      position += 1
    }
    return true
  }

  @inline(__always)
  func count(_ index: Int) -> UInt64 {
    let counted = tape[index].count
    return UInt64(counted < JSONTapeEntry.saturatedCount ? counted : value(index).count)
  }

  /// Whether the number of items a schema holds for is within the two limits that stand in the list from `limits`.
  @inline(never)
  func contains(_ index: Int, _ node: Int, limits: Int, _ depth: Int) -> Bool {
    let end = Int(tape[index].next)
    let (minimum, maximum) = (tables.nodes[limits], tables.nodes[limits + 1])
    var holding: UInt32 = 0
    var cursor = index &+ 1
    while cursor < end {
      if accepts(cursor, by: node, depth: depth) {
        holding &+= 1
        if holding > maximum { return false }
        if holding >= minimum, maximum == .max { return true }
      }
      cursor = Int(tape[cursor].next)
    }
    return holding >= minimum
  }

  /// Whether a schema holds for every name of an object.
  @inline(never)
  func names(_ index: Int, _ node: Int, _ depth: Int) -> Bool {
    let end = Int(tape[index].next)
    var cursor = index &+ 1
    while cursor < end {
      if !accepts(cursor, by: node, depth: depth) { return false }
      cursor = Int(tape[cursor &+ 1].next)
    }
    return true
  }
}
