import AssayContract
import AssayFindings
import AssayJSON
import AssaySchema

/// A schema as written, with the level that applies at its place.
struct SchemaPart {
  let view: SchemaView
  let level: Level
  private let root: ContractNode

  /// Makes the schema of `promise`; returns `nil` if the contract's schemas cannot be read.
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

  /// Returns the part for `schema`, which is written inside this schema and inherits its level.
  func inner(_ schema: SchemaView) -> SchemaPart {
    SchemaPart(schema, schema.ownLevel.flatMap(Level.init(rawValue:)) ?? level, root)
  }

  /// Returns a schema that this one refers to; its level is that of its own place.
  private func referred(_ schema: SchemaView) -> SchemaPart {
    let own = schema.ownLevel.flatMap(Level.init(rawValue:))
    let isShared = schema.pointer.tokens.count == 2 && schema.pointer.tokens[0] == "$defs"
    let around = isShared || own != nil ? nil : root.descendant(schema.pointer)?.level
    return SchemaPart(schema, own ?? around ?? .must, root)
  }

  /// Returns the schemas that are the value of the keyword `name`, or are inside that value.
  func children(of name: String) -> [SchemaPart] { view.children(of: name).map { inner($0.schema) } }

  /// The schemas that always apply to the same value: the targets of references, and those of `allOf`.
  var conjuncts: [SchemaPart] {
    view.targets.map(referred) + view.children.filter { $0.role == .conjunct }.map { inner($0.schema) }
  }

  /// This schema and all that always apply to the same value, each once.
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

  /// True if every value matches the schema: `true`, or a schema with annotations only.
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

/// The text of a schema including the targets of its references; it is equal for schemas with equal content.
///
/// It is for keywords that are only checked for changes: an unchanged reference may have a changed target. Each target
/// is written once, so that recursive schemas end and texts are no longer than the contract.
struct ResolvedSchemaText {
  /// The places of the reference targets that were already written, each with its number in the text.
  private var visited: [JSONPointer: Int] = [:]
  /// The places of the targets in the schemas' own document.
  private(set) var followed: [JSONPointer] = []
  private var depth = 0
  private static let deepest = 128

  /// Returns the text of the value of `keyword` in `schema`.
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
    return keyword.normalText
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
    guard let target = schema.target(of: keyword.name) else { return keyword.normalText }
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
