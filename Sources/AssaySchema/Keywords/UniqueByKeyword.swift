import AssayJSON

/// Assay's `uniqueBy`: no two items of an array have the same value at a pointer.
struct UniqueByKeyword: SchemaKeyword {
  let place: KeywordPlace
  let pointer: JSONPointer

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    guard let (first, second, item) = run.repetition(in: value), let key = item[pointer] else { return }
    run.fail(failure(value, key, first, second))
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    if block.kind == .array { block.append(.unique, a: builder.add(keys: [(pointer, false)])) }
  }

  private func failure(_ value: JSONValue, _ key: JSONValue, _ first: Int, _ second: Int) -> SchemaFailure {
    let name = pointer.tokens.last ?? "value"
    return SchemaFailure(
      detail: .repeated(first: first, second: second, keys: [pointer]),
      message: "\(ValueDescription.subject(value)) has the same \(name) twice: \(ValueDescription.brief(key)) "
        + "at positions \(first) and \(second)",
      expected: "a different \(name) for each item",
      actual: "\(ValueDescription.brief(key)) at \(first) and \(second)"
    )
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
    guard let pointer = JSONPointer(try input.string()) else { throw input.wrongType("a JSON Pointer") }
    return UniqueByKeyword(place: input.place, pointer: pointer)
  }
}
