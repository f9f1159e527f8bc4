import AssayJSON
import AssayText

/// A step on the path from an item to the value by which items are compared.
struct PathStep {
  static let noPosition = -1

  /// The table with the member name to follow if the value is an object.
  var name: UnsafePointer<NameTable>
  /// The position to follow if the value is an array; `noPosition` if the step is not a number.
  var position: Int
}

/// The key for comparing items: a value inside them, and its sort order.
struct ItemKey {
  /// The index of the key's first path step in the program.
  var firstStep: Int
  var stepCount: Int
  var order: ItemOrder
}

/// A list of keys; the first takes precedence.
struct ItemKeyList {
  /// The index of the list's first key in the program.
  var firstKey: Int
  var keyCount: Int
}

extension ProgramRunner {
  func keys(_ list: Int) -> UnsafeBufferPointer<ItemKey> {
    let list = tables.keyLists[list]
    return UnsafeBufferPointer(start: tables.itemKeys + list.firstKey, count: list.keyCount)
  }

  /// Returns the value that a key leads to in an item; `nil` if none exists.
  @inline(__always)
  func value(of item: TapePlace, at key: ItemKey) -> TapePlace? {
    var place = item
    for step in 0..<key.stepCount {
      guard let next = child(of: place, tables.pathSteps + (key.firstStep &+ step)) else { return nil }
      place = next
    }
    return place
  }

  /// Returns the member of an object (the last one if the name is repeated) or the item of an array that the path step
  /// selects; `nil` if none exists.
  private func child(of container: TapePlace, _ step: UnsafePointer<PathStep>) -> TapePlace? {
    let end = tape + Int(container.pointee.next)
    switch container.pointee.kind {
    case .object:
      var key = container + 1
      var found: TapePlace?
      while key < end {
        let value = key + 1
        if isOneOf(key, step.pointee.name) { found = value }
        key = tape + Int(value.pointee.next)
      }
      return found
    case .array where step.pointee.position != PathStep.noPosition:
      var item = container + 1
      var remaining = step.pointee.position
      while item < end, remaining > 0 {
        item = tape + Int(item.pointee.next)
        remaining &-= 1
      }
      return item < end ? item : nil
    default: return nil
    }
  }

  // MARK: Order

  @inline(never)
  func isSorted(_ array: TapePlace, _ list: Int) -> Bool {
    disorder(in: array, list) == nil && misfits(in: array, list, limit: 1).isEmpty
  }

  /// Returns the first two items that are out of order, and the position of the sort key by which they are; `nil` if
  /// none exists. Items that cannot be sorted are skipped.
  func disorder(in array: TapePlace, _ list: Int) -> (first: TapePlace, second: TapePlace, key: Int)? {
    let keys = keys(list)
    let end = tape + Int(array.pointee.next)
    var last: TapePlace?
    var item = array + 1
    while item < end {
      if keys.allSatisfy({ misfit(value(of: item, at: $0), $0.order, among: nil) == nil }) {
        if let last, let key = brokenKey(last, item, keys) { return (last, item, key) }
        last = item
      }
      item = tape + Int(item.pointee.next)
    }
    return nil
  }

  /// Returns the items that cannot be sorted, each with the key and the reason; at most `limit`.
  func misfits(in array: TapePlace, _ list: Int, limit: Int) -> [(item: TapePlace, key: Int, why: ItemOrder.Misfit)] {
    var found: [(item: TapePlace, key: Int, why: ItemOrder.Misfit)] = []
    let end = tape + Int(array.pointee.next)
    for (position, key) in keys(list).enumerated() {
      let kind = key.order.form == .plain ? commonKind(in: array, at: key) : nil
      var item = array + 1
      while item < end, found.count < limit {
        if let why = misfit(value(of: item, at: key), key.order, among: kind) { found.append((item, position, why)) }
        item = tape + Int(item.pointee.next)
      }
    }
    return found
  }

  /// Returns the kind of most values at `key`, numbers or strings; numbers if there are equally many.
  private func commonKind(in array: TapePlace, at key: ItemKey) -> JSONKind {
    let end = tape + Int(array.pointee.next)
    var lead = 0
    var item = array + 1
    while item < end {
      switch value(of: item, at: key)?.pointee.kind {
      case .number: lead &+= 1
      case .string: lead &-= 1
      default: break
      }
      item = tape + Int(item.pointee.next)
    }
    return lead >= 0 ? .number : .string
  }

