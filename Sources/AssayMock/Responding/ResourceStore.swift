import AssayJSON

/// All resources of a mock by their kind, oldest first; past a bound the oldest are forgotten.
struct ResourceStore: Sendable {
  private struct Shelf: Sendable {
    var resources: [String: MockResource] = [:]
    /// The keys, oldest first.
    var order: [String] = []
    /// Other keys resources are known under, each with those resources' own, the newest last.
    var aliases: [String: [String]] = [:]
    var count = 0
  }

  private var shelves: [String: Shelf] = [:]
  private let limit: Int

  init(limit: Int = 1_000) {
    self.limit = limit
  }

  /// The number the next resource of `kind` gets.
  func nextNumber(of kind: String) -> Int { (shelves[kind]?.count ?? 0) + 1 }

  /// Keeps `resource` under its key, in place of one that has it already.
  mutating func insert(_ resource: MockResource, kind: String) {
    var shelf = shelves[kind] ?? Shelf()
    if shelf.resources.updateValue(resource, forKey: resource.key) == nil { shelf.order.append(resource.key) }
    shelf.count = max(shelf.count, resource.number)
    // Forgotten in batches, so that a long run does not move the array for each new resource.
    if shelf.order.count > limit + limit / 4 {
      let forgotten = Set(shelf.order.prefix(shelf.order.count - limit))
      shelf.order.removeFirst(forgotten.count)
      for key in forgotten { shelf.resources[key] = nil }
      shelf.aliases = shelf.aliases.mapValues { $0.filter { !forgotten.contains($0) } }.filter { !$0.value.isEmpty }
    }
    shelves[kind] = shelf
  }

  mutating func addAlias(_ alias: String, of key: String, kind: String) {
    guard alias != key else { return }
    shelves[kind]?.aliases[alias, default: []].append(key)
  }

  func isAlias(_ text: String) -> Bool { shelves.values.contains { $0.aliases[text] != nil } }

  /// The resource of `kind` under `key` or an alias, seen as a client that uses this key sees it.
  func resource(_ kind: String, _ key: String) -> MockResource? {
    guard let shelf = shelves[kind] else { return nil }
    return shelf.resources[key] ?? shelf.aliases[key]?.last.flatMap { shelf.resources[$0] }?.renamed(key)
  }

  /// Keeps the variables of `resource`, which was found under `key`. Under an alias that several resources go by none are
  /// kept: what one client sets must not come to another, whom a fault gave the same key.
  mutating func update(_ resource: MockResource, foundUnder key: String, kind: String) {
    if shelves[kind]?.resources[key] != nil {
      shelves[kind]?.resources[key] = resource
    } else if let owners = shelves[kind]?.aliases[key], owners.count == 1, let owner = owners.first {
      shelves[kind]?.resources[owner]?.takeVariables(of: resource)
    }
  }

  /// All resources of each kind in `kinds`, as templates see them.
  func json(of kinds: [String]) -> JSONValue {
    .object(
      kinds.map { kind in
        let shelf = shelves[kind]
        return (kind, .array((shelf?.order ?? []).compactMap { shelf?.resources[$0]?.json }))
      }
    )
  }
}
