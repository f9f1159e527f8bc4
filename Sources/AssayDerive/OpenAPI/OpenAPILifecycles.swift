import AssayText

/// The scenarios of a description: first the operation that creates a thing, then those that read, change and remove
/// it.
struct OpenAPILifecycles {
  private typealias Operation = OpenAPIReader.Operation
  private let operations: [Operation]
  /// The indices of the operations by their names.
  private let placeOf: [String: Int]
  /// The operations whose responses may contain ids of things, by the path of the collection that contains the things.
  private var collections: [String: [Int]] = [:]
  /// The operations by which a client creates a thing with an id it chooses, by their paths.
  private var makers: [String: Int] = [:]
  /// For each operation, the responses from which the values of its request are taken.
  private var sources: [[Source]] = []

  /// The response from which a value of a request is taken.
  private struct Source {
    /// `parameters`, `query`, `headers` or `body`, as a step has it.
    var place: String
    /// Empty for the whole body.
    var name: String
    /// The index of the operation that returns the value.
    var operation: Int
    var value: OpenAPILink.Value
    /// True if that operation creates the thing, so that it may be changed and removed.
    var isOwn: Bool
    /// True if it is taken from the field `Location`.
    var isLocation = false

    init(_ need: OpenAPIRequest.Need, from operation: Int, _ expression: String, isOwn: Bool) {
      (place, name, self.operation, self.isOwn) = (need.place, need.name, operation, isOwn)
      value = .expression(expression)
    }

    init(_ target: OpenAPILink.Target, _ value: OpenAPILink.Value, from operation: Int, isOwn: Bool) {
      (place, name, self.operation, self.isOwn) = (target.place, target.name, operation, isOwn)
      self.value = value
    }
  }

  init(_ operations: [OpenAPIReader.Operation]) {
    self.operations = operations
    placeOf = Dictionary(operations.enumerated().map { ($1.name, $0) }) { first, _ in first }
    for (index, operation) in operations.enumerated()
    where operation.hasSuccess && ["post", "get"].contains(operation.method) {
      collections[Self.collection(operation), default: []].append(index)
    }
    for (index, operation) in operations.enumerated() where operation.hasSuccess && operation.method == "put" {
      guard operation.tree["responses"]?["201"] != nil, Self.ownID(of: operation) != nil else { continue }
      makers[Self.segments(operation.path).joined(separator: "/")] = index
    }
    for index in operations.indices { sources.append(operations[index].hasSuccess ? found(at: index) : []) }
    // A circle of operations that need one another has no beginning.
    for index in operations.indices {
      let circle = Set(needed(index)).filter { CallGraph.needs($0, index, needed) }
      sources[index].removeAll { circle.contains($0.operation) }
    }
  }

  // MARK: Where ids come from

  /// The id of a thing that the client names: the last parameter of the path.
  private static func ownID(of operation: Operation) -> OpenAPIRequest.Need? {
    operation.needs.first {
      $0.place == "parameters" && $0.own != nil && operation.path.split(separator: "/").last == "{\($0.name)}"
    }
  }

  /// Returns true if an operation creates a thing with an id the client chooses.
  private func makes(_ index: Int) -> Bool {
    guard makers.values.contains(index), let id = Self.ownID(of: operations[index]) else { return false }
    return !sources[index].contains { $0.place == "parameters" && $0.name == id.name }
  }

  /// Returns the path of the collection that an operation lists or adds to, with parameter names removed.
  private static func collection(_ operation: Operation) -> String {
    var parts = segments(operation.path)
    if operation.method == "post", ["create", "new", "add"].contains(parts.last ?? "") { parts.removeLast() }
    return parts.joined(separator: "/")
  }

  private static func segments(_ path: some StringProtocol) -> [String] {
    path.split(separator: "/").map { CallTarget.isParameter($0) ? "{}" : String($0) }
  }

  private static func thing(_ collection: String) -> String {
    let last = collection.split(separator: "/").last { $0 != "{}" } ?? ""
    return DraftVariables.singular(String(last)).folded
  }

