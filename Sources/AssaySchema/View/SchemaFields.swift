package import AssayJSON

/// The statements of a schema about a value, field by field, independent of the keywords and references that make them.
///
/// A field is the value itself, a member by its name, or the items of a list. A statement that holds only for some
/// values (`anyOf`, `if`, …) belongs to the field as a whole. Levels and sources are those that a violation reports:
/// the nearest ones on the way.
package struct SchemaFields: Sendable {
  /// A place in every value the schema is about.
  package struct Field: Sendable {
    /// As people write it: `results[].rank`; empty for the value itself.
    package let path: String
    /// The field around it; `nil` for the value itself.
    package let parent: Int?
    package fileprivate(set) var members: [(name: String, field: Int)] = []
    /// The field of each member.
    fileprivate var named: [ExactText: Int] = [:]
    /// The field that stands for each item.
    package fileprivate(set) var items: Int?
  }

  /// One thing said of a field.
  package struct Note: Sendable {
    package let field: Int
    /// The keyword that says it; `nil` where the schema `false` does.
    package let keyword: SchemaView.Keyword?
    /// True if the note is about the field's presence, from the object around it.
    package let isOfPresence: Bool
    package let pointer: JSONPointer
    /// The nearest `level`; `nil` where none stands inside the schema.
    package let level: String?
    /// The nearest `source`; empty where none stands inside the schema.
    package let sources: [String]

    /// True if a list of promises has a sentence for it.
    package var isPromise: Bool { keyword.map { isOfPresence || $0.clause != nil } ?? true }
  }

  /// Deeper than this no field is reported: a schema may refer to itself.
  private static let deepest = 24

  /// The fields; the first one is the value itself.
  package private(set) var fields = [Field(path: "", parent: nil)]
  /// The notes, in the order they are read.
  package private(set) var notes: [Note] = []
  private var active: Set<JSONPointer> = []

  /// Reads `schema`.
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

  /// The field a schema of this role is about, made where it is new; `nil` where that is not a field of its own.
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

  /// The member `name` of a field; `nil` where nothing is said of it.
  package func field(named name: String, in field: Int) -> Int? {
    fields[field].named[name]
  }
}
