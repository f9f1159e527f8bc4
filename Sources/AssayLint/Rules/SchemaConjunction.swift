import AssayContract
import AssayJSON
import AssaySchema

/// The keywords that all apply to one value: those of a schema, of its references' targets, and of its `allOf`.
struct SchemaConjunction {
  /// A contradiction between keywords, which no value can satisfy together.
  struct Contradiction {
    /// The keyword of the schema itself that takes part in the contradiction, if there is one.
    var keyword: String?
    var message: String
  }

  let schema: SchemaView
  let value: ValueSchema
  /// The number of members between the examined value and this one.
  private var depth = 0

  /// The maximum depth of members that are followed, so that recursive schemas end.
  private static let depthLimit = 6
  /// The most schemas for one value that are compared.
  static let most = 100

  /// Combines `schemas`, which all apply to one value; contradictions are reported at the last one. Returns `nil` if
  /// the list is empty.
  init?(of schemas: [SchemaView]) {
    guard let last = schemas.last else { return nil }
    schema = last
    value = ValueSchema(schemas, reach: .firstOfAlways(Self.most))
  }

  var contradiction: Contradiction? {
    negation ?? types ?? values ?? numbers ?? counts ?? members ?? branches
  }

  // MARK: Kinds of contradiction

  private var negation: Contradiction? {
    guard let not = schema["not"], not.bool == true || (not.kind == .object && not.count == 0) else { return nil }
    return Contradiction(keyword: "not", message: "`not` refuses everything")
  }

  private var types: Contradiction? {
    guard value.sharedTypes.isEmpty else { return nil }
    let lists = value.parts.compactMap { $0.types?.names.sorted().joined(separator: " or ") }
    return Contradiction(keyword: "type", message: "nothing is at once \(lists.joined(separator: " and "))")
  }

  private var values: Contradiction? {
    let lists = value.lists
    guard let first = lists.first else { return nil }
    let shared = first.filter { value in lists.dropFirst().allSatisfy { $0.contains(value) } }
    if shared.isEmpty {
      return Contradiction(keyword: schema["const"] != nil ? "const" : "enum", message: "no value is in every list")
    }
    let types = value.sharedTypes
    if shared.contains(where: { types.contains(JSONTypes(of: $0)) }) { return nil }
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
      if let least = value.greatest(minimum)?.int, let most = value.least(maximum)?.int, least > most {
        return Contradiction(keyword: minimum, message: "at least \(least) \(noun) and at most \(most)")
      }
    }
    return nil
  }

  private var members: Contradiction? {
    let required = Set(value.required).sorted()
    if let most = value.least("maxProperties")?.int, required.count > most {
      return Contradiction(keyword: "required", message: "\(required.count) members are required, \(most) allowed")
    }
    if required.isEmpty { return nil }
    let described = value.parts.map { (part: $0, members: Self.members(of: $0)) }
    for name in required where described.contains(where: { Self.forbids($0.part, $0.members[name]?.first) }) {
      return Contradiction(keyword: "required", message: "`\(name)` is required and forbidden")
    }
    return required.lazy.compactMap { name in
      memberContradiction(name, described.flatMap { $0.members[name] ?? [] })
    }.first
  }

  /// Returns the subschemas of `properties`, by member name.
  private static func members(of schema: SchemaView) -> [String: [SchemaView]] {
    schema.children.reduce(into: [:]) { members, child in
      if case .member(let name) = child.role { members[name, default: []].append(child.schema) }
    }
  }

  /// Returns the contradiction between several schemas that describe the same required member; `nil` if none exists.
  private func memberContradiction(_ name: String, _ described: [SchemaView]) -> Contradiction? {
    guard described.count > 1, depth < Self.depthLimit, var member = SchemaConjunction(of: described) else {
      return nil
    }
    member.depth = depth + 1
    return member.contradiction.map { Contradiction(keyword: "properties", message: "of `\(name)`, \($0.message)") }
  }

  /// The contradiction if no branch of `anyOf` or `oneOf` allows a type that the other keywords allow; otherwise `nil`.
  private var branches: Contradiction? {
    let outer = value.sharedTypes
    for keyword in ["anyOf", "oneOf"] {
      let alternatives = schema.children(of: keyword).map(\.schema)
      guard !alternatives.isEmpty else { continue }
      let fits = alternatives.contains { branch in
        branch.boolean != false
          && !ValueSchema(branch, reach: .firstOfAlways(Self.most)).sharedTypes.isDisjoint(with: outer)
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
    value.parts.flatMap { part in
      [(inclusive, false), (exclusive, true)].compactMap { keyword, isExclusive in
        part[keyword]?.number.map { Bound(keyword: keyword, number: $0, isExclusive: isExclusive) }
      }
    }
  }

  /// Returns true if `schema` forbids a member whatever its value is; `property` is the schema that it has for the
  /// member, if any.
  private static func forbids(_ schema: SchemaView, _ property: SchemaView?) -> Bool {
    if let property { return property.boolean == false }
    return schema["additionalProperties"]?.bool == false && schema["patternProperties"] == nil
  }
}
