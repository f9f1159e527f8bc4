import AssayJSON

extension ProgramRunner {
  /// Whether the items of an array are in order; `nil` where that takes more than this can do without memory.
  @inline(never)
  func isSorted(_ index: Int, by order: SortOrder) -> Bool? {
    let end = Int(tape[index].next)
    var cursor = index &+ 1
    var last = -1
    while cursor < end {
      if let key = key(of: cursor, order), isComparable(key) {
        if last >= 0 {
          guard let comparison = compare(last, key) else { return nil }
          if order.isDescending ? comparison < 0 : comparison > 0 { return false }
        }
        last = key
      }
      cursor = Int(tape[cursor].next)
    }
    return true
  }

  private func isComparable(_ index: Int) -> Bool {
    let kind = tape[index].kind
    return kind == .number || kind == .string
  }

  /// The tape index of an item's key, or `nil` where it has none.
  private func key(of item: Int, _ order: SortOrder) -> Int? {
    var index = item
    for step in 0..<order.nameCount {
      guard tape[index].kind == .object, let next = member(of: index, tables.names + (order.firstName &+ step)) else {
        return nil
      }
      index = next
    }
    return index
  }

  /// The tape index of a member's value, of the last one where there are several.
  private func member(of object: Int, _ name: UnsafePointer<NameTable>) -> Int? {
    let end = Int(tape[object].next)
    var cursor = object &+ 1
    var found: Int?
    while cursor < end {
      if isOneOf(cursor, name) { found = cursor &+ 1 }
      cursor = Int(tape[cursor &+ 1].next)
    }
    return found
  }

  /// Below zero where `left` is less than `right`; zero too where they are of different kinds.
  private func compare(_ left: Int, _ right: Int) -> Int? {
    guard tape[left].kind == tape[right].kind else { return 0 }
    if tape[left].kind == .number {
      guard let small = SmallDecimal(bytes(tape[left], inset: 0)),
        let other = SmallDecimal(bytes(tape[right], inset: 0))
      else { return nil }
      return small.order(other.mantissa, other.scale)
    }
    guard !tape[left].isEscaped, !tape[right].isEscaped else { return nil }
    let first = bytes(tape[left], inset: 1)
    let second = bytes(tape[right], inset: 1)
    for position in 0..<min(first.count, second.count) where first[position] != second[position] {
      return first[position] < second[position] ? -1 : 1
    }
    return first.count - second.count
  }
}
