import AssayContract
import AssayFindings
import AssayJSON

/// The comparison of both contracts as plain JSON. It finds the differences in parts that no comparison of promises
/// covered.
struct Classification {
  /// A difference between both contracts in parts that no comparison of promises covered.
  struct Difference {
    var places: Places
    var before: JSONValue?
    var now: JSONValue?
    /// True if the difference is in a definition that nothing refers to.
    var isUnused: Bool
  }

  /// Two values at corresponding places, with their places in both contracts.
  private struct Pair {
    var places: Places
    var before: JSONValue?
    var now: JSONValue?
    /// True if the values are tables: objects whose keys are names and not keys of the format.
    var isTable = false
    /// True if the values belong to a compared part or to a definition to which such a part refers. False in
    /// definitions to which no reference was found yet.
    var isReached = true

    func member(_ name: String, isTable: Bool = false) -> Pair {
      Pair(
        places: places.inside(name),
        before: before?[name],
        now: now?[name],
        isTable: isTable,
        isReached: isReached && name != "$defs"
      )
    }

    /// The member names of both values: those of the old value first, then those that only the new one has.
    var names: [String] {
      let known = before?.members.map(\.key) ?? []
      let exact = Set(known.map(ExactText.init))
      return known + (now?.members.map(\.key) ?? []).filter { !exact.contains(ExactText($0)) }
    }
  }

  private(set) var differences: [Difference] = []
  private let claims: (old: Claims, new: Claims)
  /// The places that were compared or reported, and those that contain one.
  private let known: (old: Set<JSONPointer>, new: Set<JSONPointer>)
  /// The definitions to which parts refer that were removed, added, or compared as a whole.
  private var followed: (old: Set<ExactText>, new: Set<ExactText>) = ([], [])

  init(_ old: JSONValue, _ new: JSONValue, _ log: ChangeLog) {
    claims = log.claims
    let noted = log.places
    known = (
      log.claims.old.places.union(JSONPointer.surroundings(of: noted.old)),
      log.claims.new.places.union(JSONPointer.surroundings(of: noted.new))
    )
    let whole = Pair(places: Places(old: JSONPointer(), new: JSONPointer()), before: old, now: new)
    for name in whole.names where name != "$defs" && !SilentPart.contains(name, isTop: true) {
      compareMember(name, of: whole)
    }
    let definitions = whole.member("$defs", isTable: true)
    Self.close(&followed.old, in: definitions.before)
    Self.close(&followed.new, in: definitions.now)
    for name in definitions.names where !isFollowed(name) || isKnown(definitions.member(name)) {
      compare(definitions.member(name))
    }
  }

  private mutating func compare(_ pair: Pair) {
    guard pair.before != pair.now else { return }
    if claims.old.holdsWhole(pair.places.old) || claims.new.holdsWhole(pair.places.new) { return follow(pair) }
    var pair = pair
    if isSchema(pair) { pair.isReached = true }
    switch (pair.before?.kind, pair.now?.kind) {
    case (.object, .object): compareMembers(of: pair)
    // One that is new or gone is made of members that are.
    case (nil, .object) where pair.isTable, (.object, nil) where pair.isTable: compareMembers(of: pair)
    case (.array, .array):
      for item in Self.aligned(pair) { compare(item) }
    default:
      if isKnown(pair) { return follow(pair) }
      differences.append(
        Difference(places: pair.places, before: pair.before, now: pair.now, isUnused: !pair.isReached)
      )
    }
  }

  private mutating func compareMembers(of pair: Pair) {
    for name in pair.names where pair.isTable || !SilentPart.contains(name, isTop: false) {
      compareMember(name, of: pair)
    }
  }

  private mutating func compareMember(_ name: String, of pair: Pair) {
    let isTable = !pair.isTable && Self.tables.contains(name)
    let member = pair.member(name, isTable: isTable)
    guard member.before != member.now else { return }
    let isClaimed = claims.old.holds(name, of: pair.places.old) || claims.new.holds(name, of: pair.places.new)
    // Of the keywords of a schema, those that hold schemas which are compared on their own are looked into.
    let isKeyword = !pair.isTable && isSchema(pair) && !isLookedInto(member, name)
    if isClaimed || isKeyword { return follow(member) }
    compare(member)
  }

  private func isLookedInto(_ member: Pair, _ keyword: String) -> Bool {
    switch keyword {
    case "items", "additionalProperties": member.before?.kind == member.now?.kind
    default: Self.containers.contains(keyword)
    }
  }

  private func isSchema(_ pair: Pair) -> Bool {
    claims.old.holdsSchema(pair.places.old) || claims.new.holdsSchema(pair.places.new)
  }

  private func isKnown(_ pair: Pair) -> Bool {
    pair.before != nil && known.old.contains(pair.places.old) || pair.now != nil && known.new.contains(pair.places.new)
  }