  /// The sources of the values of an operation: what a link passes on, and for all else what creates or lists it.
  private func found(at index: Int) -> [Source] {
    let given = operations[index].given.elements
    let linking = Set(given.compactMap { placeOf[$0.key.operation] }).sorted().filter { place in
      place != index && operations[place].hasSuccess
    }
    let from = linking.first { operations[$0].method == "post" } ?? linking.first
    let linked = from.map { place in
      given.filter { $0.key.operation == operations[place].name }.map {
        Source($0, $1, from: place, isOwn: operations[place].method == "post")
      }
    }
    let known = linked ?? []
    let others = operations[index].needs.filter { need in
      !known.contains { $0.place == need.place && ($0.name == need.name || $0.name.isEmpty) }
    }
    return known + others.compactMap { source(of: $0, at: index) }
  }

  private func source(of need: OpenAPIRequest.Need, at index: Int) -> Source? {
    let own = operations[index]
    if need.place == "parameters", let mark = own.path.firstRange(of: "{\(need.name)}") {
      let collection = Self.segments(own.path[..<mark.lowerBound]).joined(separator: "/")
      let (calls, thing) = (collections[collection] ?? [], Self.thing(collection))
      if let created = best(need, of: calls, thing, besides: index, by: "post") { return created }
      if let maker = makers[collection + "/{}"], let id = Self.ownID(of: operations[maker]) {
        guard maker != index else { return nil }
        return Source(need, from: maker, "$request.path.\(id.name)", isOwn: true)
      }
      return best(need, of: calls, thing, besides: index, by: "get") ?? named(need, besides: index)
    }
    return named(need, besides: index)
  }

  /// Returns the source of a value by its name, such as `user_id`: the operation that creates or lists users; `nil` if
  /// absent.
  private func named(_ need: OpenAPIRequest.Need, besides index: Int) -> Source? {
    let words = need.name.nameWords
    let isName = need.place == "body" && ["name", "slug", "key"].contains(words.last ?? "")
    let isID = words.count > 1 && (isName || ["id", "uuid"].contains(words.last ?? ""))
    // A member of a body may be called as the thing itself, where its type is that of an id.
    guard isID || need.place == "body" && (need.type == "integer" || need.format == "uuid") else { return nil }
    let stem = (isID ? words.dropLast() : words[...]).joined()
    // `user_name` of a user is its own.
    guard !isName || Self.thing(Self.collection(operations[index])) != stem else { return nil }
    let known = collections.filter { Self.thing($0.key) == stem }.min {
      ($0.key.count, $0.key) < ($1.key.count, $1.key)
    }
    let created = known.flatMap {
      best(need, of: $0.value, stem, besides: index, by: "post")
        ?? best(need, of: $0.value, stem, besides: index, by: "get")
    }
    return created ?? (isID && !isName ? answered(need, besides: index) : nil)
  }

  /// Returns the source of an id that a call of another path answers under its whole name, such as the `task_id` of
  /// POST `/job/submit`; of several the nearest by path; `nil` if absent. The thing may belong to others.
  private func answered(_ need: OpenAPIRequest.Need, besides index: Int) -> Source? {
    let (own, name) = (Self.segments(operations[index].path), need.name.folded)
    var nearest: (source: Source, shared: Int)?
    for (call, operation) in operations.enumerated()
    where call != index && operation.hasSuccess && operation.method == "post" {
      // A call that is given the id does not bring it.
      guard !operation.needs.contains(where: { $0.name.folded == name }) else { continue }
      let value = operation.brought.first { $0.name.folded == name && !$0.isOfList && !$0.isNested }
      let shared = zip(own, Self.segments(operation.path)).prefix { $0 == $1 }.count
      guard let value, shared > nearest?.shared ?? -1 else { continue }
      nearest = (Source(need, from: call, value.expression, isOwn: false), shared)
    }
    return nearest?.source
  }

  private func best(
    _ need: OpenAPIRequest.Need,
    of calls: [Int],
    _ thing: String,
    besides index: Int,
    by method: String
  ) -> Source? {
    for call in calls where operations[call].method == method && call != index {
      let brought = operations[call].brought.filter { $0.isOfList == (method == "get") }
      let isOwn = method == "post"
      if let value = Self.match(need, thing, brought.filter { !$0.isLocation }) {
        return Source(need, from: call, value.expression, isOwn: isOwn)
      }
      guard isOwn, need.place == "parameters" else { continue }
      if brought.contains(where: \.isLocation), let expression = Self.idInLocation(of: operations[call]) {
        var source = Source(need, from: call, expression, isOwn: true)
        source.isLocation = true
        return source
      }
      // A thing whose creation is answered without its id is known by what was sent.
      if let value = Self.match(need, thing, OpenAPIIdentities.sent(by: operations[call].tree)) {
        return Source(need, from: call, value.expression, isOwn: true)
      }
    }
    return nil
  }

