import AssayJSON

extension ProgramRunner {
  @inline(never)
  func isSorted(_ array: TapePlace, _ order: Int, orElse keyword: UInt64, _ depth: Int) -> Bool {
    isSorted(array, order) ?? judge(array, keyword: keyword, depth)
  }

  /// Whether the items of an array are in order; `nil` where that takes more than this can do without memory.
  private func isSorted(_ array: TapePlace, _ order: Int) -> Bool? {
    let keys = UnsafeBufferPointer(
      start: tables.sortKeys + tables.orders[order].firstKey,
      count: tables.orders[order].keyCount
    )
    let end = tape + Int(array.pointee.next)
    var last: TapePlace?
    var item = array + 1
    while item < end {
      // As the walk does: an item without all keys is for `required` to tell.
      if keys.allSatisfy({ isComparable(value(of: item, at: $0.path)) }) {
        if let last {
          guard let isInOrder = isInOrder(last, item, keys) else { return nil }
          if !isInOrder { return false }
        }
        last = item
      }
      item = tape + Int(item.pointee.next)
    }
    return true
  }

  private func isComparable(_ place: TapePlace?) -> Bool {
    guard let kind = place?.pointee.kind else { return false }
    return kind == .number || kind == .string
  }

  private func isInOrder(_ first: TapePlace, _ second: TapePlace, _ keys: UnsafeBufferPointer<SortKey>) -> Bool? {
    for key in keys {
      guard let left = value(of: first, at: key.path), let right = value(of: second, at: key.path),
        let comparison = compare(left, right)
      else { return nil }
      if comparison != 0 { return key.isDescending == (comparison > 0) }
    }
    return true
  }

  /// Below zero where `left` is less than `right`; zero too where they are of different kinds.
  private func compare(_ left: TapePlace, _ right: TapePlace) -> Int? {
    guard left.pointee.kind == right.pointee.kind else { return 0 }
    if left.pointee.kind == .number {
      guard let first = SmallDecimal(digits(left)), let second = SmallDecimal(digits(right)) else { return nil }
      return first.order(second.mantissa, second.scale)
    }
    guard !left.pointee.isEscaped, !right.pointee.isEscaped else { return nil }
    let (first, second) = (characters(left), characters(right))
    for position in 0..<min(first.count, second.count) where first[position] != second[position] {
      return first[position] < second[position] ? -1 : 1
    }
    return first.count - second.count
  }
}
