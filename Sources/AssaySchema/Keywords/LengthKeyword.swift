import AssayJSON
import AssayText

/// `minLength` and `maxLength` (2020-12 sections 6.3.1 and 6.3.2), in Unicode code points.
struct LengthKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .string }

  let place: KeywordPlace
  let limit: Int
  let isUpper: Bool

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    let length = value.characterCount
    let expected = "\(isUpper ? "at most" : "at least") \(limit.counted("character"))"
    let bound = "\(isUpper ? "maximum" : "minimum") \(limit)"
    run.fail(
      SchemaFailure(
        detail: .wrongCount(length, of: .characters, limit: limit, isUpper: isUpper),
        message: length == 0
          ? "\(ValueDescription.subject(value)) is empty, \(bound)"
          : "\(ValueDescription.subject(value)) has \(length.counted("character")), \(bound)",
        expected: expected,
        actual: ValueDescription.describe(value)
      )
    )
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .string, isUpper || limit > 0 else { return }
    block.append(isUpper ? .maximumLength : .minimumLength, b: limit)
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? {
    if name == "maxLength" { return .words("has at most \(wanted.text) characters") }
    return .words(wanted.text == "1" ? "is not empty" : "has at least \(wanted.text) characters")
  }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    if kept.name == "maxLength" {
      let text = String(repeating: "x", count: min(10_000, (kept.wanted.int ?? 0) + 1))
      return [.init("too-long", "Sends \(kept.spoken) with too much text.", [[.replace(kept.place, .string(text))]])]
    }
    let text = String((kept.value.string ?? "").prefix(max(0, (kept.wanted.int ?? 1) - 1)))
    return [.init("empty", "Sends \(kept.spoken) with too little text.", [[.replace(kept.place, .string(text))]])]
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    LengthKeyword(place: input.place, limit: try input.count(), isUpper: input.name == "maxLength")
  }
}