  /// The expression that reads the id of a new thing from the field `Location`.
  private static func idInLocation(of operation: Operation) -> String? {
    guard let last = segments(collection(operation)).last,
      last.allSatisfy({ $0.isPlain(or: "-_~") })
    else { return nil }
    return "groups($response.header.Location, '/\(last)/([^/?#]+)')#/1"
  }

  /// The paths that the mock answers with in the field `Location`, by the operations that create something.
  var locations: [Int: String] {
    var paths: [Int: String] = [:]
    for (index, sources) in sources.enumerated() {
      for source in sources where source.isLocation && paths[source.operation] == nil {
        let example = operations[index].tree["request"]?["parameters"]?[source.name]?["example"]?.string
        let id = example.map { $0.hasPrefix("$variables.") ? "{\($0)}" : $0 } ?? "1"
        let collection = operations[source.operation].path.split(separator: "/").map { part in
          CallTarget.isParameter(part) ? "{$request.path.\(part.dropFirst().dropLast())}" : String(part)
        }
        let own = Self.segments(Self.collection(operations[source.operation])).count
        paths[source.operation] = "/" + (collection.prefix(own) + [id]).joined(separator: "/")
      }
    }
    return paths
  }

  /// Returns the first of the response values `values` that matches `need` by name and type; `nil` if none does.
  /// `thing` is the kind of thing to which the values belong.
  private static func match(_ need: OpenAPIRequest.Need, _ thing: String, _ values: [OpenAPIIdentities.Value])
    -> OpenAPIIdentities.Value?
  {
    let name = need.name.folded
    var names = [name]
    let isID = ["id", "uuid", "guid", "pk", "key"].contains { name.hasSuffix($0) } || name == thing
    if name.hasPrefix(thing), name.count > thing.count { names.append(String(name.dropFirst(thing.count))) }
    if isID { names += ["id", "\(thing)id", "uuid"] }
    if name == thing { names.append("name") }
    return names.lazy.compactMap { name in
      values.first { value in
        value.name.folded == name && (need.type == nil || value.type == nil || need.type == value.type)
          && (need.format != "uuid" || value.format == nil || value.format == "uuid")
      }
    }.first
  }

  private func needed(_ index: Int) -> [Int] { sources[index].map(\.operation) }

  // MARK: Scenarios

  /// Returns the source of the value that decides to which scenario the operation belongs: the last parameter of its
  /// path, otherwise its first needed value; `nil` if it needs none.
  private func main(_ index: Int) -> Source? {
    sources[index].last { $0.place == "parameters" } ?? sources[index].first
  }

  /// The scenarios, by name, in the order of the description.
  var scenarios: DraftTree {
    let all = operations.allSatisfy { !$0.hasSuccess }
    var groups = OrderedDictionary<Int, [Int]>()
    let heads = Set(operations.indices.compactMap { main($0)?.operation })
    let creators = heads.filter { operations[$0].method == "post" || makes($0) }
    for index in operations.indices where operations[index].hasSuccess || all {
      let head = head(of: index, heads, creators)
      groups[head, default: []] += index == head ? [] : [index]
    }
    var scenarios: DraftTree.Members = []
    var names = UniqueNames()
    for (head, members) in groups.elements {
      var name = operations[head].name
      let thing = Self.collection(operations[head]).split(separator: "/").last { $0 != "{}" }.map {
        String($0).slug
      }
      if !members.isEmpty, let thing, !thing.isEmpty, thing.first?.isLetter == true { name = thing }
      if names.taken.contains(name) { name = operations[head].name }
      scenarios.append((names.takeAgain(name), scenario(head, members)))
    }
    return .object(scenarios)
  }

  /// Returns the operation with which the scenario of another one begins; `heads` are those that others need, and
  /// `creators` those of them that make something.
  private func head(of index: Int, _ heads: Set<Int>, _ creators: Set<Int>) -> Int {
    if creators.contains(index) { return index }
    let collection = Self.collection(operations[index])
    let near = (collections[collection] ?? []) + [makers[collection + "/{}"]].compactMap(\.self)
    if operations[index].method == "get", !heads.contains(index), let creator = near.first(where: creators.contains) {
      return creator
    }
    guard let main = main(index), main.isOwn || isSafe(index) else { return index }
    return main.operation
  }

  private func isSafe(_ index: Int) -> Bool { ["get", "head", "options"].contains(operations[index].method) }

