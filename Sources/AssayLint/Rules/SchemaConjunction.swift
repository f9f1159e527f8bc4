import AssayContract
import AssayJSON

/// The keywords that all hold for one value: those of a schema, of what it refers to, and of its `allOf`.
struct SchemaConjunction {
  /// Two keywords no value keeps at once.
  struct Contradiction {
    /// The keyword of the schema itself that shows it.
    var keyword: String?
    var message: String
  }

  let node: ContractNode
  let parts: [ContractNode]
  let schemas: ContractSchemas
  /// How many members deep the value is inside the one that is asked about.
  private var depth = 0

  /// Members are followed this deep, so that schemas that hold themselves come to an end.
  private static let depthLimit = 6

  /// All that holds for one value of which every schema in `nodes` is promised; contradictions are shown at the last one.
  init?(of nodes: [ContractNode], schemas: ContractSchemas) {
    guard let last = nodes.last else { return nil }
    node = last
    parts = nodes.flatMap { schemas.sameValue($0, branches: false) }
    self.schemas = schemas
  }

  var contradiction: Contradiction? {
    negation ?? types ?? values ?? numbers ?? counts ?? members ?? branches
  }

  /// The values of `enum` or `const`; `nil` where neither stands.
  var listedValues: [JSONValue]? { parts.lazy.compactMap(Self.listedValues).first }

  private static func listedValues(_ part: ContractNode) -> [JSONValue]? {
    part.value["const"].map { [$0] } ?? part.value["enum"].map { Array($0.items) }
  }

  // MARK: Kinds of contradiction

  private var negation: Contradiction? {
    guard let not = node.value["not"], not.bool == true || (not.kind == .object && not.count == 0) else { return nil }
    return Contradiction(keyword: "not", message: "`not` refuses everything")
  }

  private var types: Contradiction? {
    guard Self.allowedTypes(parts).isEmpty else { return nil }
    let lists = parts.compactMap { $0.value["type"].map(Self.typeNames)?.sorted().joined(separator: " or ") }
    return Contradiction(keyword: "type", message: "nothing is at once \(lists.joined(separator: " and "))")
  }

  private var values: Contradiction? {
    let lists = parts.compactMap(Self.listedValues)
    guard let first = lists.first else { return nil }
    let shared = first.filter { value in lists.dropFirst().allSatisfy { $0.contains(value) } }
    if shared.isEmpty {
      return Contradiction(keyword: node.value["const"] != nil ? "const" : "enum", message: "no value is in every list")
    }
    let types = Self.allowedTypes(parts)
    if shared.contains(where: { types.contains(Self.typeName($0)) }) { return nil }
    return Contradiction(keyword: "type", message: "no value listed is of a type that is allowed")
  }

  private var numbers: Contradiction? {
    let lower = bounds("minimum", "exclusiveMinimum").max {
      ($0.number, $0.isExclusive ? 1 : 0) < ($1.number, $1.isExclusive ? 1 : 0)
    }
    let upper = bounds("maximum", "exclusiveMaximum").min {
      ($0.number, $0.isExclusive ? 0 : 1) < ($1.number, $1.isExclusive ? 0 : 1)
    }
    guard let lower, let upper,
      upper.number < lower.number || (upper.number == lower.number && (lower.isExclusive || upper.isExclusive))
    else { return nil }
    let least = lower.isExclusive ? "above" : "at least"
    let most = upper.isExclusive ? "below" : "at most"
    return Contradiction(
      keyword: lower.keyword,
      message: "no number is \(least) \(lower.number.text) and \(most) \(upper.number.text)"
    )
  }

  private var counts: Contradiction? {
    let pairs = [
      ("minLength", "maxLength", "characters"), ("minItems", "maxItems", "items"),
      ("minProperties", "maxProperties", "members"), ("minContains", "maxContains", "matching items"),
    ]
    for (minimum, maximum, noun) in pairs {
      let least = parts.compactMap { $0.value[minimum]?.int }.max()
      let most = parts.compactMap { $0.value[maximum]?.int }.min()
      if let least, let most, least > most {
        return Contradiction(keyword: minimum, message: "at least \(least) \(noun) and at most \(most)")
      }
    }
    return nil
  }

  private var members: Contradiction? {
    let required = Set(parts.flatMap { $0.value["required"]?.items.compactMap(\.string) ?? [] }).sorted()
    if let most = parts.compactMap({ $0.value["maxProperties"]?.int }).min(), required.count > most {
      return Contradiction(keyword: "required", message: "\(required.count) members are required, \(most) allowed")
    }
    for name in required where parts.contains(where: { Self.forbids(name, $0.value) }) {
      return Contradiction(keyword: "required", message: "`\(name)` is required and forbidden")
    }
    return required.lazy.compactMap { memberContradiction($0) }.first
  }

  /// What several schemas say of one member that has to be there.
  private func memberContradiction(_ name: String) -> Contradiction? {
    let described = parts.compactMap { $0["properties"]?.descendant(JSONPointer(tokens: [name])) }
    guard described.count > 1, depth < Self.depthLimit,
      var member = SchemaConjunction(of: described, schemas: schemas)
    else { return nil }
    member.depth = depth + 1
    return member.contradiction.map { Contradiction(keyword: "properties", message: "of `\(name)`, \($0.message)") }
  }

  /// Alternatives none of which has a type the rest allows.
  private var branches: Contradiction? {
    let outer = Self.allowedTypes(parts)
    for keyword in ["anyOf", "oneOf"] {
      let alternatives = node.list(keyword)
      guard !alternatives.isEmpty else { continue }
      let fits = alternatives.contains { branch in
        branch.value.bool != false
          && !Self.allowedTypes(schemas.sameValue(branch, branches: false)).isDisjoint(with: outer)
      }
      if !fits {
        return Contradiction(keyword: keyword, message: "no branch of `\(keyword)` has a type the rest allows")
      }
    }
    return nil
  }

  // MARK: Reading keywords

  private struct Bound {
    var keyword: String
    var number: JSONNumber
    var isExclusive: Bool
  }

  private func bounds(_ inclusive: String, _ exclusive: String) -> [Bound] {
    parts.flatMap { part in
      [(inclusive, false), (exclusive, true)].compactMap { keyword, isExclusive in
        part.value[keyword]?.number.map { Bound(keyword: keyword, number: $0, isExclusive: isExclusive) }
      }
    }
  }

  private static let allTypes: Set<String> = ["null", "boolean", "object", "array", "string", "integer", "fraction"]

  /// The types all of `parts` allow; a number is an integer or has a fraction.
  private static func allowedTypes(_ parts: [ContractNode]) -> Set<String> {
    parts.reduce(allTypes) { types, part in
      guard let type = part.value["type"] else { return types }
      var allowed = Set(typeNames(type))
      if allowed.remove("number") != nil { allowed.formUnion(["integer", "fraction"]) }
      return types.intersection(allowed)
    }
  }

  private static func typeName(_ value: JSONValue) -> String {
    guard let number = value.number else { return value.kind.typeName }
    return number.isInteger ? "integer" : "fraction"
  }

  private static func typeNames(_ type: JSONValue) -> [String] {
    type.string.map { [$0] } ?? type.items.compactMap(\.string)
  }

  /// Whether an object with the member `name` breaks `schema` whatever the member's value.
  private static func forbids(_ name: String, _ schema: JSONValue) -> Bool {
    if let property = schema["properties"]?[name] { return property.bool == false }
    return schema["additionalProperties"]?.bool == false && schema["patternProperties"] == nil
  }
}