  private static let containers: Set<String> = ["allOf", "anyOf", "oneOf", "prefixItems", "properties", "$defs"]

  /// The keys of the format whose values are tables: objects whose keys are names.
  private static let tables: Set<String> = [
    "servers", "variables", "securitySchemes", "groups", "operations", "scenarios", "parameters", "query", "headers",
    "multipart", "responses", "alternatives", "states", "events", "outputs", "properties", "$defs",
  ]
}

extension Classification {
  /// Returns the items of two lists in pairs: equal items and those of the same name together, the others in order.
  private static func aligned(_ pair: Pair) -> [Pair] {
    let (olds, news) = (Array(pair.before?.items.map(\.self) ?? []), Array(pair.now?.items.map(\.self) ?? []))
    var partners: [Int: Int] = [:]
    var left = Array(news.indices)
    func match(_ key: (JSONValue) -> JSONValue?) {
      var places: [JSONValue: [Int]] = [:]
      for index in left.reversed() {
        if let key = key(news[index]) { places[key, default: []].append(index) }
      }
      for index in olds.indices where partners[index] == nil {
        if let key = key(olds[index]), let place = places[key]?.popLast() { partners[index] = place }
      }
      let taken = Set(partners.values)
      left.removeAll(where: taken.contains)
    }
    match { $0 }
    match { $0["stepId"] ?? $0["name"] ?? $0["operation"] }
    for index in olds.indices where partners[index] == nil && !left.isEmpty { partners[index] = left.removeFirst() }
    func item(_ old: Int?, _ new: Int?) -> Pair {
      Pair(
        places: Places(
          old: old.map(pair.places.old.appending) ?? pair.places.old,
          new: new.map(pair.places.new.appending) ?? pair.places.new
        ),
        before: old.map { olds[$0] },
        now: new.map { news[$0] },
        isReached: pair.isReached
      )
    }
    return olds.indices.map { item($0, partners[$0]) } + left.map { item(nil, $0) }
  }

  /// Treats the definitions to which a reported difference refers as part of that difference, so that they are not
  /// reported again.
  private mutating func follow(_ pair: Pair) {
    if let before = pair.before { followed.old.formUnion(DefinitionReferences(in: before).names) }
    if let now = pair.now { followed.new.formUnion(DefinitionReferences(in: now).names) }
  }

  private func isFollowed(_ name: String) -> Bool {
    followed.old.contains(ExactText(name)) || followed.new.contains(ExactText(name))
  }

  /// Adds to `names` all definitions to which the named definitions refer, directly or indirectly.
  private static func close(_ names: inout Set<ExactText>, in definitions: JSONValue?) {
    var pending = Array(names)
    while let next = pending.popLast() {
      guard let definition = definitions?[next.text] else { continue }
      for name in DefinitionReferences(in: definition).names where names.insert(name).inserted { pending.append(name) }
    }
  }
}

extension ChangeLog {
  /// Reports each difference in parts that no comparison covered. Differences in a definition to which nothing refers
  /// are reported once.
  mutating func noteUnclassified() {
    var unused: Set<JSONPointer> = []
    for difference in Classification(old.document.root, new.document.root, self).differences {
      if difference.isUnused {
        noteUnused(difference, &unused)
        continue
      }
      let pointer = difference.now == nil ? difference.places.old : difference.places.new
      let (was, now) = (difference.before?.brief ?? "not said", difference.now?.brief ?? "not said")
      let message = "`\(pointer)` is \(now) now, was \(was); not classified"
      let places = Places(
        old: difference.before == nil ? difference.places.old.parent ?? pointer : difference.places.old,
        new: difference.now == nil ? difference.places.new.parent ?? pointer : difference.places.new
      )
      note([.clients, .backend], pointer.description, message, places)
    }
  }

  private mutating func noteUnused(_ difference: Classification.Difference, _ told: inout Set<JSONPointer>) {
    let pointer = difference.now == nil ? difference.places.old : difference.places.new
    let definition = pointer.definition
    guard told.insert(definition).inserted else { return }
    let name = definition.tokens.last ?? ""
    let (was, becomes) = (old.document.root[definition], new.document.root[definition])
    let change = was == nil ? "is new" : becomes == nil ? "is gone" : "says something else now"
    let places = Places(
      old: was == nil ? JSONPointer() : definition,
      new: becomes == nil ? JSONPointer() : definition
    )
    note([], "definition \(name)", "the definition \(change); it is not used", places)
  }
}

extension JSONPointer {
  /// The innermost schema definition under `$defs` that contains the place; the place itself if absent.
  fileprivate var definition: JSONPointer {
    guard let table = tokens.lastIndex(of: "$defs"), tokens.count > table + 1 else { return self }
    return JSONPointer(tokens: Array(tokens[...(table + 1)]))
  }
}
