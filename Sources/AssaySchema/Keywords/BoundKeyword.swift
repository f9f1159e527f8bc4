import AssayJSON

/// `minimum`, `maximum`, `exclusiveMinimum` and `exclusiveMaximum` (2020-12 sections 6.2.2 to 6.2.5).
struct BoundKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .number }

  let place: KeywordPlace
  let bound: JSONNumber
  let isUpper: Bool
  let isExclusive: Bool

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    run.fail(
      SchemaFailure(
        detail: .outOfBounds(limit: bound.text, isUpper: isUpper, isExclusive: isExclusive),
        message: "\(ValueDescription.subject(value)) is \(ValueDescription.brief(value)), \(limit)",
        expected: expectation,
        actual: ValueDescription.describe(value)
      )
    )
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    if block.kind.isNumber { block.append(.bound, a: builder.add(bound, isUpper: isUpper, isExclusive: isExclusive)) }
  }

  private var expectation: String {
    if isExclusive { return "\(isUpper ? "less" : "more") than \(bound.text)" }
    return "\(isUpper ? "at most" : "at least") \(bound.text)"
  }

  /// The bound as written at the end of a message: `maximum 1`.
  private var limit: String {
    isExclusive ? "expected \(expectation)" : "\(isUpper ? "maximum" : "minimum") \(bound.text)"
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? {
    switch name {
    case "minimum": .least(wanted.text)
    case "maximum": .most(wanted.text)
    case "exclusiveMinimum": .words("is above \(wanted.text)")
    default: .words("is below \(wanted.text)")
    }
  }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    let isUpper = kept.name.hasSuffix("aximum")
    let offsets: [Double] = kept.name.hasPrefix("exclusive") ? [0, -1] : [-1, -0.25]
    let values = offsets.map { isUpper ? -$0 : $0 }.compactMap { offset -> JSONValue? in
      if let int = kept.wanted.int, offset == offset.rounded() { return .integer(int + Int(offset)) }
      return kept.wanted.number.map { number in JSONValue.building { $0.double(number.double + offset) } }
    }
    let about = "Sends \(kept.spoken) \(isUpper ? "above its greatest" : "below its least") value."
    return [.init(isUpper ? "too-large" : "too-small", about, values.map { [.replace(kept.place, $0)] })]
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    let isUpper = input.name.hasSuffix("aximum")
    var isExclusive = input.name.hasPrefix("exclusive")
    if input.dialect == .draft4 {
      // In draft 4 the exclusive keywords are booleans that change the bound next to them.
      if isExclusive { return nil }
      isExclusive = input.sibling(isUpper ? "exclusiveMaximum" : "exclusiveMinimum")?.bool == true
    }
    return BoundKeyword(place: input.place, bound: try input.number(), isUpper: isUpper, isExclusive: isExclusive)
  }
}