  /// Returns the reason why a value cannot be sorted among values that are mostly of `kind`; `nil` if it can.
  private func misfit(_ place: TapePlace?, _ order: ItemOrder, among kind: JSONKind?) -> ItemOrder.Misfit? {
    guard let place else { return order.nulls == .refused ? .missing : nil }
    switch (place.pointee.kind, order.form) {
    case (.null, _): return order.nulls == .refused ? .null : nil
    case (.number, .plain), (.string, .plain): return kind == nil || kind == place.pointee.kind ? nil : .otherKind
    case (.number, .number), (.string, .caseless): return nil
    case (.string, .number): return number(place) == nil ? .malformed : nil
    case (.string, .dateTime): return moment(place) == nil ? .malformed : nil
    default: return .malformed
    }
  }

  /// Returns the position of the first key by which `second` should come before `first`; `nil` if they are in order.
  private func brokenKey(_ first: TapePlace, _ second: TapePlace, _ keys: UnsafeBufferPointer<ItemKey>) -> Int? {
    for (position, key) in keys.enumerated() {
      let left = value(of: first, at: key)
      let right = value(of: second, at: key)
      let hasLeft = left.map { $0.pointee.kind != .null } ?? false
      let hasRight = right.map { $0.pointee.kind != .null } ?? false
      guard hasLeft, hasRight, let left, let right else {
        if hasLeft == hasRight { continue }
        // Which way values go says nothing of where nulls stand.
        return hasLeft == (key.order.nulls == .last) ? nil : position
      }
      let comparison = compare(left, right, key.order.form)
      if comparison != 0 { return (comparison > 0) == key.order.isDescending ? nil : position }
    }
    return nil
  }

  private func compare(_ left: TapePlace, _ right: TapePlace, _ form: ItemOrder.Form) -> Int {
    switch form {
    case .plain: return compare(left, right)
    case .number: return sign(number(left), number(right)) { $0 < $1 }
    case .dateTime: return sign(moment(left), moment(right)) { $0 < $1 }
    case .caseless:
      let lower = { (place: TapePlace) in value(place).string.map { Array($0.lowercased().utf8) } }
      return sign(lower(left), lower(right)) { $0.lexicographicallyPrecedes($1) }
    }
  }

  private func sign<Value>(_ left: Value?, _ right: Value?, _ precedes: (Value, Value) -> Bool) -> Int {
    guard let left, let right else { return 0 }
    return precedes(left, right) ? -1 : precedes(right, left) ? 1 : 0
  }

  /// Returns the number that a value is or, as a string, contains; `nil` if it is neither.
  private func number(_ place: TapePlace) -> JSONNumber? {
    let value = value(place)
    return value.number ?? value.string.flatMap { JSONNumber($0) }
  }

  /// Returns the point in time of a date-time string as seconds and fraction; `nil` if the string is not valid.
  private func moment(_ place: TapePlace) -> (Int, Int)? {
    value(place).string.flatMap { DateTime($0) }.map { ($0.secondsSinceEpoch, $0.attoseconds) }
  }

  /// Compares two numbers, or two strings by code point: returns a negative number if `left` is less, zero if they are
  /// equal or of different kinds, a positive one otherwise.
  private func compare(_ left: TapePlace, _ right: TapePlace) -> Int {
    guard left.pointee.kind == right.pointee.kind else { return 0 }
    if left.pointee.kind == .number {
      if let first = SmallDecimal(digits(left)), let second = SmallDecimal(digits(right)),
        let order = first.order(second.mantissa, second.scale)
      {
        return order
      }
      return compareExactly(left, right)
    }
    if left.pointee.isEscaped || right.pointee.isEscaped {
      return value(left).withStringBytes { first in value(right).withStringBytes { compare(first, $0) } }
    }
    return compare(characters(left), characters(right))
  }

  @inline(never)
  private func compareExactly(_ left: TapePlace, _ right: TapePlace) -> Int {
    guard let first = value(left).number, let second = value(right).number else { return 0 }
    return first < second ? -1 : second < first ? 1 : 0
  }

  private func compare(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Int {
    for position in 0..<min(first.count, second.count) where first[position] != second[position] {
      return first[position] < second[position] ? -1 : 1
    }
    return first.count - second.count
  }
}