  private func scenario(_ head: Int, _ members: [Int]) -> DraftTree {
    var steps: [Int] = []
    for index in [head] + members.sorted(by: { rank($0) < rank($1) }) {
      for call in CallGraph.chain(to: [index], needed) { steps.add(call) }
    }
    // What was created for this scenario is removed by it.
    for index in steps.reversed() {
      guard let removal = operations.indices.first(where: { removes($0, what: index) }) else { continue }
      if !steps.contains(removal), index != head, needed(removal).allSatisfy(steps.contains) { steps.append(removal) }
    }
    var outputs: [Int: DraftTree] = [:]
    var trees: [(index: Int, tree: DraftTree)] = []
    for index in steps {
      var tree: DraftTree = ["operation": .string(operations[index].name)]
      if makes(index), let id = Self.ownID(of: operations[index]), let own = id.own {
        tree.put(.string(own), at: ["parameters", id.name])
      }
      for source in sources[index] {
        let way = [source.place, source.name].filter { !$0.isEmpty }
        switch source.value {
        case .template(let value): tree.put(value, at: way)
        case .expression(let expression):
          let key = (way.last ?? "").plain()
          outputs[source.operation, default: [:]][key] = .string(expression)
          tree.put("$steps.\(operations[source.operation].name).outputs.\(key)", at: way)
        }
      }
      trees.append((index, tree))
    }
    var scenario: DraftTree = [:]
    let tags = operations[head].tags + (steps.contains { isUnsafe($0) } ? ["unsafe"] : [])
    scenario.add("tags", .strings(tags))
    scenario["steps"] = .array(
      trees.map { index, tree in
        var tree = tree
        tree["outputs"] = outputs[index]
        return tree
      }
    )
    return scenario
  }

  /// Returns the rank of an operation among those on one thing: list, read, change, remove parts of it, remove it.
  private func rank(_ index: Int) -> (Int, Int, Int) {
    let operation = operations[index]
    let depth = Self.segments(operation.path).count
    switch operation.method {
    case "get", "head", "options": return (0, depth, index)
    case "delete": return (2, -depth, index)
    default: return (1, depth, index)
    }
  }

  private func removes(_ index: Int, what creator: Int) -> Bool {
    operations[index].method == "delete" && operations[index].hasSuccess && sources[index].last?.operation == creator
      && sources[index].last?.isOwn == true && operations[index].path.split(separator: "/").last?.hasPrefix("{") == true
  }

  /// Returns true if a call may remove or change something that its scenario did not create.
  ///
  /// - Parameter isAlone: True if it is called without the operations that provide its ids.
  func isUnsafe(_ index: Int, isAlone: Bool = false) -> Bool {
    let operation = operations[index]
    if isSafe(index) || !isAlone && main(index)?.isOwn == true { return false }
    if !isAlone, makes(index) { return false }
    guard operation.method == "post" else { return true }
    let action = Self.segments(operation.path).last { $0 != "{}" } ?? ""
    let words = Set((operation.name + " " + action).nameWords)
    if !words.isDisjoint(with: Self.changing) { return true }
    return operation.needs.contains { $0.place == "parameters" } && !adds(operation)
      && Set((Self.segments(operation.path).last ?? "").nameWords).isDisjoint(with: Self.asking)
  }

  /// Returns true if `operation`, a POST below a thing's path, creates a part of the thing without changing the thing
  /// itself.
  private func adds(_ operation: Operation) -> Bool {
    let path = Self.segments(operation.path)
    return operation.tree["responses"]?["201"] != nil
      || path.last != "{}"
        && operations.contains {
          let other = Self.segments($0.path)
          return other == path && $0.method == "get" || other == path + ["{}"]
        }
  }

  /// The words for a POST that changes or removes something existing.
  private static let changing = CommaSeparated.set(
    """
    abort, archive, bulk, cancel, clear, config, configuration, deactivate, delete, destroy, disable, drop,
    erase, evict, flush, kill, logout, migrate, overwrite, preferences, prune, purge, reboot, remove, replace,
    reset, restart, restore, revoke, rollback, rotate, settings, shutdown, stop, terminate, truncate, uninstall,
    update, wipe
    """
  )
  /// Words in the path of a POST that only reads or computes something.
  private static let asking = CommaSeparated.set(
    """
    aggregate, check, count, estimate, export, filter, find, history, list, lookup, predict, preview, query,
    read, search, test, validate, verify
    """
  )
}
