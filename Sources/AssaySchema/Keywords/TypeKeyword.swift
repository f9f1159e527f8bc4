import AssayJSON
import AssayText

/// `type` (2020-12 section 6.1.1).
struct TypeKeyword: SchemaKeyword {
  let place: KeywordPlace
  let types: [String]
  let kinds: [Bool]
  /// True if the keyword allows integers but not all numbers.
  let wantsInteger: Bool
  /// True if `1.0` and `1e1` are integers, as they are since draft 6; before, an integer has no fraction or exponent
  /// part.
  let byValue: Bool

  func explain(_ value: JSONValue, _ run: inout SchemaRun) { run.fail(failure(value)) }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard kinds[Int(block.kind.kind.rawValue)] else { return block.fail() }
    guard wantsInteger, block.kind == .fraction else { return }
    byValue ? block.append(.integer) : block.fail()
  }

  private func failure(_ value: JSONValue) -> SchemaFailure {
    let wanted = ValueDescription.alternatives(types.map(\.withArticle))
    let isFraction = value.kind == .number && types.contains("integer")
    return SchemaFailure(
      detail: .wrongType(allowed: types),
      message: isFraction
        ? "\(ValueDescription.subject(value)) is \(ValueDescription.brief(value)), expected \(wanted)"
        : "\(ValueDescription.subject(value)) is \(ValueDescription.kind(value)), expected \(wanted)",
      expected: ValueDescription.alternatives(types),
      actual: ValueDescription.describe(value)
    )
  }

  static func normalText(_ wanted: JSONValue) -> String { unorderedText(wanted) }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? {
    .types(wanted.kind == .array ? wanted.items.compactMap(\.string) : [wanted.string].compactMap { $0 })
  }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    [.init("mistyped", "Sends \(kept.spoken) with a different type.", KeywordBreakage.otherTypes(kept.place))]
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    let types = input.value.kind == .string ? [try input.string()] : try input.strings()
    var kinds = Array(repeating: false, count: 7)
    for type in types {
      guard let accepted = Self.kinds[type] else { throw input.wrongType("one or more of \(Self.names)") }
      for kind in accepted { kinds[Int(kind.rawValue)] = true }
    }
    return TypeKeyword(
      place: input.place,
      types: types,
      kinds: kinds,
      wantsInteger: types.contains("integer") && !types.contains("number"),
      byValue: input.dialect >= .draft6
    )
  }

  private static let names = "null, boolean, number, integer, string, array and object"
  private static let kinds: [String: [JSONKind]] = [
    "null": [.null], "boolean": [.true, .false], "number": [.number], "integer": [.number], "string": [.string],
    "array": [.array], "object": [.object],
  ]
}
