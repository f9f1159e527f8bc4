import AssayJSON

/// `format` (2020-12 section 7): always an annotation, and an assertion if that is requested.
struct FormatKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .string }

  let place: KeywordPlace
  let name: JSONValue
  let format: StringFormat?

  func record(_ value: JSONValue, _ run: inout SchemaRun) { run.annotate(.value(name)) }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    guard let format else { return }
    run.fail(
      SchemaFailure(
        detail: .malformed(format: name.string ?? ""),
        message:
          "\(ValueDescription.subject(value)) is \(ValueDescription.brief(value)), expected \(format.article)",
        expected: format.article,
        actual: ValueDescription.describe(value)
      )
    )
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == .string, let format else { return }
    block.append(.format, a: Int(format.rawValue))
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? {
    switch wanted.string ?? "" {
    case "date-time": .words("is an RFC 3339 time")
    case "date": .words("is an RFC 3339 date")
    case "uri": .words("is a URI")
    case "uri-reference": .words("is a URI or a reference to one")
    case "uuid": .words("is a UUID")
    case "email": .words("is an e-mail address")
    case let other: .words("is a `\(other)`")
    }
  }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    PatternKeyword.malformed(kept)
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    let name = try input.string()
    return FormatKeyword(place: input.place, name: input.value, format: format(name, input.vocabularies))
  }

  /// Returns the format that strings are checked against; `nil` if `name` is only an annotation (2020-12 sections 7.2
  /// and 7.2.3).
  static func format(_ name: String, _ vocabularies: SchemaVocabularies) -> StringFormat? {
    vocabularies.assertsFormat ? StringFormat.named(name, in: vocabularies.dialect) : nil
  }
}
