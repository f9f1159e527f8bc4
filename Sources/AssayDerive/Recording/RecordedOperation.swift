import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText

/// The calls of a recording that belong to one operation.
struct RecordedOperation: Sendable {
  var name = ""
  var server: String
  var method: String
  /// The path with `{name}` for each parameter.
  var path: String
  var parameters: [String]
  /// The action that only these calls have among those with the same method and path, as in ``RecordedCall/action``.
  var action: (member: String?, name: String)?
  /// The calls in order, and the parameter values of each.
  var calls: [RecordedCall] = []
  var values: [[String]] = []

  /// The successful calls; without any, only refusals of the operation are known.
  var successes: [RecordedCall] { calls.filter(\.isSuccess) }
  /// The call from which the draft takes its examples.
  var example: RecordedCall {
    // A redirect may be what a call without a session gets.
    calls.first { (200..<300).contains($0.status) } ?? calls.first(where: \.isSuccess) ?? calls[0]
  }
  var isStream: Bool { calls.contains { $0.stream != nil } }

  /// The values of the parameters in a call.
  func parameters(of call: RecordedCall) -> [(name: String, value: String)] {
    guard let index = calls.firstIndex(where: { $0.number == call.number }) else { return [] }
    return Array(zip(parameters, values[index]))
  }

  /// The value of a parameter in a call.
  func value(of name: String, in call: RecordedCall) -> String? {
    parameters(of: call).first { $0.name == name }?.value
  }

  /// Returns promises that a member of all answers or events is the path parameter that `repeats` says it repeats.
  func constants(_ members: [String], _ repeats: (_ member: String, _ name: String) -> Bool) -> DraftTree {
    .array(
      parameters.compactMap { name in
        members.first { repeats($0, name) }.map { member in
          ["pointer": .string(JSONPointer(tokens: [member]).description), "equals": "$request.path.\(name)"]
        }
      }
    )
  }

  fileprivate mutating func add(_ call: RecordedCall, _ own: [String]) {
    calls.append(call)
    values.append(own)
  }
}

/// Groups the calls of a recording by operation.
struct RecordedOperations: Sendable {
  private(set) var operations: [RecordedOperation] = []
  private(set) var servers: [(name: String, url: String)] = []
  /// The operations without a successful call: only their refusals are known.
  private(set) var refusing: [RecordedOperation] = []

  init(_ seen: RecordedCalls) {
    if seen.service == nil { readForeign(seen.calls) } else { readOwn(seen) }
    refusing = operations.filter(\.successes.isEmpty)
    operations.removeAll(where: \.successes.isEmpty)
    servers.removeAll { server in !operations.contains { $0.server == server.name } }
  }

  /// The index of the operation to which each call belongs, by the call's number.
  var byCall: [Int: Int] {
    var places: [Int: Int] = [:]
    for (index, operation) in operations.enumerated() { for call in operation.calls { places[call.number] = index } }
    return places
  }

  // MARK: Recordings of browsers and proxies

  private mutating func readForeign(_ calls: [RecordedCall]) {
    var firstSeen: [String: Int] = [:]
    for call in calls where call.isSuccess {
      for (_, text) in Scalars(call.exchange.json).all where firstSeen[text] == nil { firstSeen[text] = call.number }
    }
    let paths = PathFolding(calls, firstSeen: firstSeen).paths
    var names = OrderedDictionary<String, String>()
    for call in calls {
      names.add(names.count == 0 ? "api" : "api-\(names.count + 1)", for: call.url.origin) { _ in }
    }
    servers = names.elements.map { ($0.value, $0.key) }
    func key(of call: RecordedCall) -> String {
      "\(names[call.url.origin] ?? "api") \(call.method) \((paths[call.number] ?? FoldedPath()).text([]))"
    }
    let actions = Dictionary(grouping: calls, by: key).mapValues { Set($0.compactMap { $0.action?.name }) }
    var found = OrderedDictionary<String, RecordedOperation>()
    for call in calls {
      let path = paths[call.number] ?? FoldedPath()
      let server = names[call.url.origin] ?? "api"
      let shared = key(of: call)
      let action = actions[shared].flatMap { $0.count > 1 ? call.action : nil }
      let new = RecordedOperation(server: server, method: call.method, path: "", parameters: [], action: action)
      found[action.map { "\(shared) \($0.name)" } ?? shared, default: new].add(call, path.values(call.segments))
    }
    operations = found.values
    for index in operations.indices {
      let path = paths[operations[index].calls[0].number] ?? FoldedPath()
      operations[index].parameters = Self.names(for: path, in: operations[index])
      operations[index].path = path.text(operations[index].parameters)
    }
    let shown = DraftWriter.names(
      of: operations.map { operation in
        let action =
          operation.action.map { [String($0.name.split { ".#/\"".contains($0) }.suffix(2).joined(separator: "-"))] }
          ?? []
        let segments = operation.path.parts("/") + action
        return .init(method: operation.method, path: operation.path, segments: segments, server: operation.server)
      }
    )
    for (index, name) in shown.enumerated() { operations[index].name = name }
  }

