import AssayJSON
import AssayText

/// `enum` (2020-12 section 6.1.2).
struct EnumKeyword: SchemaKeyword {
  let place: KeywordPlace
  let values: ConstantSet

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    let alike = values.list.first { $0.kind.typeName == value.kind.typeName }
    let allowed = candidates(for: value).map(ValueDescription.brief)
    run.fail(
      SchemaFailure(
        detail: .unlisted(allowed: allowed),
        message:
          "\(ValueDescription.subject(value)) is \(ValueDescription.contrast(value, with: alike)), expected \(wanted)",
        expected: ValueDescription.alternatives(values.list.prefix(12).map(ValueDescription.brief))
          + (values.list.count > 12 ? " …" : ""),
        actual: ValueDescription.describe(value),
        alternatives: isWord(value)
          ? value.string.map { SpellingSuggestion.ranked(allowed, byLikenessTo: $0) } ?? allowed : allowed
      )
    )
  }

  /// The allowed values, or their number if naming them would make a headline too long.
  private var wanted: String {
    let named = values.list.prefix(6).map(ValueDescription.brief)
    let text = ValueDescription.alternatives(named)
    return values.list.count <= named.count && text.utf8.count <= 50
      ? text : "one of \(values.list.count) listed values"
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) { builder.emit(values.list, &block) }

  /// Returns the allowed values that may be suggested for a wrong one: all of them or, if there are very many, some of
  /// about the same length.
  private func candidates(for value: JSONValue) -> [JSONValue] {
    if values.list.count <= Self.candidateLimit { return values.list }
    let length = value.byteRange.count
    let alike = values.list.lazy.filter { $0.kind == value.kind && abs($0.byteRange.count - length) <= 3 }
    let nearest = Array(alike.prefix(Self.candidateLimit))
    return nearest.isEmpty ? Array(values.list.prefix(Self.candidateLimit)) : nearest
  }

  private static let candidateLimit = 300

  /// Returns true if a value is short enough to be a listed one misspelt.
  private func isWord(_ value: JSONValue) -> Bool { value.byteRange.count <= 1_000 }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? {
    .words("is one of " + wanted.items.map { "`\($0.text)`" }.joined(separator: ", "))
  }

  static func subjects(_ wanted: JSONValue) -> [String] { wanted.items.compactMap(\.string) }

  static func normalText(_ wanted: JSONValue) -> String { unorderedText(wanted) }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    let others = KeywordBreakage.otherValues(kept.place, kept.value)
    return [.init("unknown-value", "Sends \(kept.spoken) with a value not listed.", others)]
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    EnumKeyword(place: input.place, values: ConstantSet(Array(try input.array())))
  }
}

/// `const` (2020-12 section 6.1.3).
struct ConstKeyword: SchemaKeyword {
  let place: KeywordPlace
  let constant: JSONValue

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    run.fail(
      SchemaFailure(
        detail: .unlisted(allowed: [ValueDescription.brief(constant)]),
        message: "\(ValueDescription.subject(value)) is \(ValueDescription.contrast(value, with: constant)), expected "
          + ValueDescription.brief(constant),
        expected: ValueDescription.brief(constant),
        actual: ValueDescription.describe(value),
        alternatives: [ValueDescription.brief(constant)]
      )
    )
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) { builder.emit([constant], &block) }

  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? { .words("is `\(wanted.text)`") }

  static func subjects(_ wanted: JSONValue) -> [String] { [wanted.string].compactMap { $0 } }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    let others = KeywordBreakage.otherValues(kept.place, kept.value)
    return [.init("other-value", "Sends \(kept.spoken) with a different value.", others)]
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    ConstKeyword(place: input.place, constant: input.value)
  }
}

/// A list of allowed values; a long list is searched by hash.
struct ConstantSet: Sendable {
  let list: [JSONValue]
  private let set: Set<JSONValue>

  private static let fewValues = 8

  init(_ list: [JSONValue]) {
    self.list = list
    set = list.count > Self.fewValues ? Set(list) : []
  }

  func contains(_ value: JSONValue) -> Bool { set.isEmpty ? list.contains(value) : set.contains(value) }
}
