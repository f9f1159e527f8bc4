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

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? {
    let words = list(wanted).map { key in
      "by `\(key["by"].map(field) ?? "")`, \(key["order"]?.string == "ascending" ? "lowest" : "highest") first"
    }
    return .words("is sorted " + words.joined(separator: ", then "))
  }

  static func subjects(_ wanted: JSONValue) -> [String] { list(wanted).compactMap { $0["by"]?.string } }

  /// Exchanges the values the list is sorted by, leaving the items in their places.
  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    var edits: [[JSONEdit]] = []
    for key in list(kept.wanted).compactMap({ $0["by"]?.string }).compactMap({ JSONPointer($0) }) {
      let places = (0..<min(kept.value.count, 8)).map { kept.place.appending($0).appending(key) }
      for (first, second) in zip(places, places.dropFirst()) { edits.append([.swap(first, second)]) }
      if let first = places.first, let last = places.last, places.count > 2 { edits.append([.swap(first, last)]) }
    }
    return [.init("unsorted", "Sends the items of \(kept.spoken) out of order.", edits)]
  }

  /// A pointer as a sentence names what it leads to.
  static func field(_ pointer: JSONValue) -> String {
    pointer.string.flatMap { JSONPointer($0) }?.field ?? pointer.text
  }

  /// One key, or several in an array.
  static func list(_ wanted: JSONValue) -> [JSONValue] { wanted.kind == .array ? Array(wanted.items) : [wanted] }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    var keys: [Key] = []
    for value in list(input.value) { keys.append(try key(value, input)) }
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
