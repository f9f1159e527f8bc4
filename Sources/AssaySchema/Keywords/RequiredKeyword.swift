import AssayJSON
import AssayText

/// `required` (2020-12 section 6.5.3).
struct RequiredKeyword: SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .object }

  let place: KeywordPlace
  let names: [String]

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {
    let present = MemberNames.present(names.map { Array($0.utf8) }, in: value)
    for name in names where !present.contains(Array(name.utf8)) {
      run.fail(member: name, missing(name, in: value))
      if run.isDone { return }
    }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    if block.kind == .object { block.require(names) }
  }

  private func missing(_ name: String, in value: JSONValue) -> SchemaFailure {
    let subject = ValueDescription.subject(value)
    let present = MemberNames.nearest(to: name, in: value)
    return SchemaFailure(
      detail: .missing(member: name, dependent: nil),
      message: subject == "the value" ? "\(name) is missing" : "\(name) is missing from \(subject)",
      expected: "a member \(name)",
      actual: present.isEmpty
        ? "an empty object"
        : "only \(value.members.prefix(8).map(\.key).joined(separator: ", "))\(value.count > 8 ? ", …" : "")",
      alternatives: present
    )
  }

  static func subjects(_ wanted: JSONValue) -> [String] { wanted.items.compactMap(\.string) }

  static func normalText(_ wanted: JSONValue) -> String { unorderedText(wanted) }

  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    KeywordBreakage.missing(kept.wanted.items.compactMap(\.string), from: kept)
  }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    RequiredKeyword(place: input.place, names: try input.strings())
  }
}

extension JSONMember {
  /// The name's UTF-8: names are compared byte by byte, even if Unicode treats them as equivalent.
  var name: [UInt8] { keyValue.withStringBytes { Array($0) } }
}

/// The lookup of an object's member names, for messages about a missing one.
enum MemberNames {
  /// Returns those of `names` that are names of the object's members.
  static func present(_ names: [[UInt8]], in object: JSONValue) -> Set<[UInt8]> {
    let wanted = Set(names)
    var absent = wanted
    for member in object.members where !absent.isEmpty { absent.remove(member.name) }
    return wanted.subtracting(absent)
  }

  /// Returns the names of at most 20 of the object's members, the most similar to `name` first.
  static func nearest(to name: String, in object: JSONValue) -> [String] {
    SpellingSuggestion.ranked(object.members.prefix(100).map(\.key), byLikenessTo: name)
  }
}
