package import AssayJSON

/// The demands of a schema on a value, listed field by field, independent of the keywords and references that make
/// them.
///
/// A field is the value itself, a named member, or the items of a list. A demand that applies only to some values
/// (`anyOf`, `if`, …) belongs to the field as a whole. Levels and sources are those that a violation would report: the
/// nearest enclosing ones.
package struct SchemaFields: Sendable {
  /// A field: the value itself, a member, or all items of a list.
  package struct Field: Sendable {
    /// The path as people write it: `results[].rank`; empty for the value itself.
    package let path: String
    /// The index of the enclosing field; `nil` for the value itself.
    package let parent: Int?
    package fileprivate(set) var members: [(name: String, field: Int)] = []
    /// The index of the field for each member.
    fileprivate var named: [ExactText: Int] = [:]
    /// The index of the field for all items; `nil` if the schema does not describe items.
    package fileprivate(set) var items: Int?
  }

  /// A demand of the schema on a field.
  package struct Note: Sendable {
    package let field: Int
    /// The keyword that makes the demand; `nil` for the schema `false`.
    package let keyword: SchemaView.Keyword?
    /// True if the demand is that the field is present, which the object around it makes.
    package let isOfPresence: Bool
    package let pointer: JSONPointer
    /// The nearest enclosing `level`; `nil` if the schema has none.
    package let level: String?
    /// The nearest enclosing `source` entries; empty if the schema has none.
    package let sources: [String]

    /// True if the demand is a promise that can be stated in a sentence.
    package var isPromise: Bool { keyword.map { isOfPresence || $0.clause != nil } ?? true }
  }

  /// The maximum depth of a field, since a schema may refer to itself.
  private static let deepest = 24

  /// The fields; the first one is the value itself.
  package private(set) var fields = [Field(path: "", parent: nil)]
  /// The demands, in the order they are read.
  package private(set) var notes: [Note] = []
  private var active: Set<JSONPointer> = []

  /// Reads the fields of `schema`.
  package init(of schema: SchemaView) {
    read(schema, level: nil, sources: [], field: 0, depth: 0)
  }

  private mutating func read(_ schema: SchemaView, level: String?, sources: [String], field: Int, depth: Int) {
    if schema.boolean == false { note(nil, schema.pointer, level, sources, field, isOfPresence: true) }
    guard schema.value.kind == .object, depth < Self.deepest, active.insert(schema.pointer).inserted else { return }
    defer { active.remove(schema.pointer) }
    let level = schema.ownLevel ?? level
    let own = schema.ownSources
    let sources = own.isEmpty ? sources : own
    for keyword in schema.keywords {
      if keyword.kind == .reference, let target = schema.target(of: keyword.name) {
        read(target, level: level, sources: sources, field: field, depth: depth + 1)
        continue
      }
      for child in schema.children(of: keyword.name) {
        guard let inner = self.field(child.role, in: field) else { continue }
        read(child.schema, level: level, sources: sources, field: inner, depth: depth + 1)
      }
      if keyword.name == "required" {
        for name in keyword.value.items.compactMap(\.string) {
          note(keyword, keyword.pointer, level, sources, member(name, of: field), isOfPresence: true)
        }
      } else {
        note(keyword, keyword.pointer, level, sources, field, isOfPresence: false)
      }
    }
  }

  private mutating func note(
    _ keyword: SchemaView.Keyword?,
    _ pointer: JSONPointer,
    _ level: String?,
    _ sources: [String],
    _ field: Int,
    isOfPresence: Bool
  ) {
    notes.append(
      Note(
        field: field,
        keyword: keyword,
        isOfPresence: isOfPresence,
        pointer: pointer,
        level: level,
        sources: sources
      )
    )
  }

  /// Returns the index of the field that a subschema of this role describes, and creates it if needed; `nil` if the
  /// role describes no field.
  private mutating func field(_ role: SchemaRole, in field: Int) -> Int? {
    switch role {
    case .conjunct: return field
    case .member(let name): return member(name, of: field)
    case .items:
      if let known = fields[field].items { return known }
      fields.append(Field(path: fields[field].path + "[]", parent: field))
      fields[field].items = fields.count - 1
      return fields.count - 1
    default: return nil
    }
  }

  private mutating func member(_ name: String, of field: Int) -> Int {
    if let known = self.field(named: name, in: field) { return known }
    let path = fields[field].path
    fields.append(Field(path: path.isEmpty ? name : "\(path).\(name)", parent: field))
    fields[field].members.append((name, fields.count - 1))
    fields[field].named[name] = fields.count - 1
    return fields.count - 1
  }

  /// Returns the index of the field for the member `name` of `field`; `nil` if the schema says nothing about it.
  package func field(named name: String, in field: Int) -> Int? {
    fields[field].named[name]
  }
}
