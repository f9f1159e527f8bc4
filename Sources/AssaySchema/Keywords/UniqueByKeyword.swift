import AssayJSON

/// Assay's `uniqueBy`: no two items of an array have the same value at a pointer.
struct UniqueByKeyword: SchemaKeyword {
  let place: KeywordPlace
  let pointer: JSONPointer

  func evaluate(_ value: JSONValue, _ run: inout SchemaRun) {
    guard value.kind == .array else { return }
    var seen: [JSONValue: Int] = [:]
    for (position, item) in value.items.enumerated() {
      guard let key = item[pointer] else { continue }
      if let first = seen.updateValue(position, forKey: key) {
        return run.fail(failure(value, key, first, position))
      }
    }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .array else { return }
    guard let path = builder.add(path: pointer.tokens) else { return block.fallBack() }
    block.appendWithStandIn(.unique, a: path)
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
