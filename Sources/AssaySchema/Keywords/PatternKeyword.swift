import AssayJSON
import AssayRegex

/// `pattern` (2020-12 section 6.3.3): an ECMA-262 regular expression, found anywhere in the string.
struct PatternKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .string }

  let place: KeywordPlace
  let regex: ECMARegex

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    run.fail(
      SchemaFailure(
        detail: .unmatched(pattern: regex.pattern),
        message: "\(ValueDescription.subject(value)) is \(ValueDescription.brief(value)), which does not match "
          + regex.pattern,
        expected: "a string that matches \(regex.pattern)",
        actual: ValueDescription.describe(value)
      )
    )
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    if block.kind == .string { block.append(.pattern, a: builder.add(regex)) }
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? {
    .words("matches `\(wanted.string ?? wanted.text)`")
  }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    malformed(kept)
  }

  /// Returns changes of the value to strings that do not match the pattern.
  static func malformed(_ kept: KeptKeyword) -> [KeywordBreakage] {
    let texts = ["not a \(kept.wanted.string ?? "value")", "?", "2024-13-45", "x y"]
    let edits: [[JSONEdit]] = texts.map { [.replace(kept.place, .string($0))] }
    return [.init("malformed", "Sends \(kept.spoken) in a different form.", edits)]
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    PatternKeyword(place: input.place, regex: try compiler.regex(try input.string(), input))
  }
}
