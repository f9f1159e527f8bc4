import AssayJSON

extension ProgramRunner {
  /// Returns true if an object's members satisfy the demands of the shape with the index `shape`.
  @inline(never)
  func members(_ object: TapePlace, _ shape: Int, _ depth: Int) -> Bool {
    let shape = tables.shapes + shape
    let names = shape.pointee.names
    let end = tape + Int(object.pointee.next)
    var present: UInt64 = 0
    // Members mostly come in the order the schema names them.
    var expected = names.pointee.slots
    var key = object + 1
    while key < end {
      let value = key + 1
      if let slot = slot(of: key, in: names, expecting: expected) {
        present |= slot.pointee.bit
        expected = slot + 1
        if !accepts(value, by: slot.pointee.schema, depth: depth) { return failed(value, by: slot.pointee.schema) }
        if !slot.pointee.isComplete, !keepsRest(key, shape, slot.pointee.isProperty, depth) { return false }
      } else if shape.pointee.restrictsOthers {
        if !keepsRest(key, shape, false, depth) { return false }
      }
      key = tape + Int(value.pointee.next)
    }
    return present & shape.pointee.required == shape.pointee.required
      && (shape.pointee.dependencyCount == 0 || keepsDependencies(object, shape, present, depth))
  }

  @inline(__always)
  private func slot(
    of key: TapePlace,
    in names: UnsafePointer<NameTable>,
    expecting expected: UnsafePointer<NameTable.Slot>
  ) -> UnsafePointer<NameTable.Slot>? {
    if key.pointee.isEscaped { return slot(ofEscaped: key, in: names) }
    let start = text + Int(key.pointee.start &+ 1)
    let length = Int(key.pointee.end &- key.pointee.start &- 2)
    return names.slot(of: NameTable.Key(start, length, end: textEnd), start, expecting: expected)
  }

  /// Returns the table entry for a name or string; `nil` if none exists.
  @inline(__always)
  func slot(of string: TapePlace, in names: UnsafePointer<NameTable>) -> UnsafePointer<NameTable.Slot>? {
    if string.pointee.isEscaped { return slot(ofEscaped: string, in: names) }
    let start = text + Int(string.pointee.start &+ 1)
    let key = NameTable.Key(start, characters(string).count, end: textEnd)
    return names.slot(of: key, start)
  }

  /// Returns the table entry for a name or string that contains escapes and must be unescaped first; `nil` if none
  /// exists.
  @inline(never)
  func slot(ofEscaped string: TapePlace, in names: UnsafePointer<NameTable>) -> UnsafePointer<NameTable.Slot>? {
    value(string).withStringBytes { bytes in
      guard let start = bytes.baseAddress else { return nil }
      return names.slot(of: NameTable.Key(start, bytes.count, end: start + bytes.count), start)
    }
  }

  /// Returns true if a member matches the schemas of all patterns that match its name, or, if nothing names the member,
  /// the schema for further members.
  @inline(never)
  private func keepsRest(_ key: TapePlace, _ shape: UnsafePointer<ObjectShape>, _ isNamed: Bool, _ depth: Int) -> Bool {
    var isNamed = isNamed
    for position in 0..<Int(shape.pointee.patternCount) {
      let pattern = tables.patterns[Int(shape.pointee.patternStart) + position]
      guard matches(key, Int(pattern.regex)) else { continue }
      isNamed = true
      if !accepts(key + 1, by: Int(pattern.node), depth: depth) {
        return failed(key + 1, by: entryPoints(Int(pattern.node)))
      }
    }
    if isNamed { return true }
    switch shape.pointee.additional {
    case ObjectShape.allowed: return true
    case ObjectShape.forbidden: return false
    case let node:
      return accepts(key + 1, by: Int(node), depth: depth) || failed(key + 1, by: entryPoints(Int(node)))
    }
  }

