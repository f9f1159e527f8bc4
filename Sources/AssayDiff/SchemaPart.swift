import AssayContract
import AssayFindings
import AssayJSON
import AssaySchema

/// A schema as it is written, with the level it weighs at where it stands.
struct SchemaPart {
  let view: SchemaView
  let level: Level
  private let root: ContractNode

  /// The schema of `promise`; `nil` where the contract's schemas cannot be read.
  init?(_ promise: SchemaPromise, of contract: Contract) {
    guard let view = contract.schemas.view(at: promise.promise.pointer) else { return nil }
    self.init(view, promise.promise.level, ContractNode(root: contract.document.root))
  }

  private init(_ view: SchemaView, _ level: Level, _ root: ContractNode) {
    self.view = view
    self.level = level
    self.root = root
  }

  var pointer: JSONPointer { view.pointer }

  /// The level written at this place, not an inherited one.
  var ownLevel: Level? { view.ownLevel.flatMap(Level.init(rawValue:)) }

  /// A schema written inside this one.
  func inner(_ schema: SchemaView) -> SchemaPart {
    SchemaPart(schema, schema.ownLevel.flatMap(Level.init(rawValue:)) ?? level, root)
  }

  /// A schema this one refers to, which weighs what is said where it stands.
  private func referred(_ schema: SchemaView) -> SchemaPart {
    let own = schema.ownLevel.flatMap(Level.init(rawValue:))
    let isShared = schema.pointer.tokens.count == 2 && schema.pointer.tokens[0] == "$defs"
    let around = isShared || own != nil ? nil : root.descendant(schema.pointer)?.level
    return SchemaPart(schema, own ?? around ?? .must, root)
  }

  /// The schemas the keyword `name` holds.
  func children(of name: String) -> [SchemaPart] { view.children(of: name).map { inner($0.schema) } }

  /// The schemas that hold for the same value whatever it is, as written: those referred to, and those of `allOf`.
  var conjuncts: [SchemaPart] {
    view.targets.map(referred) + view.children.filter { $0.role == .conjunct }.map { inner($0.schema) }
  }

  /// This schema and all that hold for the same value whatever it is, each once.
  var sameValue: [SchemaPart] {
    var found: [SchemaPart] = []
    var seen: Set<JSONPointer> = []
    var pending = [self]
    while let next = pending.popLast() {
      guard next.view.value.kind == .object, seen.insert(next.pointer).inserted else { continue }
      found.append(next)
      pending += next.conjuncts
    }
    return found
  }

  /// True if every value matches the schema: `true`, or one that only describes.
  var allowsAnything: Bool {
    view.boolean == true || view.boolean == nil && view.keywords.allSatisfy { !view.constrains(by: $0) }
  }
}

extension SchemaView.Keyword {
  /// True if the keyword can promise anything. Names, comments and descriptions (JSON Schema core section 8, validation
  /// section 9.1), definitions, Assay's `source` and keywords that begin with `x-` cannot.
  var promises: Bool {
    kind != .identifier && kind != .definitions && !Self.descriptions.contains(name) && !name.hasPrefix("x-")
  }

  private static let descriptions: Set<String> = ["title", "description", "examples", "example", "source", "message"]
}

/// The text of a schema with what its references lead to, the same for two schemas that say the same the same way.
///
/// For keywords that are only asked whether they changed: a reference written as before may lead to what is not. Each
/// target is written once, so that schemas that hold themselves come to an end and texts stay as long as the contract.
struct ResolvedSchemaText {
  /// The targets written, and when.
  private var visited: [JSONPointer: Int] = [:]
  /// The places of the targets in the schemas' own document.
  private(set) var followed: [JSONPointer] = []
  private var depth = 0
  private static let deepest = 128

  /// The text of what `keyword` of `schema` says.
  mutating func text(of keyword: SchemaView.Keyword, in schema: SchemaView) -> String {
    if keyword.kind == .reference { return reference(keyword, in: schema) }
    let children = schema.children(of: keyword.name)
    if let only = children.first, only.schema.pointer == keyword.pointer { return text(of: only.schema) }
    if keyword.value.kind == .array, !children.isEmpty {
      return "[" + children.map { text(of: $0.schema) }.joined(separator: ",") + "]"
    }
    if !children.isEmpty {
      let entries = children.map { ($0.schema.pointer.tokens.last ?? "", $0.schema) }.sorted { $0.0 < $1.0 }
      return "{" + entries.map { "\($0.debugDescription):\(text(of: $1))" }.joined(separator: ",") + "}"
    }
    if ["required", "enum", "type"].contains(keyword.name) {
      let texts = keyword.value.kind == .array ? keyword.value.items.map(\.normalText) : [keyword.value.normalText]
      return "[" + texts.sorted().joined(separator: ",") + "]"
    }
    return keyword.value.normalText
  }

  private mutating func text(of schema: SchemaView) -> String {
    guard schema.value.kind == .object, depth < Self.deepest else { return schema.value.normalText }
    depth += 1
    defer { depth -= 1 }
    let keywords = schema.keywords.filter { $0.promises && (schema.constrains(by: $0) || $0.name == "level") }
    // A reference alone is what it leads to.
    if keywords.count == 1, let only = keywords.first, only.name == "$ref" { return reference(only, in: schema) }
    let members = keywords.sorted { $0.name < $1.name }.map {
      "\($0.name.debugDescription):\(text(of: $0, in: schema))"
    }
    return members.isEmpty ? "true" : "{" + members.joined(separator: ",") + "}"
  }

  private mutating func reference(_ keyword: SchemaView.Keyword, in schema: SchemaView) -> String {
    guard let target = schema.target(of: keyword.name) else { return keyword.value.canonicalText }
    if let number = visited[target.pointer] { return "#\(number)" }
    visited[target.pointer] = visited.count
    if target.isInOwnDocument { followed.append(target.pointer) }
    return text(of: target)
  }
}

extension ChangeLog {
  mutating func note(_ breaks: Parties, _ subject: String, _ message: String, _ old: SchemaPart, _ new: SchemaPart) {
    note(breaks, subject, message, Places(old: old.pointer, new: new.pointer))
  }
}
