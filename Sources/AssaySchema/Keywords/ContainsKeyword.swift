import AssayJSON
import AssayText

/// `contains` with `minContains` and `maxContains` (2020-12 sections 10.3.1.3, 6.4.4 and 6.4.5).
struct ContainsKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .array }

  let place: KeywordPlace
  let schema: SchemaNodeID
  let minimum: Int
  let maximum: Int
  /// True if matching items count as evaluated, as they do since 2020-12.
  let evaluates: Bool
  let text: String

  var inChildren: [SchemaNodeID] { [schema] }

  func record(_ value: JSONValue, _ run: inout SchemaRun) {
    guard value.kind == .array else { return }
    let holding = value.items.map { run.record(schema, on: $0, place.name) }
    let positions = holding.indices.filter { holding[$0] }
    run.annotate(positions.count == value.count ? .everything : .positions(positions))
  }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    let judge = run
    run.fail(failure(value, value.items.reduce(0) { judge.accepts($1, by: schema) ? $0 + 1 : $0 }))
  }

  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ accepts: SchemaTest) {
    guard evaluates else { return }
    for item in value.items where accepts(item, schema) { locations.indices.insert(item.index) }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .array else { return }
    let limits = [minimum, maximum].map { min($0, Int(UInt32.max)) }
    block.append(.contains, a: schema, b: builder.list(limits))
  }

  private func failure(_ value: JSONValue, _ count: Int) -> SchemaFailure {
    let few = count < minimum
    let expected =
      "\(few ? "at least" : "at most") \((few ? minimum : maximum).counted("item")) matching \(text)"
    return SchemaFailure(
      detail: .wrongCount(count, of: .matchingItems, limit: few ? minimum : maximum, isUpper: !few),
      message: "\(ValueDescription.subject(value)) has "
        + "\(count.counted("matching item")), expected \(expected)",
      expected: expected,
      actual: "\(count) of \(value.count)"
    )
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? { .words("keeps `\(name)`") }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    let items = (0..<kept.value.count).map { JSONEdit.replace(kept.place.appending($0), .null) }
    let edits = [items, [.resize(kept.place, 0, varying: nil)]]
    return [.init("without-match", "Sends \(kept.spoken) without a required item.", edits)]
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    let counts = input.dialect >= .draft2019_09 && input.vocabularies.knows(.validation)
    return ContainsKeyword(
      place: input.place,
      schema: try compiler.node(input.value, input),
      minimum: try counts ? count("minContains", input) ?? 1 : 1,
      maximum: try counts ? count("maxContains", input) ?? .max : .max,
      evaluates: input.dialect >= .draft2020_12,
      text: ValueDescription.brief(input.value)
    )
  }

  private static func count(_ name: String, _ input: KeywordInput) throws(SchemaError) -> Int? {
    guard let value = input.sibling(name) else { return nil }
    guard let count = KeywordInput.count(value) else {
      throw input.error(.wrongType(keyword: name, expected: "an integer, 0 or above"), at: value)
    }
    return count
  }
}
