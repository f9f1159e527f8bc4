import AssayContract
import AssayFindings
import AssayJSON
import AssaySchema

/// Reads a schema field by field: what it says of each, whatever keywords and references it says it with.
///
/// Levels and sources are those a violation would be told with: the nearest on the way to the keyword count.
struct FieldPromises {
  private struct Key: Hashable {
    var path: String
    var level: Level
  }

  private struct Field {
    var phrase = FieldPhrase()
    var sources: [Citation] = []
    /// Where `required` says it, which counts where nothing else is said.
    var requiredSources: [Citation] = []
    var pointers: [JSONPointer] = []
  }

  /// Deeper than this no field is told of: a schema may refer to itself.
  private static let deepest = 24

  private var fields: [Key: Field] = [:]
  private var order: [Key] = []
  /// The paths in the order they were met; what is said of one at several levels stands together.
  private var paths: [String] = []
  private var active: Set<JSONPointer> = []

  /// Reads `schema`, which the value at `path` is promised to keep, with what it inherits.
  mutating func read(_ schema: SchemaView, level: Level, sources: [Citation], path: String = "", depth: Int = 0) {
    if schema.boolean == false {
      note(path, level, sources, schema.pointer) { $0.rules.append(FieldPhrase.forbidden) }
    }
    guard schema.value.kind == .object, depth < Self.deepest, active.insert(schema.pointer).inserted else { return }
    defer { active.remove(schema.pointer) }
    let level = schema.ownLevel.flatMap(Level.init(rawValue:)) ?? level
    let own = schema.ownSources.compactMap { Citation($0) }
    let sources = own.isEmpty ? sources : own
    for keyword in schema.keywords { self.keyword(keyword, of: schema, level, sources, path, depth) }
  }

  private mutating func keyword(
    _ keyword: SchemaView.Keyword,
    of schema: SchemaView,
    _ level: Level,
    _ sources: [Citation],
    _ path: String,
    _ depth: Int
  ) {
    if keyword.kind == .reference, let target = schema.target(of: keyword.name) {
      return read(target, level: level, sources: sources, path: path, depth: depth + 1)
    }
    for child in schema.children(of: keyword.name) {
      let place: String
      switch child.role {
      case .conjunct: place = path
      case .member(let name): place = Self.member(name, of: path)
      case .items: place = path + "[]"
      default: continue
      }
      read(child.schema, level: level, sources: sources, path: place, depth: depth + 1)
    }
    if keyword.name == "required" {
      for name in keyword.value.items.compactMap(\.string) {
        note(Self.member(name, of: path), level, sources, keyword.pointer, isRequired: true) { $0.isRequired = true }
      }
    } else if let clause = keyword.clause {
      note(path, level, sources, keyword.pointer) { $0.add(clause) }
    }
  }

  private mutating func note(
    _ path: String,
    _ level: Level,
    _ sources: [Citation],
    _ pointer: JSONPointer,
    isRequired: Bool = false,
    _ change: (inout FieldPhrase) -> Void
  ) {
    let key = Key(path: path, level: level)
    if fields[key] == nil {
      order.append(key)
      if !paths.contains(path) { paths.append(path) }
    }
    var field = fields[key] ?? Field()
    change(&field.phrase)
    field.pointers.append(pointer)
    if isRequired {
      for source in sources where !field.requiredSources.contains(source) { field.requiredSources.append(source) }
    } else {
      for source in sources where !field.sources.contains(source) { field.sources.append(source) }
    }
    fields[key] = field
  }

  private static func member(_ name: String, of path: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// One promise for each field and level; `subject` names the value itself.
  func promises(subject: String) -> [CataloguedPromise] {
    let required = Set(order.filter { fields[$0]?.phrase.isRequired == true }.map(\.path))
    return paths.flatMap { path in order.filter { $0.path == path } }.compactMap { key in
      guard let field = fields[key] else { return nil }
      let name =
        key.path.isEmpty ? subject : key.path.hasPrefix("[]") ? "each item" + Self.rest(key.path) : "`\(key.path)`"
      return CataloguedPromise(
        field.phrase.sentence(
          of: name,
          isOptional: !key.path.isEmpty && !required.contains(key.path) && !key.path.hasSuffix("[]")
        ),
        level: key.level,
        sources: field.sources.isEmpty ? field.requiredSources : field.sources,
        pointers: field.pointers
      )
    }
  }

  /// The path inside an item of a list that is the whole body.
  private static func rest(_ path: String) -> String {
    let rest = path.dropFirst(2)
    return rest.isEmpty ? "" : "'s `\(rest.hasPrefix(".") ? rest.dropFirst() : rest)`"
  }
}
