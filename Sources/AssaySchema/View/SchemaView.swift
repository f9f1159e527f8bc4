package import AssayJSON

/// A schema as written in its document, for code that reads schemas without validating values.
///
/// Keywords are in written order. Each subschema has a role, determined by the table of keywords for the schema's
/// draft, so that code that only depends on roles needs no change for a new keyword. References are followed as in
/// validation: across `$id`, anchors, and documents that the set's resolver knows.
///
/// Views are made by `SchemaSet.view(at:)`, even of schemas that are not valid, and are cheap to copy.
package struct SchemaView: Sendable {
  /// One keyword of the schema.
  package struct Keyword: Sendable {
    package let name: String
    /// The keyword's name as a JSON value, whose position diagnostics can underline.
    package let keyValue: JSONValue
    package let value: JSONValue
    /// The place of the value in its document.
    package let pointer: JSONPointer
    /// The kind; `nil` if the schema's vocabularies do not know the keyword, or its draft does not know the `format`,
    /// so that it has no effect.
    package let kind: KeywordKind?

    /// The sentence part that states the keyword as a promise; `nil` if only its subschemas make promises, or it has no
    /// effect.
    package var clause: PromiseClause? { kind.flatMap { _ in KeywordTable.rows[name]?.type?.clause(name, value) } }
    /// The types of value that the keyword applies to.
    package var types: JSONTypes { kind.flatMap { _ in KeywordTable.rows[name]?.type?.types(name) } ?? .all }
    /// Words to look for in the document lines that the contract cites for the keyword; at least one should appear
    /// there.
    package var subjects: [String] { kind.flatMap { _ in KeywordTable.rows[name]?.type?.subjects(value) } ?? [] }
    /// The keyword's value in a notation that is the same for all values with the same meaning.
    package var normalText: String {
      kind.flatMap { _ in KeywordTable.rows[name]?.type?.normalText(value) } ?? value.normalText
    }
  }

  /// A subschema that is written inside another schema.
  package struct Child: Sendable {
    /// The keyword that holds it.
    package let keyword: String
    package let role: SchemaRole
    package let schema: SchemaView
  }

  /// The schema: an object, or `true` or `false`; anything else in an invalid document.
  package let value: JSONValue
  /// The schema's place in its document.
  package let pointer: JSONPointer
  let set: SchemaSet
  let document: Int
  let resource: Int
  let context: DynamicContext
  let vocabularies: SchemaVocabularies

  /// The value of a schema that is `true` or `false`; `nil` for any other.
  package var boolean: Bool? { value.bool }
  /// The draft that defines the keywords.
  package var dialect: SchemaDialect { vocabularies.dialect }
  /// True if the schema is in the set's own document; false if a reference led to a different one.
  package var isInOwnDocument: Bool { document == 0 }

  // MARK: Keywords

  /// The keywords in the order they are written; up to draft 7, only `$ref` if there is one.
  package var keywords: [Keyword] {
    let hides = hidesSiblings
    return value.members.filter { !hides || $0.isNamed("$ref") }.map(keyword)
  }

  /// Returns the keyword `name`; if it is repeated, the last one.
  package func keyword(_ name: String) -> Keyword? {
    guard !hidesSiblings || name == "$ref" else { return nil }
    var found: JSONMember?
    for member in value.members where member.isNamed(name) { found = member }
    return found.map(keyword)
  }

  /// The value of the keyword `name`.
  package subscript(name: String) -> JSONValue? { keyword(name)?.value }

  /// True if the schema's own keywords can make a value invalid, not only its subschemas or references.
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

  /// The subschemas written directly inside, in order; references are not followed.
  package var children: [Child] { keywords.flatMap(children) }

  /// Returns the subschemas in the value of the keyword `name`.
  package func children(of name: String) -> [Child] { keyword(name).map(children) ?? [] }

  /// Returns the subschema in the value of the keyword `name`; of several, the first. `nil` if none exists.
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

  /// The schemas that `$ref`, `$dynamicRef` and `$recursiveRef` lead to, on the path by which this view was reached;
  /// references that lead nowhere are left out.
  package var targets: [SchemaView] { ["$ref", "$dynamicRef", "$recursiveRef"].compactMap(target) }

  /// Returns the schema that the reference keyword `name` leads to; `nil` if it leads nowhere.
  package func target(of name: String) -> SchemaView? {
    guard let keyword = keyword(name), keyword.kind == .reference else { return nil }
    return keyword.value.string.flatMap { set.target(of: $0, by: name, from: self) }
  }

  /// The schemas that apply to the same value: those referred to, then subschemas, ordered by role.
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

  /// Returns this schema and those that every value matching it must also match; with `branches`, also those that such
  /// a value may match.
  ///
  /// Each is included once; schemas that are `true` or `false` only if `booleans` is true. The walk ends
  /// after `most` schemas: walks from each link of a long chain of references to its end would take quadratic time.
  package func sameValue(branches: Bool = false, booleans: Bool = false, most: Int = .max) -> [SchemaView] {
    var found: [SchemaView] = []
    var seen: Set<SchemaPlace> = []
    var pending = [self]
    while found.count < most, let next = pending.popLast() {
      guard next.value.kind == .object || (booleans && next.boolean != nil), seen.insert(next.place).inserted else {
        continue
      }
      found.append(next)
      let applied = next.inPlace.filter { branches ? $0.role.mayHoldInPlace : $0.role.alwaysHoldsInPlace }
      pending += applied.map(\.schema)
    }
    return found
  }

  /// The place that identifies this schema among all of its set.
  var place: SchemaPlace { SchemaPlace(document: document, index: value.index) }

  // MARK: Assay's vocabulary

  /// The schema's own `level`, not an inherited one.
  package var ownLevel: String? { vocabularies.knows(.assay) ? value["level"]?.string : nil }

  /// The schema's own `source`: one, or several.
  package var ownSources: [String] {
    guard vocabularies.knows(.assay), let source = value["source"] else { return [] }
    return source.string.map { [$0] } ?? source.items.compactMap(\.string)
  }
}
