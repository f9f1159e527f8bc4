import AssayJSON

/// Assay's `sorted`: the items of an array are in the order of one or more keys; ties are allowed.
struct SortedKeyword: SchemaKeyword {
  /// One key, in the order it matters.
  struct Key: Sendable {
    var pointer: JSONPointer
    var isDescending: Bool
  }

  let place: KeywordPlace
  let keys: [Key]

  func evaluate(_ value: JSONValue, _ run: inout SchemaRun) {
    guard value.kind == .array else { return }
    guard let (first, second, key) = firstBreak(value) else { return }
    run.fail(failure(value, first, second, key))
  }

  /// The first two items out of order, and the key that says so.
  private func firstBreak(_ value: JSONValue) -> (first: (Int, JSONValue), second: (Int, JSONValue), key: Key)? {
    // Items are compared with the last one that has all keys: a missing key is for `required` to tell.
    var last: (position: Int, item: JSONValue)?
    for (position, item) in value.items.enumerated() where keys.allSatisfy({ item[$0.pointer].isComparable }) {
      if let last, let key = brokenKey(last.item, item) { return (last, (position, item), key) }
      last = (position, item)
    }
    return nil
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .array else { return }
    guard let order = builder.add(order: keys) else { return block.fallBack() }
    block.appendWithStandIn(.sorted, a: order)
  }

  /// The first key by which `second` should stand before `first`.
  private func brokenKey(_ first: JSONValue, _ second: JSONValue) -> Key? {
    for key in keys {
      guard let left = first[key.pointer], let right = second[key.pointer] else { return nil }
      switch left.order(before: right) {
      case nil, .some(0): continue
      case .some(let order): return (order > 0) == key.isDescending ? nil : key
      }
    }
    return nil
  }

  private func failure(
    _ value: JSONValue,
    _ first: (position: Int, item: JSONValue),
    _ second: (position: Int, item: JSONValue),
    _ key: Key
  ) -> SchemaFailure {
    let order = key.isDescending ? "highest first" : "lowest first"
    let name = key.pointer.tokens.last.map { " by \($0)" } ?? ""
    let left = first.item[key.pointer].map(ValueDescription.brief) ?? ""
    let right = second.item[key.pointer].map(ValueDescription.brief) ?? ""
    return SchemaFailure(
      detail: .unsorted(
        first: first.position,
        second: second.position,
        keys: keys.map(\.pointer),
        position: keys.firstIndex { $0.pointer == key.pointer } ?? 0,
        isDescending: key.isDescending
      ),
      message: "\(ValueDescription.subject(value)) is not sorted\(name), \(order): "
        + "\(left) at position \(first.position) stands before \(right) at position \(second.position)",
      expected: "sorted\(name), \(order)",
      actual: "\(left) at \(first.position), \(right) at \(second.position)"
    )
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
    var keys: [Key] = []
    for value in input.value.kind == .array ? Array(input.value.items) : [input.value] {
      keys.append(try key(value, input))
    }
    return keys.isEmpty ? nil : SortedKeyword(place: input.place, keys: keys)
  }

  private static func key(_ value: JSONValue, _ input: KeywordInput) throws(SchemaError) -> Key {
    guard value.kind == .object, let pointer = JSONPointer(value["by"]?.string ?? "") else {
      throw input.wrongType("an object with by (a JSON Pointer) and order", at: value)
    }
    switch value["order"]?.string {
    case "ascending": return Key(pointer: pointer, isDescending: false)
    case "descending": return Key(pointer: pointer, isDescending: true)
    default: throw input.wrongType("an object with order \"ascending\" or \"descending\"", at: value)
    }
  }
}

extension JSONValue? {
  /// Whether there is a value that has an order.
  fileprivate var isComparable: Bool { self?.kind == .number || self?.kind == .string }
}

extension JSONValue {
  /// Below zero where this stands before `other`, above zero behind it; `nil` where they cannot be compared.
  ///
  /// Numbers compare by value, strings by code point.
  fileprivate func order(before other: JSONValue) -> Int? {
    if let left = number, let right = other.number { return left < right ? -1 : right < left ? 1 : 0 }
    guard kind == .string, other.kind == .string else { return nil }
    return withStringBytes { left in
      other.withStringBytes { right in
        left.lexicographicallyPrecedes(right) ? -1 : right.lexicographicallyPrecedes(left) ? 1 : 0
      }
    }
  }
}
