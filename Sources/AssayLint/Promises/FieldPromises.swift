import AssayContract
import AssayFindings
import AssayJSON
import AssaySchema

/// The maker of a schema's promises: one for each field and level.
enum FieldPromises {
  private struct Key: Hashable {
    var field: Int
    var level: Level
  }

  private struct Entry {
    var phrase = FieldPhrase()
    var sources: [Citation] = []
    /// The citations of `required`, used if no other keyword of the field has any.
    var requiredSources: [Citation] = []
    var pointers: [JSONPointer] = []
    var sites: [PromiseSite] = []
  }

  /// Returns the promises that `schema` makes about the value `subject` and its `fields`.
  static func all(of fields: SchemaFields, by schema: Promise, subject: String) -> [CataloguedPromise] {
    var entries: [Key: Entry] = [:]
    var order: [Key] = []
    for note in fields.notes where note.isPromise {
      let key = Key(field: note.field, level: note.level.flatMap(Level.init(rawValue:)) ?? schema.level)
      if entries[key] == nil { order.append(key) }
      var entry = entries[key] ?? Entry()
      take(note, by: schema, into: &entry)
      entries[key] = entry
    }
    let required = Set(order.filter { entries[$0]?.phrase.isRequired == true }.map(\.field))
    // Those of one field together, the fields in the order they are met in.
    let keys = Dictionary(grouping: order, by: \.field)
    var met: Set<Int> = []
    let fieldsMet = order.map(\.field).filter { met.insert($0).inserted }
    return fieldsMet.flatMap { keys[$0] ?? [] }.compactMap { key in
      guard let entry = entries[key] else { return nil }
      let path = fields.fields[key.field].path
      let name = path.isEmpty ? subject : path.hasPrefix("[]") ? "each item" + rest(path) : "`\(path)`"
      let isOptional = !path.isEmpty && !required.contains(key.field) && !path.hasSuffix("[]")
      return CataloguedPromise(
        entry.phrase.sentence(of: name, isOptional: isOptional),
        level: key.level,
        sources: entry.sources.isEmpty ? entry.requiredSources : entry.sources,
        pointers: entry.pointers,
        sites: entry.sites
      )
    }
  }

  private static func take(_ note: SchemaFields.Note, by schema: Promise, into entry: inout Entry) {
    let own = note.sources.compactMap { Citation($0) }
    let sources = own.isEmpty ? schema.sources : own
    entry.pointers.append(note.pointer)
    let site = PromiseSite(schema, of: note)
    if !entry.sites.contains(site) { entry.sites.append(site) }
    if note.isOfPresence, note.keyword != nil {
      entry.phrase.isRequired = true
      for source in sources where !entry.requiredSources.contains(source) { entry.requiredSources.append(source) }
      return
    }
    if let keyword = note.keyword {
      if let clause = keyword.clause { entry.phrase.add(clause) }
    } else {
      entry.phrase.rules.append(FieldPhrase.forbidden)
    }
    for source in sources where !entry.sources.contains(source) { entry.sources.append(source) }
  }

  /// Returns the rest of a path that begins with `[]`, for a body that is a list, as a possessive: "'s `name`" for
  /// `[].name`.
  private static func rest(_ path: String) -> String {
    let rest = path.dropFirst(2)
    return rest.isEmpty ? "" : "'s `\(rest.hasPrefix(".") ? rest.dropFirst() : rest)`"
  }
}