  /// Returns a name for each path parameter: the response member that always has the parameter's value, otherwise an id
  /// named after the preceding path segment.
  private static func names(for path: FoldedPath, in operation: RecordedOperation) -> [String] {
    var (names, unique): ([String], UniqueNames) = ([], UniqueNames())
    var word = ""
    for piece in path.pieces {
      guard case .parameter(let prefix, _) = piece else {
        if case .literal(let text) = piece, !text.isEmpty { word = text }
        continue
      }
      let position = names.count
      let values = operation.values.map { $0[position] }
      let about = OperationTable.singular(prefix.isEmpty ? word : String(prefix.dropLast()))
      let kind = about.asciiWords.joined(separator: "_")
      let isID = values.allSatisfy { IDText.isID($0) || IDText.mayBeID($0) }
      var name = kind.isEmpty ? "id" : isID ? "\(kind)_id" : kind
      if values.allSatisfy({ IDText.isDate($0) }) { name = "date" }
      if let member = repeating(values, in: operation), member.folded != "id" { name = member }
      names.append(unique.take(name, "_"))
    }
    return names
  }

  /// Returns the name of a response member that equals the requested value in every successful call; `nil` if absent.
  private static func repeating(_ values: [String], in operation: RecordedOperation) -> String? {
    var shared: Set<String>?
    for (call, value) in zip(operation.calls, values) where call.isSuccess {
      guard let json = call.exchange.json, json.kind == .object else { continue }
      let members = json.members.filter {
        $0.value.string == value || $0.value.kind == .number && $0.value.text == value
      }
      let names = Set(members.map(\.key)).filter { $0.isFieldName && !$0.contains(".") && !$0.contains("-") }
      shared = shared?.intersection(names) ?? names
    }
    return shared?.filter { $0.nameWords.contains { ["id", "uuid", "key", "name", "slug", "code"].contains($0) } }.min()
  }

  // MARK: Recordings of our own

  private mutating func readOwn(_ seen: RecordedCalls) {
    var found = OrderedDictionary<String, RecordedOperation>()
    for call in seen.calls {
      guard let step = call.step else { continue }
      if !servers.contains(where: { $0.name == step.server }) {
        let given = seen.servers.first { $0.name == step.server }.flatMap { HTTPURL($0.url) }
        var url = given.map { $0.path == "/" ? $0.origin : $0.origin + $0.path } ?? call.url.origin
        while url.hasSuffix("/") { url.removeLast() }
        servers.append((step.server, url))
      }
      let base = servers.first { $0.name == step.server }.flatMap { HTTPURL($0.url)?.path } ?? "/"
      let given = call.exchange.parameters.path.sorted { ($1.value.utf8.count, $0.key) < ($0.value.utf8.count, $1.key) }
      let (path, names) = Self.template(of: call.url.path, behind: base == "/" ? "" : base, given)
      let new = RecordedOperation(
        name: step.operation,
        server: step.server,
        method: call.method,
        path: path,
        parameters: names
      )
      let values = (found[step.operation] ?? new).parameters.map { call.exchange.parameters.path[$0] ?? "" }
      found[step.operation, default: new].add(call, values)
    }
    operations = found.values
  }

  /// Returns the part of `path` after `base`, in which the values in `given` are replaced by the names of their
  /// parameters, and the names used.
  private static func template(of path: String, behind base: String, _ given: [(key: String, value: String)])
    -> (path: String, names: [String])
  {
    var segments = (path.hasPrefix(base) ? path.dropFirst(base.count) : path[...])
      .parts("/", keepingEmpty: true)
    for (name, value) in given where !value.isEmpty {
      let parameter = "{\(name)}"
      let encoded = [PercentEncoding.encode(value), PercentEncoding.encodeKeepingReserved(value), value]
      if let index = segments.firstIndex(where: { PercentEncoding.decode($0) == value || $0 == value }) {
        segments[index] = parameter
      } else if let (index, text) = segments.indices.lazy.compactMap({ index in
        segments[index].contains("{")
          ? nil : segments[index].replacingFirst(of: encoded, with: parameter).map { (index, $0) }
      }).first {
        segments[index] = text
      } else if let whole = segments.joined(separator: "/").replacingFirst(of: encoded, with: parameter) {
        segments = whole.parts("/", keepingEmpty: true)
      }
    }
    let text = segments.joined(separator: "/")
    return (text.hasPrefix("/") ? text : "/" + text, PathTemplate(text).parameters)
  }
}

extension String {
  /// Returns the text with one of `parts` replaced, the first that it contains; `nil` if it contains none.
  fileprivate func replacingFirst(of parts: [String], with text: String) -> String? {
    parts.lazy.compactMap { firstRange(of: $0) }.first.map { self[..<$0.lowerBound] + text + self[$0.upperBound...] }
  }
}

/// The numbers and strings in a body, each with its path.
struct Scalars {
  private(set) var all: [(pointer: [String], text: String)] = []

  /// The most values that are read in a body, the greatest depth, and the number of list items read.
  private static let (most, deepest, items) = (2_000, 6, 3)

  init(_ root: JSONValue?) {
    guard let root else { return }
    var pending: [(pointer: [String], value: JSONValue)] = [([], root)]
    while let (pointer, value) = pending.popLast(), all.count < Self.most {
      switch value.kind {
      case .string: value.string.map { if !$0.isEmpty, $0.utf8.count <= 2_000 { all.append((pointer, $0)) } }
      case .number: all.append((pointer, value.text))
      case .array where pointer.count < Self.deepest:
        let first = Array(value.items.prefix(Self.items)).enumerated()
        pending += first.map { (pointer + [String($0.offset)], $0.element) }.reversed()
      case .object where pointer.count < Self.deepest:
        pending += value.members.map { (pointer + [$0.key], $0.value) }.reversed()
      default: break
      }
    }
  }
}
