import AssayJSON
import AssayText

/// The resources of a mock by kind, oldest first; the oldest are dropped when a limit is exceeded.
struct ResourceStore: Sendable {
  private struct Shelf: Sendable {
    var resources: [String: MockResource] = [:]
    /// The keys of the resources of this kind, the oldest first.
    var order: [String] = []
    /// Additional keys by which clients know resources. Each has the keys of the resources it refers to, the newest
    /// last.
    var aliases: [String: [String]] = [:]
    var count = 0
    /// The total size of the requests that made the resources, in bytes.
    var size = 0
  }

  private var shelves: [String: Shelf] = [:]
  private let limit: Int
  /// The maximum total size, in bytes, of the requests stored with the resources of one kind.
  private let sizeLimit: Int

  init(limit: Int = 1_000, sizeLimit: Int = 16 << 20) {
    self.limit = limit
    self.sizeLimit = sizeLimit
  }

  /// Returns the number, from 1, that the next new resource of `kind` gets.
  func nextNumber(of kind: String) -> Int { (shelves[kind]?.count ?? 0) + 1 }

  /// Stores `resource` under its key, replacing one with the same key.
  mutating func insert(_ resource: MockResource, kind: String) {
    var shelf = shelves[kind] ?? Shelf()
    let former = shelf.resources.updateValue(resource, forKey: resource.key)
    if former == nil { shelf.order.append(resource.key) }
    shelf.count = max(shelf.count, resource.number)
    shelf.size += resource.size - (former?.size ?? 0)
    // Forgotten in batches, so that a long run does not move the array for each new resource.
    var surplus = shelf.order.count > limit + limit / 4 ? shelf.order.count - limit : 0
    if shelf.size > sizeLimit {
      var size = shelf.size - shelf.order.prefix(surplus).reduce(0) { $0 + (shelf.resources[$1]?.size ?? 0) }
      // The newest stays, whatever it weighs.
      while size > sizeLimit / 2, surplus < shelf.order.count - 1 {
        size -= shelf.resources[shelf.order[surplus]]?.size ?? 0
        surplus += 1
      }
    }
    if surplus > 0 {
      let forgotten = Set(shelf.order.prefix(surplus))
      shelf.order.removeFirst(forgotten.count)
      for key in forgotten { shelf.size -= shelf.resources.removeValue(forKey: key)?.size ?? 0 }
      shelf.aliases = shelf.aliases.mapValues { $0.filter { !forgotten.contains($0) } }.filter { !$0.value.isEmpty }
    }
    shelves[kind] = shelf
  }

  mutating func addAlias(_ alias: String, of key: String, kind: String) {
    guard alias != key else { return }
    shelves[kind]?.aliases[alias, default: []].append(key)
  }

  /// Forgets the resource of `kind` that ``resource(_:_:)`` finds under `key`.
  mutating func remove(_ kind: String, _ key: String) {
    guard var shelf = shelves[kind] else { return }
    let name = shelf.resources[key] == nil ? shelf.aliases[key]?.last ?? key : key
    guard let former = shelf.resources.removeValue(forKey: name) else { return }
    shelf.order.removeAll { $0 == name }
    shelf.size -= former.size
    shelves[kind] = shelf
  }

  func isAlias(_ text: String) -> Bool { shelves.values.contains { $0.aliases[text] != nil } }

  /// Returns the resource of `kind` under `key` or an alias; under an alias, the resource has the alias as its key.
  func resource(_ kind: String, _ key: String) -> MockResource? {
    guard let shelf = shelves[kind] else { return nil }
    return shelf.resources[key] ?? shelf.aliases[key]?.last.flatMap { shelf.resources[$0] }?.renamed(key)
  }

  /// Stores the variables of `resource`, which was found under `key`. Under an alias shared by several resources none
  /// are stored: the values of one client must not reach another with the same key.
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

/// Something a call made, which later calls can name: a job, a session, a caption.
struct MockResource: Sendable {
  /// The key that the response which created the resource gave it.
  var key: String
  /// The resource's number among the resources of its kind, from 1, in the order of creation.
  let number: Int
  /// The size of the request that created the resource, in bytes.
  let size: Int
  private let request: JSONValue
  private(set) var response: JSONValue?
  private var variables: [(name: String, value: JSONValue)] = []
  /// The resource as one value, which templates read.
  private(set) var json = JSONValue.null

  init(key: String = "", number: Int, request: JSONValue, size: Int = 0) {
    self.key = key
    self.number = number
    self.size = size
    self.request = request
    compose()
  }

  mutating func set(_ new: [(name: String, value: JSONValue)]) {
    for (name, value) in new {
      if let index = variables.firstIndex(where: { $0.name == name }) {
        variables[index].value = value
      } else {
        variables.append((name, value))
      }
    }
    compose()
  }

  mutating func takeVariables(of other: MockResource) {
    variables = other.variables
    compose()
  }

  mutating func remember(response body: JSONValue?) {
    response = body
    compose()
  }

  /// Returns the resource with `alias` in place of its key in the response from which it was made: a fault gave a
  /// client this key instead of the intended one.
  func renamed(_ alias: String) -> MockResource {
    guard alias != key, !key.isEmpty, let renamed = response?.replacing(text: key, by: alias) else { return self }
    var resource = self
    resource.remember(response: renamed)
    return resource
  }

  private mutating func compose() {
    var members: [(String, JSONValue)] = [("number", .integer(number)), ("request", request)]
    if let response { members.append(("response", .object([("body", response)]))) }
    json = .object(members + variables.map { ($0.name, $0.value) })
  }
}

extension JSONValue {
  /// The value with every occurrence of `text` in its strings replaced.
  fileprivate func replacing(text: String, by replacement: String) -> JSONValue {
    switch kind {
    case .string: .string((string ?? "").replacing(text, with: replacement))
    case .array: .array(items.map { $0.replacing(text: text, by: replacement) })
    case .object: .object(members.map { ($0.key, $0.value.replacing(text: text, by: replacement)) })
    default: self
    }
  }
}

/// Counters of the responses about each resource; the oldest counters are dropped if there are too many.
struct TurnCounts: Sendable {
  private var positions: [String: Int] = [:]
  private var order: [String] = []
  private let limit = 10_000

  /// Returns the number, from 0, of the next response of `operation` about the resource `key`, and counts it.
  mutating func next(operation: String, key: String) -> Int {
    let name = "\(operation) \(key)"
    let position = positions[name] ?? 0
    if position == 0 {
      order.append(name)
      if order.count > limit {
        for old in order.prefix(limit / 10) { positions[old] = nil }
        order.removeFirst(limit / 10)
      }
    }
    positions[name] = position + 1
    return position
  }
}
