import AssayJSON

/// `uniqueItems` (2020-12 section 6.4.3).
struct UniqueItemsKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .array }

  let place: KeywordPlace

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    guard let (first, second, item) = run.repetition(in: value) else { return }
    run.fail(
      SchemaFailure(
        detail: .repeated(first: first, second: second, keys: []),
        message:
          "\(ValueDescription.subject(value)) has \(ValueDescription.brief(item)) twice, in items \(first) and \(second)",
        expected: "items that all differ",
        actual: "\(ValueDescription.brief(item)) at \(first) and \(second)"
      )
    )
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    if block.kind == .array { block.append(.unique, a: builder.add(keys: [(JSONPointer(), ItemOrder())])) }
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? {
    wanted.bool == true ? .words("has no item twice") : nil
  }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    UniqueByKeyword.repeated(kept)
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    try input.bool() ? UniqueItemsKeyword(place: input.place) : nil
  }
}
