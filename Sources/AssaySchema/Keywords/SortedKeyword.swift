import AssayJSON

/// Assay's `sorted`: the items of an array are in the order of one or more keys; ties are allowed.
struct SortedKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .array }

  /// A sort key; the first of several keys takes precedence.
  struct Key: Sendable {
    var pointer: JSONPointer
    var order: ItemOrder

    /// The order in words: ` by similarity, highest first`.
    var words: String {
      (pointer.tokens.last.map { " by \($0)" } ?? "") + (order.isDescending ? ", highest first" : ", lowest first")
    }
  }

  let place: KeywordPlace
  let keys: [Key]

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    if let (first, second, position) = run.disorder(in: value), let left = value[first], let right = value[second] {
      run.fail(failure(value, (first, left), (second, right), position))
    }
    for (position, key, why) in run.misfits(in: value) where !run.isDone {
      guard let item = value[position] else { continue }
      run.fail(inChild: true, misfit(value, item, position, keys[key], why))
    }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .array else { return }
    block.append(.sorted, a: builder.add(keys: keys.map { ($0.pointer, $0.order) }))
  }

  private func failure(
    _ value: JSONValue,
    _ first: (position: Int, item: JSONValue),
    _ second: (position: Int, item: JSONValue),
    _ position: Int
  ) -> SchemaFailure {
    let key = keys[position]
    let left = first.item[key.pointer].map(ValueDescription.brief) ?? "no value"
    let right = second.item[key.pointer].map(ValueDescription.brief) ?? "no value"
    return SchemaFailure(
      detail: .unsorted(
        first: first.position,
        second: second.position,
        keys: keys.map(\.pointer),
        position: position,
        isDescending: key.order.isDescending
      ),
      message: "\(ValueDescription.subject(value)) is not sorted\(key.words): "
        + "\(left) at \(first.position), \(right) at \(second.position)",
      expected: "sorted\(key.words)",
      actual: "\(left) at \(first.position), \(right) at \(second.position)"
    )
  }

  /// Returns the failure for an item that cannot be sorted; `why` says if its key is missing, `null`, of a different
  /// kind or malformed.
  private func misfit(
    _ value: JSONValue,
    _ item: JSONValue,
    _ position: Int,
    _ key: Key,
    _ why: ItemOrder.Misfit
  ) -> SchemaFailure {
    var holder = item
    var rest = key.pointer.tokens[...]
    while let next = rest.first, let inner = holder[JSONPointer(tokens: [next])] {
      (holder, rest) = (inner, rest.dropFirst())
    }
    let brief = ValueDescription.brief(holder)
    let reason =
      switch why {
      case .missing: "item \(position) has no \(rest.first ?? "value")"
      case .null: "null in item \(position) has no place in the order"
      case .otherKind:
        "\(brief) in item \(position) is \(holder.kind == .string ? "a string among numbers" : "a number among strings")"
      case .malformed: "\(brief) in item \(position) is \(Self.wanted(key.order.form, isNegated: true))"
      }
    let absent = why == .missing ? rest.first : nil
    return SchemaFailure(
      detail: absent.map { .missing(member: $0, dependent: nil) } ?? .unorderable,
      message: "\(ValueDescription.subject(value)) cannot be sorted\(key.words): \(reason)",
      expected: "\(Self.wanted(key.order.form, isNegated: false)) at each item",
      actual: absent == nil ? ValueDescription.describe(holder) : "none",
      value: holder
    )
  }

  private static func wanted(_ form: ItemOrder.Form, isNegated: Bool) -> String {
    let article = isNegated ? "not a" : "a"
    return switch form {
    case .plain: isNegated ? "neither a number nor a string" : "a number, or a string, like the others,"
    case .dateTime: "\(article) date-time (RFC 3339)"
    case .caseless: "\(article) string"
    case .number: "\(article) number"
    }
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? {
    let words = list(wanted).map { key in
      let order = key["order"]?.string == "descending" ? "highest" : "lowest"
      let form = key["as"]?.string.map { " as \($0)" } ?? ""
      let nulls = key["nulls"]?.string.map { $0 == "refused" ? "" : ", nulls \($0)" } ?? ""
      return "by `\(key["by"].map(field) ?? "")`\(form), \(order) first\(nulls)"
    }
    return .words("is sorted " + words.joined(separator: ", then "))
  }

  static func subjects(_ wanted: JSONValue) -> [String] { list(wanted).compactMap { $0["by"]?.string } }

  /// The keys in order, each with the defaults of what it does not say.
  static func normalText(_ wanted: JSONValue) -> String {
    let defaults = [("by", ""), ("order", "ascending"), ("as", ""), ("nulls", "refused")]
    return list(wanted).map { key in
      defaults.map { key[$0]?.normalText ?? JSONEscapes.quote($1) }.joined(separator: ",")
    }.joined(separator: ";")
  }

  /// Returns changes that break the order: they exchange the values of the sort key, and leave the items in their
  /// places.
  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    var edits: [[JSONEdit]] = []
    for key in list(kept.wanted).compactMap({ $0["by"]?.string }).compactMap({ JSONPointer($0) }) {
      let places = (0..<min(kept.value.count, 8)).map { kept.place.appending($0).appending(key) }
      for (first, second) in zip(places, places.dropFirst()) { edits.append([.swap(first, second)]) }
      if let first = places.first, let last = places.last, places.count > 2 { edits.append([.swap(first, last)]) }
    }
    return [.init("unsorted", "Sends the items of \(kept.spoken) out of order.", edits)]
  }

  /// Returns the name, for messages, of the field that a pointer leads to.
  static func field(_ pointer: JSONValue) -> String {
    pointer.string.flatMap { JSONPointer($0) }?.field ?? pointer.text
  }

  /// Returns the sort keys in the keyword's value, which is one key or an array of keys.
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
    let way = value["order"].map { $0.string ?? "" } ?? "ascending"
    guard ["ascending", "descending"].contains(way) else {
      throw input.wrongType("an object with order \"ascending\" or \"descending\"", at: value)
    }
    guard let form = value["as"].map({ ItemOrder.Form(rawValue: $0.string ?? "") }) ?? .plain,
      form != .plain || value["as"] == nil
    else { throw input.wrongType("an object with as \"date-time\", \"caseless\" or \"number\"", at: value) }
    guard let nulls = value["nulls"].map({ ItemOrder.Nulls(rawValue: $0.string ?? "") }) ?? .refused else {
      throw input.wrongType("an object with nulls \"first\", \"last\" or \"refused\"", at: value)
    }
    return Key(pointer: pointer, order: ItemOrder(isDescending: way == "descending", form: form, nulls: nulls))
  }
}
