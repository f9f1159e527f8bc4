import AssayContract
import AssayFindings
import AssayJSON

/// What a schema says about one value, whichever way it is written: `$ref` and `allOf` resolved.
struct SchemaFacts {
  let parts: [ContractNode]
  /// Whether the schema `false` is among them, which allows no value.
  let allowsNothing: Bool
  private let schemas: ContractSchemas

  init(_ nodes: [ContractNode], schemas: ContractSchemas) {
    var seen: Set<JSONPointer> = []
    let parts = nodes.flatMap { schemas.sameValue($0, branches: false) }.filter { seen.insert($0.pointer).inserted }
    let further = parts.flatMap { $0.list("allOf") + [schemas.target(of: $0)].compactMap(\.self) }
    self.init(parts: parts, allowsNothing: (nodes + further).contains { $0.value.bool == false }, schemas: schemas)
  }

  private init(parts: [ContractNode], allowsNothing: Bool, schemas: ContractSchemas) {
    self.parts = parts
    self.allowsNothing = allowsNothing
    self.schemas = schemas
  }

  /// What is said at `level` or above it.
  func said(at level: Level) -> SchemaFacts {
    SchemaFacts(parts: parts.filter { $0.level >= level }, allowsNothing: allowsNothing, schemas: schemas)
  }

  /// The keywords that promise something, apart from those that only bring schemas together.
  var keywords: Set<String> {
    Set(parts.flatMap { $0.value.members.map(\.key) }).subtracting(ResolvedSchemaText.annotations)
      .subtracting(["allOf", "level"])
  }

  /// The schemas that say `keyword`.
  func parts(saying keyword: String) -> [ContractNode] { parts.filter { $0.value[keyword] != nil } }

  /// The types all parts allow; all of them where none says any.
  var types: JSONTypes {
    parts.reduce(into: .all) { types, part in
      guard let type = part.value["type"] else { return }
      let names = type.string.map { [$0] } ?? type.items.compactMap(\.string)
      types.formIntersection(names.reduce(into: []) { $0.formUnion(JSONTypes(named: $1)) })
    }
  }

  /// The values all lists hold, with the first place that lists some; `nil` where no part does.
  var list: (values: [JSONValue], place: ContractNode)? {
    let lists = parts.flatMap { part in
      [part["const"].map { ([$0.value], $0) }, part["enum"].map { (Array($0.value.items), $0) }].compactMap(\.self)
    }
    guard let first = lists.first else { return nil }
    let values = first.0.filter { value in lists.allSatisfy { $0.0.contains(value) } }
    return (values, first.1)
  }

  /// The tightest of the bounds `keyword` sets, with the place that sets it.
  func bound(_ keyword: String, isMinimum: Bool) -> (number: JSONNumber, place: ContractNode)? {
    let bounds = parts.compactMap { part in
      part[keyword].flatMap { node in node.value.number.map { (number: $0, place: node) } }
    }
    return bounds.reduce(nil) { best, bound in
      guard let best else { return bound }
      return isMinimum == (bound.number > best.number) ? bound : best
    }
  }

  /// The members that have to be there, with the parts that say so.
  var required: [String: ContractNode] {
    parts.reduce(into: [:]) { required, part in
      for name in part.value["required"]?.items.compactMap(\.string) ?? [] {
        if let other = required[name], other.level >= part.level { continue }
        required[name] = part
      }
    }
  }

  /// Whether members that are not described are held to anything.
  var isClosed: Bool { !further("additionalProperties").isEmpty || !further("unevaluatedProperties").isEmpty }

  /// The schemas under `keyword` for what no other keyword speaks of, apart from those that allow anything.
  func further(_ keyword: String) -> [ContractNode] {
    parts.compactMap { $0[keyword] }.filter { !Self.allowsAnything($0.value) }
  }

  private static func allowsAnything(_ schema: JSONValue) -> Bool {
    schema.bool == true
      || schema.kind == .object && schema.members.allSatisfy { ResolvedSchemaText.annotations.contains($0.key) }
  }

  /// The members described, in order, each by all that describe it.
  var properties: [(name: String, nodes: [ContractNode])] {
    var order: [String] = []
    var nodes: [String: [ContractNode]] = [:]
    for property in parts.flatMap({ $0.table("properties") }) {
      if nodes[property.name] == nil { order.append(property.name) }
      nodes[property.name, default: []].append(property)
    }
    return order.map { ($0, nodes[$0] ?? []) }
  }

  /// Where members are described; `otherwise` where none is.
  func memberPlace(_ otherwise: ContractNode) -> ContractNode { parts(saying: "properties").first ?? otherwise }

  /// What stands under `keyword` with its references followed, and as it is written, apart from what asks nothing.
  func statements(_ keyword: String) -> [Statement] {
    parts.compactMap { part in
      guard let place = part[keyword] else { return nil }
      let isSchema = ["unevaluatedProperties", "unevaluatedItems", "propertyNames"].contains(keyword)
      if isSchema, Self.allowsAnything(place.value) { return nil }
      if keyword == "uniqueItems", place.value.bool == false { return nil }
      // What can be followed is among the parts.
      if keyword == "$ref", schemas.target(of: part) != nil { return nil }
      var writer = ResolvedSchemaText(schemas: schemas)
      let resolved = writer.text(of: keyword, in: part) ?? ""
      return Statement(resolved: resolved, text: place.value.canonicalText, place: place)
    }
  }

  /// One keyword in one place.
  struct Statement {
    var resolved: String
    var text: String
    var place: ContractNode
  }
}
