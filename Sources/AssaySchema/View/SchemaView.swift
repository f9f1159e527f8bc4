package import AssayJSON

/// A schema as its document writes it: the one way to read a schema without judging a value by it.
///
/// Its keywords come in the order they are written, and what they hold comes with its role, as the table of keywords says
/// for the schema's draft; so a reader that goes by roles needs no change where a keyword is added. References lead
/// where the engine would go, over `$id`, anchors and documents the set's resolver knows.
///
/// Views are made by `SchemaSet.view(at:)`, never fail to be made for want of sense in the schema, and are cheap to copy.
package struct SchemaView: Sendable {
  /// One keyword of the schema.
  package struct Keyword: Sendable {
    package let name: String
    /// The keyword's name as a value with a place of its own, for diagnostics to underline.
    package let keyValue: JSONValue
    package let value: JSONValue
    /// The place of the value in its document.
    package let pointer: JSONPointer
    /// `nil` where the schema's vocabularies do not know the keyword, or its draft not the `format` named: that says nothing.
    package let kind: KeywordKind?

    /// The clause of a promise about it; `nil` if the schemas inside say it, or nothing is promised.
    package var clause: PromiseClause? { kind.flatMap { _ in KeywordTable.rows[name]?.type?.clause(name, value) } }
    /// The types of value it judges.
    package var types: JSONTypes { kind.flatMap { _ in KeywordTable.rows[name]?.type?.types(name) } ?? .all }
    /// The words of which the lines cited for it should hold one.
    package var subjects: [String] { kind.flatMap { _ in KeywordTable.rows[name]?.type?.subjects(value) } ?? [] }
  }

  /// A schema written inside another.
  package struct Child: Sendable {
    /// The keyword that holds it.
    package let keyword: String
    package let role: SchemaRole
    package let schema: SchemaView
  }

  /// An object, or `true` or `false`; anything else where the document is wrong.
  package let value: JSONValue
  /// The schema's place in its document.
  package let pointer: JSONPointer
  let set: SchemaSet
  let document: Int
  let resource: Int
  let context: DynamicContext
  let vocabularies: SchemaVocabularies

  /// Set where the schema is `true` or `false`.
  package var boolean: Bool? { value.bool }
  /// The draft that says what the keywords mean.
  package var dialect: SchemaDialect { vocabularies.dialect }
  /// True if the schema is in the document the set was made of, rather than in one its references lead to.
  package var isInOwnDocument: Bool { document == 0 }

  // MARK: Keywords

  /// The keywords in the order they are written; up to draft 7, `$ref` alone where it stands.
  package var keywords: [Keyword] {
    let hides = hidesSiblings
    return value.members.filter { !hides || $0.isNamed("$ref") }.map(keyword)
  }

  /// The keyword `name`, the last one where it stands twice.
  package func keyword(_ name: String) -> Keyword? {
    guard !hidesSiblings || name == "$ref" else { return nil }
    var found: JSONMember?
    for member in value.members where member.isNamed(name) { found = member }
    return found.map(keyword)
  }

  /// The value of the keyword `name`.
  package subscript(name: String) -> JSONValue? { keyword(name)?.value }

  /// True if a value can break the schema by a keyword of its own, rather than by a schema inside it or referred to.
  package var asserts: Bool {
    if let boolean { return !boolean }
    // These say no by themselves too: of the value as a whole, or of how many items fit.
    return keywords.contains { $0.kind == .assertion || $0.name == "not" || $0.name == "contains" }
  }

  private var hidesSiblings: Bool { dialect.refHidesSiblings && value["$ref"] != nil }

  private func keyword(_ member: JSONMember) -> Keyword {
    let name = member.key
    return Keyword(
      name: name,
      keyValue: member.keyValue,
      value: member.value,
      pointer: pointer.appending(name),
      kind: name == "format" && FormatKeyword.format(member.value.string ?? "", vocabularies) == nil
        ? nil : KeywordDefinition.find(name, for: vocabularies)?.kind
    )
  }

  // MARK: Schemas inside, and referred to

  /// The schemas written directly inside, in the order they are written; references are not followed.
  package var children: [Child] { keywords.flatMap(children) }

  /// Those the keyword `name` holds.
  package func children(of name: String) -> [Child] { keyword(name).map(children) ?? [] }

  /// The one schema the keyword `name` holds, where it holds one; of several, the first.
  package func child(_ name: String) -> SchemaView? { children(of: name).first?.schema }

  private func children(of keyword: Keyword) -> [Child] {
    guard let held = KeywordDefinition.subschemas(of: keyword.name, in: dialect) else { return [] }
    return held.shape.schemas(in: keyword.value, dialect).map { token, schema in
      Child(
        keyword: keyword.name,
        role: held.role(token ?? "", value),
        schema: set.view(of: schema, at: token.map(keyword.pointer.appending) ?? keyword.pointer, inside: self)
      )
    }
  }

  /// The schemas `$ref`, `$dynamicRef` and `$recursiveRef` lead to on the way this view was reached by; those that lead
  /// to nothing are left out.
  package var targets: [SchemaView] { ["$ref", "$dynamicRef", "$recursiveRef"].compactMap(target) }

  /// The schema one of those keywords leads to.
  package func target(of name: String) -> SchemaView? {
    guard let keyword = keyword(name), keyword.kind == .reference else { return nil }
    return keyword.value.string.flatMap { set.target(of: $0, by: name, from: self) }
  }

  /// The schemas applied to the same value: those referred to, then those written inside, by what they are to the value.
  package var inPlace: [(role: SchemaRole, schema: SchemaView)] {
    let inside = children.filter(\.role.isInPlace).map { (role: $0.role, schema: $0.schema) }
    return targets.map { (.reference, $0) }
      + SchemaRole.inPlaceKinds.flatMap { isKind in inside.filter { isKind($0.role) } }
  }

  // MARK: Walks

  /// This schema and every schema written inside it, outermost first. References are not followed.
  package var written: [SchemaView] {
    var found: [SchemaView] = []
    var pending = [self]
    while let next = pending.popLast() {
      guard next.value.kind == .object || next.boolean != nil else { continue }
      found.append(next)
      pending += next.children.map(\.schema).reversed()
    }
    return found
  }

  /// This schema and those that hold for the same value whatever it is; with `branches` also those that may hold for it.
  ///
  /// Each once, by its place, those applied last first; booleans only where `booleans` asks for them.
  package func sameValue(branches: Bool = false, booleans: Bool = false) -> [SchemaView] {
    var found: [SchemaView] = []
    var seen: Set<SchemaPlace> = []
    var pending = [self]
    while let next = pending.popLast() {
      guard next.value.kind == .object || (booleans && next.boolean != nil), seen.insert(next.place).inserted else {
        continue
      }
      found.append(next)
      let applied = next.inPlace.filter { branches ? $0.role.mayHoldInPlace : $0.role.alwaysHoldsInPlace }
      pending += applied.map(\.schema)
    }
    return found
  }

  /// The place that distinguishes this schema from every other of its set.
  var place: SchemaPlace { SchemaPlace(document: document, index: value.index) }

  // MARK: Assay's vocabulary

  /// The `level` said here, not inherited.
  package var ownLevel: String? { vocabularies.knows(.assay) ? value["level"]?.string : nil }

  /// The `source` said here: one, or several.
  package var ownSources: [String] {
    guard vocabularies.knows(.assay), let source = value["source"] else { return [] }
    return source.string.map { [$0] } ?? source.items.compactMap(\.string)
  }
}
