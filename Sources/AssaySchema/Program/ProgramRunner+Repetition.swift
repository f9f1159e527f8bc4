import AssayJSON

extension ProgramRunner {
  @inline(never)
  func isUnique(_ array: TapePlace, _ list: Int) -> Bool { repetition(in: array, list) == nil }

  /// Returns the first two items with equal values at all keys; `nil` if none exists. Items without one of the keys are
  /// skipped.
  ///
  /// Each item is compared with those of the same hash. A small hash table is on the stack. The hash is seeded, so that
  /// no document can be made to cause collisions.
  func repetition(in array: TapePlace, _ list: Int) -> (first: TapePlace, second: TapePlace)? {
    let keys = keys(list)
    let count = Int(count(array))
    if count < 2 { return nil }
    if count <= Self.fewItems, keys.count == 1, keys[0].stepCount == 0, differObviously(array) { return nil }
    var size = 4
    while size < count &* 2 { size &*= 2 }
    var isPlain = true
    let found = withUnsafeTemporaryAllocation(of: TapePlace?.self, capacity: size) {
      table -> (first: TapePlace, second: TapePlace)? in
      table.initialize(repeating: nil)
      let end = tape + Int(array.pointee.next)
      var item = array + 1
      while item < end {
        switch plainHash(of: item, keys) {
        case .hash(let hash):
          var bucket = hash & (size &- 1)
          while let other = table[bucket] {
            if isSame(other, item, keys) { return (other, item) }
            bucket = (bucket &+ 1) & (size &- 1)
          }
          table[bucket] = item
        case .lacksKey: break
        case .notPlain:
          isPlain = false
          return nil
        }
        item = tape + Int(item.pointee.next)
      }
      return nil
    }
    return isPlain ? found : exactRepetition(in: array, keys)
  }

  /// The most items that are compared pair by pair, which is cheaper than hashing all their text.
  private static let fewItems = 16

  /// Returns true if no two items of an array are equal, as their kinds, lengths or first differing members show.
  private func differObviously(_ array: TapePlace) -> Bool {
    let end = tape + Int(array.pointee.next)
    var first = array + 1
    while first < end {
      let rest = tape + Int(first.pointee.next)
      var second = rest
      while second < end {
        if !differ(first, second), !differInMember(first, second) { return false }
        second = tape + Int(second.pointee.next)
      }
      first = rest
    }
    return true
  }

  /// Returns true if two values are of different kinds, or different scalars; false also if that takes more to tell.
  private func differ(_ left: TapePlace, _ right: TapePlace) -> Bool {
    let kind = left.pointee.kind
    guard kind == right.pointee.kind else { return true }
    switch kind {
    case .null, .true, .false, .object: return false
    case .number:
      let (first, second) = (left.pointee.count, right.pointee.count)
      let areIntegers = left.pointee.code & right.pointee.code == Int(JSONTapeEntry.integerCode)
      return areIntegers && max(first, second) < JSONTapeEntry.saturatedCount && first != second
    case .string:
      let areEscaped = left.pointee.isEscaped || right.pointee.isEscaped
      return !areEscaped && !characters(left).hasSameBytes(as: characters(right))
    case .array: return count(left) != count(right)
    }
  }

  /// Returns true if two objects differ in the first member whose value differs, up to where their names do.
  private func differInMember(_ left: TapePlace, _ right: TapePlace) -> Bool {
    guard left.pointee.kind == .object, right.pointee.kind == .object else { return false }
    var (first, second) = (left + 1, right + 1)
    let (firstEnd, secondEnd) = (tape + Int(left.pointee.next), tape + Int(right.pointee.next))
    while first < firstEnd, second < secondEnd, hasSameName(first, second) {
      let (after, secondAfter) = (tape + Int((first + 1).pointee.next), tape + Int((second + 1).pointee.next))
      if differ(first + 1, second + 1) {
        // Of a repeated name the last member counts.
        return !repeats(first, from: after, to: firstEnd) && !repeats(first, from: secondAfter, to: secondEnd)
      }
      (first, second) = (after, secondAfter)
    }
    return false
  }

  /// Returns true if a name is among those of the members from `start` to `end`, or may be.
  private func repeats(_ name: TapePlace, from start: TapePlace, to end: TapePlace) -> Bool {
    var key = start
    while key < end {
      if key.pointee.isEscaped || hasSameName(key, name) { return true }
      key = tape + Int((key + 1).pointee.next)
    }
    return false
  }

  private func hasSameName(_ left: TapePlace, _ right: TapePlace) -> Bool {
    !left.pointee.isEscaped && !right.pointee.isEscaped && characters(left).hasSameBytes(as: characters(right))
  }

  private enum PlainHash {
    case hash(Int)
    case lacksKey
    /// A value is an array, an object, or a scalar that cannot be compared byte by byte.
    case notPlain
  }

  @inline(__always)
  private func plainHash(of item: TapePlace, _ keys: UnsafeBufferPointer<ItemKey>) -> PlainHash {
    var hasher = Hasher()
    for key in keys {
      guard let place = value(of: item, at: key) else { return .lacksKey }
      guard let scalar = PlainScalar(place, in: self) else { return .notPlain }
      scalar.hash(into: &hasher)
    }
    return .hash(hasher.finalize())
  }

  /// Returns true if two items, whose compared values are all plain scalars, have equal values at these keys.
  private func isSame(_ first: TapePlace, _ second: TapePlace, _ keys: UnsafeBufferPointer<ItemKey>) -> Bool {
    keys.allSatisfy { key in
      guard let left = value(of: first, at: key), let right = value(of: second, at: key) else { return false }
      return PlainScalar(left, in: self) == PlainScalar(right, in: self)
    }
  }

  /// Returns the first two items with equal values at all keys, for values of any kind; slower than the comparison of
  /// plain scalars.
  @inline(never)
  private func exactRepetition(
    in array: TapePlace,
    _ keys: UnsafeBufferPointer<ItemKey>
  ) -> (first: TapePlace, second: TapePlace)? {
    if keys.count == 1, keys[0].stepCount == 0 {
      let array = value(array)
      guard let (first, second, item) = array.firstRepetition, let other = array[first], second > first else {
        return nil
      }
      return (place(other), place(item))
    }
    let end = tape + Int(array.pointee.next)
    var seen: [[JSONValue]: TapePlace] = [:]
    var item = array + 1
    while item < end {
      let values = keys.compactMap { key in value(of: item, at: key).map { value($0) } }
      if values.count == keys.count, let first = seen.updateValue(item, forKey: values) { return (first, item) }
      item = tape + Int(item.pointee.next)
    }
    return nil
  }
}

/// A scalar that can be compared by its bytes or as a small number.
private struct PlainScalar: Hashable {
  private let kind: JSONKind
  private var number = SmallDecimal(mantissa: 0, scale: 0)
  private var characters = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  /// Returns `nil` for arrays, objects, strings with escapes, and numbers that are not small.
  init?(_ place: TapePlace, in runner: ProgramRunner) {
    kind = place.pointee.kind
    switch kind {
    case .null, .true, .false: break
    case .number:
      guard let decimal = SmallDecimal(runner.digits(place)) else { return nil }
      number = decimal.reduced
    case .string:
      if place.pointee.isEscaped { return nil }
      characters = runner.characters(place)
    case .array, .object: return nil
    }
  }

  static func == (left: PlainScalar, right: PlainScalar) -> Bool {
    left.kind == right.kind && left.number == right.number && left.characters.elementsEqual(right.characters)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(number.mantissa)
    hasher.combine(number.scale)
    hasher.combine(bytes: UnsafeRawBufferPointer(characters))
  }
}
