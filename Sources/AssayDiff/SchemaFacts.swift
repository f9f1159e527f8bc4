import AssayContract
import AssayFindings
import AssayJSON
import AssaySchema

/// All statements of a schema about one value, with `$ref` and `allOf` resolved.
struct SchemaFacts {
  let parts: [SchemaPart]
  /// True if one of the schemas is `false`, which allows no value.
  let allowsNothing: Bool

  init(_ schemas: [SchemaPart]) {
    var seen: Set<JSONPointer> = []
    let parts = schemas.flatMap(\.sameValue).filter { seen.insert($0.pointer).inserted }
    let all = schemas + parts.flatMap(\.conjuncts)
    self.init(parts: parts, allowsNothing: all.contains { $0.view.boolean == false })
  }

  private init(parts: [SchemaPart], allowsNothing: Bool) {
    self.parts = parts
    self.allowsNothing = allowsNothing
  }

  /// Returns the facts from schemas whose level is at least `level`.
  func said(at level: Level) -> SchemaFacts {
    SchemaFacts(parts: parts.filter { $0.level >= level }, allowsNothing: allowsNothing)
  }

  /// The keywords that make promises, except those that only combine schemas.
  var keywords: Set<String> {
    Set(parts.flatMap { $0.view.keywords.filter(\.promises).map(\.name) }).subtracting(["allOf", "level"])
  }

  /// Returns the schemas for the value that contain `keyword`.
  func parts(saying keyword: String) -> [SchemaPart] { parts.filter { $0.view.keyword(keyword) != nil } }

  /// The types that all parts allow; all types if none specifies any.
  var types: JSONTypes {
    parts.reduce(into: .all) { $0.formIntersection($1.view.types ?? .all) }
  }

  /// The values in all lists, with the place of the first list; `nil` if no part lists values.
  var list: (values: [JSONValue], place: JSONPointer)? {
    let lists = parts.flatMap { part in
      [
        part.view.keyword("const").map { ([$0.value], $0.pointer) },
        part.view.keyword("enum").map { (Array($0.value.items), $0.pointer) },
      ].compactMap(\.self)
    }
    guard let first = lists.first else { return nil }
    let others = lists.dropFirst().map { Set($0.0) }
    let values = first.0.filter { value in others.allSatisfy { $0.contains(value) } }
    return (values, first.1)
  }

  /// Returns the strictest bound that `keyword` sets, with its place.
  func bound(_ keyword: String, isMinimum: Bool) -> (number: JSONNumber, place: JSONPointer)? {
    let bounds = parts.compactMap { part in
      part.view.keyword(keyword).flatMap { said in said.value.number.map { (number: $0, place: said.pointer) } }
    }
    return bounds.reduce(nil) { best, bound in
      guard let best else { return bound }
      return isMinimum == (bound.number > best.number) ? bound : best
    }
  }

  /// The names of the required members, each with the schema that requires it.
  var required: [String: SchemaPart] {
    parts.reduce(into: [:]) { required, part in
      for name in part.view["required"]?.items.compactMap(\.string) ?? [] {
        if let other = required[name], other.level >= part.level { continue }
        required[name] = part
      }
    }
  }

  /// True if additional members, those that the schema does not name, must match a schema.
  var isClosed: Bool { !further("additionalProperties").isEmpty || !further("unevaluatedProperties").isEmpty }

  /// True if all members that `properties` does not name are forbidden.
  var forbidsFurther: Bool {
    if !parts(saying: "patternProperties").isEmpty { return false }
    if further("additionalProperties").contains(where: { $0.view.boolean == false }) { return true }
    // What a branch describes is allowed.
    return Self.branching.allSatisfy { parts(saying: $0).isEmpty }
      && further("unevaluatedProperties").contains { $0.view.boolean == false }
  }

  private static let branching = ["anyOf", "oneOf", "if", "dependentSchemas"]

  /// Returns the schemas under `keyword`, such as `additionalProperties`, for values that no other keyword describes.
  /// Schemas that allow anything are left out.
  func further(_ keyword: String) -> [SchemaPart] { held(keyword).filter { !$0.allowsAnything } }

  /// Returns the schemas of `keyword` that allow anything but have annotations.
  func annotated(_ keyword: String) -> [SchemaPart] {
    held(keyword).filter { $0.allowsAnything && $0.view.boolean == nil }
  }

  private func held(_ keyword: String) -> [SchemaPart] {
    parts.flatMap { part in
      part.view.children(of: keyword).filter { child in
        if case .item = child.role { false } else { true }
      }.map { part.inner($0.schema) }
    }
  }

  /// The schemas under `prefixItems`, one for each item position, in order.
  var positions: [SchemaPart] {
    parts.flatMap { part in
      part.view.children.filter { child in
        if case .item = child.role { true } else { false }
      }.map { part.inner($0.schema) }
    }
  }

  /// The described members, in order, each with all schemas that describe it.
  var properties: [(name: String, schemas: [SchemaPart])] {
    var order: [String] = []
    var schemas: [ExactText: [SchemaPart]] = [:]
    for part in parts {
      for child in part.view.children {
        guard case .member(let name) = child.role else { continue }
        if schemas[name] == nil { order.append(name) }
        schemas[ExactText(name), default: []].append(part.inner(child.schema))
      }
    }
    return order.map { ($0, schemas[$0] ?? []) }
  }

  /// Returns the first schema with `properties`, where a change of members is reported; `otherwise` if absent.
  func memberPlace(_ otherwise: SchemaPart) -> SchemaPart { parts(saying: "properties").first ?? otherwise }

  /// Returns the values of `keyword` in all schemas for the value, as written and with references resolved. Values that
  /// require nothing are left out.
  func statements(_ keyword: String) -> [Statement] {
    parts.compactMap { part in
      guard let said = part.view.keyword(keyword) else { return nil }
      let children = part.children(of: keyword)
      if let only = children.first, only.pointer == said.pointer, only.allowsAnything,
        ["unevaluatedProperties", "unevaluatedItems", "propertyNames"].contains(keyword)
      {
        return nil
      }
      if part.view.alwaysHolds(said) { return nil }
      // What can be followed is among the parts.
      if said.kind == .reference, part.view.target(of: keyword) != nil { return nil }
      var writer = ResolvedSchemaText()
      return Statement(
        resolved: writer.text(of: said, in: part.view),
        text: said.value.canonicalText,
        place: said.pointer,
        isAnnotation: part.view.isAnnotation(said),
        followed: writer.followed
      )
    }
  }

  /// The value of a keyword in one of the schemas, as comparable text.
  struct Statement {
    var resolved: String
    var text: String
    var place: JSONPointer
    /// True if the keyword is an annotation, which requires nothing.
    var isAnnotation: Bool
    /// The places of the schemas to which the value refers; their content is part of the statement.
    var followed: [JSONPointer]
  }
}