  /// Returns true if an object satisfies the dependencies of the members it has.
  @inline(never)
  private func keepsDependencies(
    _ object: TapePlace,
    _ shape: UnsafePointer<ObjectShape>,
    _ present: UInt64,
    _ depth: Int
  ) -> Bool {
    for position in 0..<Int(shape.pointee.dependencyCount) {
      let dependency = tables.dependencies[Int(shape.pointee.dependencyStart) + position]
      guard present & dependency.trigger != 0 else { continue }
      if present & dependency.required != dependency.required { return false }
      if dependency.node != Instruction.noSchema, !accepts(object, by: Int(dependency.node), depth: depth) {
        return false
      }
    }
    return true
  }

  /// Returns true if the values of all members match a schema, whatever their names.
  @inline(never)
  func values(_ object: TapePlace, _ node: Int, _ depth: Int) -> Bool {
    let end = tape + Int(object.pointee.next)
    let schema = entryPoints(node)
    var value = object + 2
    while value < end {
      if !accepts(value, by: schema, depth: depth) { return failed(value, by: schema) }
      value = tape + Int(value.pointee.next) + 1
    }
    return true
  }

  @inline(never)
  func items(_ array: TapePlace, _ node: Int, from start: UInt64, _ depth: Int) -> Bool {
    let end = tape + Int(array.pointee.next)
    var item = array + 1
    var skipped: UInt64 = 0
    while skipped < start, item < end {
      item = tape + Int(item.pointee.next)
      skipped &+= 1
    }
    while item < end {
      if !accepts(item, by: node, depth: depth) { return failed(item, by: entryPoints(node)) }
      item = tape + Int(item.pointee.next)
    }
    return true
  }

  @inline(never)
  func prefix(_ array: TapePlace, _ start: Int, _ count: UInt64, _ depth: Int) -> Bool {
    let end = tape + Int(array.pointee.next)
    var item = array + 1
    var position = 0
    while item < end, position < Int(count) {
      let schema = entryPoints(Int(tables.nodes[start + position]))
      if !accepts(item, by: schema, depth: depth) { return failed(item, by: schema) }
      item = tape + Int(item.pointee.next)
      position += 1
    }
    return true
  }

  @inline(never)
  func isLarge(_ container: TapePlace, _ limit: UInt64) -> Bool { UInt64(count(container)) >= limit }

  @inline(never)
  func isSmall(_ container: TapePlace, _ limit: UInt64) -> Bool { UInt64(count(container)) <= limit }

  /// Returns the number of items or members.
  @inline(__always)
  func count(_ container: TapePlace) -> UInt32 {
    let count = container.pointee.count
    // The tape holds no more entries than 32 bits count.
    return UInt32(truncatingIfNeeded: count < JSONTapeEntry.saturatedCount ? count : value(container).count)
  }

  /// Returns true if the number of items that match a schema is within two limits, which are in the list at `limits`.
  @inline(never)
  func contains(_ array: TapePlace, _ node: Int, limits: UInt64, _ depth: Int) -> Bool {
    let end = tape + Int(array.pointee.next)
    let limits = tables.nodes + Int(truncatingIfNeeded: limits)
    let (minimum, maximum) = (limits[0], limits[1])
    let assumptions = memory.pointee.assumptions
    var holding: UInt32 = 0
    var item = array + 1
    while item < end {
      if accepts(item, by: node, depth: depth) {
        holding &+= 1
        if holding > maximum { return depends(on: assumptions) }
        if holding >= minimum, maximum == .max { return true }
      }
      item = tape + Int(item.pointee.next)
    }
    return holding >= minimum
  }

  /// Returns true if all member names of an object match a schema.
  @inline(never)
  func names(_ object: TapePlace, _ node: Int, _ depth: Int) -> Bool {
    let end = tape + Int(object.pointee.next)
    var key = object + 1
    while key < end {
      if !accepts(key, by: node, depth: depth) { return false }
      key = tape + Int((key + 1).pointee.next)
    }
    return true
  }
}
