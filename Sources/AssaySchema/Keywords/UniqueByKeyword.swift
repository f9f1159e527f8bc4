import AssayJSON

/// Assay's `uniqueBy`: no two items of an array have the same value at a pointer, or the same values at several.
struct UniqueByKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .array }

  let place: KeywordPlace
  let pointers: [JSONPointer]

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    guard let (first, second, item) = run.repetition(in: value) else { return }
    let names = pointers.map { $0.tokens.last ?? "value" }.joined(separator: " and ")
    let values = pointers.compactMap { item[$0].map(ValueDescription.brief) }.joined(separator: ", ")
    run.fail(
      SchemaFailure(
        detail: .repeated(first: first, second: second, keys: pointers),
        message: "\(ValueDescription.subject(value)) has the same \(names) in items \(first) and \(second): \(values)",
        expected: "a different \(names) for each item",
        actual: "\(values) at \(first) and \(second)"
      )
    )
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    if block.kind == .array { block.append(.unique, a: builder.add(keys: pointers.map { ($0, ItemOrder()) })) }
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? {
    let names = SortedKeyword.list(wanted).map { "`\(SortedKeyword.field($0))`" }
    return .words("has no two items with the same \(names.joined(separator: " and "))")
  }

  static func subjects(_ wanted: JSONValue) -> [String] { SortedKeyword.list(wanted).compactMap(\.string) }

  static func normalText(_ wanted: JSONValue) -> String { unorderedText(wanted) }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    repeated(kept)
  }

  /// Returns the change that copies the compared values of an earlier item into the last one.
  static func repeated(_ kept: KeptKeyword) -> [KeywordBreakage] {
    let pointers = SortedKeyword.list(kept.wanted).map { $0.string.flatMap { JSONPointer($0) } ?? JSONPointer() }
    let last = kept.place.appending(max(0, kept.value.count - 1))
    let copies = (0..<max(0, kept.value.count - 1)).reversed().map { number -> [JSONEdit] in
      pointers.compactMap { pointer in
        kept.value[number]?[pointer].map { JSONEdit.replace(last.appending(pointer), $0) }
      }
    }
    return [.init("repeated", "Sends an item of \(kept.spoken) twice.", copies.filter { !$0.isEmpty })]
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    let texts = input.value.kind == .array ? try input.strings() : [try input.string()]
    let pointers = texts.compactMap { JSONPointer($0) }
    guard !pointers.isEmpty, pointers.count == texts.count else {
      throw input.wrongType("a JSON Pointer, or one or more in an array")
    }
    return UniqueByKeyword(place: input.place, pointers: pointers)
  }
}
