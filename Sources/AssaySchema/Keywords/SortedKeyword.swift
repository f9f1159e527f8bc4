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

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    guard let (first, second, position) = run.disorder(in: value), let left = value[first], let right = value[second]
    else { return }
    run.fail(failure(value, (first, left), (second, right), position))
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .array else { return }
    block.append(.sorted, a: builder.add(keys: keys.map { ($0.pointer, $0.isDescending) }))
  }

  private func failure(
    _ value: JSONValue,
    _ first: (position: Int, item: JSONValue),
    _ second: (position: Int, item: JSONValue),
    _ position: Int
  ) -> SchemaFailure {
    let key = keys[position]
    let order = key.isDescending ? "highest first" : "lowest first"
    let name = key.pointer.tokens.last.map { " by \($0)" } ?? ""
    let left = first.item[key.pointer].map(ValueDescription.brief) ?? ""
    let right = second.item[key.pointer].map(ValueDescription.brief) ?? ""
    return SchemaFailure(
      detail: .unsorted(
        first: first.position,
        second: second.position,
        keys: keys.map(\.pointer),
        position: position,
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
