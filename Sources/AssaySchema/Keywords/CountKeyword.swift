import AssayJSON
import AssayText

/// `minItems`, `maxItems`, `minProperties` and `maxProperties` (2020-12 sections 6.4 and 6.5).
struct CountKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { name.hasSuffix("Items") ? .array : .object }

  let place: KeywordPlace
  let limit: Int
  let isUpper: Bool
  let kind: JSONKind

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    let count = value.count
    let noun = kind == .array ? "item" : "member"
    let expected = "\(isUpper ? "at most" : "at least") \(limit.counted(noun))"
    run.fail(
      SchemaFailure(
        detail: .wrongCount(count, of: kind == .array ? .items : .members, limit: limit, isUpper: isUpper),
        message:
          "\(ValueDescription.subject(value)) has \(count.counted(noun)), "
          + "\(isUpper ? "maximum" : "minimum") \(limit)",
        expected: expected,
        actual: ValueDescription.describe(value)
      )
    )
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == (kind == .array ? .array : .object), isUpper || limit > 0 else { return }
    block.append(isUpper ? .maximumCount : .minimumCount, b: limit)
  }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? {
    switch name {
    case "minItems": .fewestItems(wanted.text)
    case "maxItems": .mostItems(wanted.text)
    default: .words("keeps `\(name)`")
    }
  }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    let (place, value, bound) = (kept.place, kept.value, kept.wanted.int ?? 0)
    switch kept.name {
    case "minItems":
      let fewer = KeywordBreakage.counts([(kept.wanted.int ?? 1) - 1, 0], place, value, kept.body)
      return [.init("too-few", "Sends \(kept.spoken) with too few items.", fewer)]
    case "maxItems":
      let more = KeywordBreakage.counts([bound + 1], place, value, kept.body, listed)
      return [.init("too-many", "Sends \(kept.spoken) with too many items.", more)]
    case "minProperties":
      let removals = value.members.map { JSONEdit.remove(place.appending($0.key)) }
      let gone = max(0, removals.count - bound + 1)
      let fewer = [Array(removals.suffix(gone)), Array(removals.prefix(gone))]
      return [.init("too-few-members", "Sends \(kept.spoken) with too few members.", fewer)]
    default:
      let like = kept.likeMember
      let new = (0..<max(0, min(1_000, bound - value.count + 1))).map { JSONEdit.add(place, "x_other_\($0)", like) }
      return [.init("too-many-members", "Sends \(kept.spoken) with too many members.", [new])]
    }
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    CountKeyword(
      place: input.place,
      limit: try input.count(),
      isUpper: input.name.hasPrefix("max"),
      kind: input.name.hasSuffix("Items") ? .array : .object
    )
  }
}
