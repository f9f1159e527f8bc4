/// Assignment of servers to operations.
extension Refinement {
  mutating func assignServers() {
    let bases = reader.first.bases
    var services = ServiceGroups()
    // Local hosts first, so that groups form around them.
    for base in bases { _ = services.group(of: base.origin) }
    let isNone = bases.isEmpty && operations.allSatisfy(\.origins.isEmpty)
    if isNone { _ = services.group(of: "http://127.0.0.1:8080") }
    let given = operations.map { operation in operation.origins.first.map { services.group(of: $0) } }
    let origins = services.origins
    let counts = origins.indices.map { place in given.count { $0 == place } }
    let usual = bases.first.map { services.group(of: $0.origin) } ?? counts.indices.max { counts[$0] < counts[$1] } ?? 0
    let operationsOf = Dictionary(grouping: operations.indices) { given[$0] ?? usual }
    for (group, members) in operationsOf.sorted(by: { $0.key < $1.key }) {
      addServer(origins[group], of: members, isOnly: operationsOf.count == 1, isNone: isNone)
    }
  }

  /// Adds the server of some operations, and makes their paths relative to its URL.
  private mutating func addServer(_ origins: [String], of members: [Int], isOnly: Bool, isNone: Bool) {
    let origin =
      origins.first { Hosts.isLocal($0) } ?? origins.first { !ServiceOrigin($0).isVariable } ?? origins[0]
    let own = reader.first.bases.filter { origins.contains($0.origin) }
    let here = own.filter { $0.origin == origin }
    let path = (here.isEmpty ? own : here).first { !$0.path.isEmpty }?.path ?? reader.first.basePath?.path ?? ""
    let repeated = members.count { path.isEmpty || operations[$0].target.path.hasPrefix(path + "/") }
    let isRepeated = repeated * 2 >= members.count
    let isMixed = !path.isEmpty && members.contains { isOutside(operations[$0], path) }
    var name = isOnly ? "api" : serverName(own, operations[members[0]], origin)
    if servers.contains(where: { $0.name == name }) { name += "-\(servers.count + 1)" }
    for member in members {
      operations[member].server = name
      let own = operations[member].target.path
      if isMixed {
        if !isRepeated, !own.hasPrefix(path + "/"), !isOutside(operations[member], path) {
          operations[member].target.path = path + own
        }
      } else if !isRepeated, own.hasPrefix(path + "/") {
        operations[member].target.path = String(own.dropFirst(path.count))
      }
    }
    let source =
      (here.first ?? own.first)?.source
      ?? (isNone ? reader.first.basePath?.source : operations[members[0]].sources.first)
    let url = Self.withVariables(origin) + (isRepeated || isMixed ? "" : path)
    servers.append(ServerDraft(name: name, url: url, source: source))
    guard isNone else { return }
    note(
      "Server",
      "The guide names no server. The draft uses \(url); `--server \(name)=URL` replaces it.",
      Array(operations[members[0]].sources.prefix(1))
    )
  }

  /// Returns true if an operation's path is not below that of a base URL: a full URL shows it, or it has a different
  /// version, `/api/v2/x`.
  private func isOutside(_ operation: OperationDraft, _ path: String) -> Bool {
    let (base, own) = (CallTarget.segments(of: path), operation.target.segments)
    let isSibling =
      own.count > base.count && !own.starts(with: base)
      && zip(base, own).allSatisfy { $0 == $1 || CallTarget.isVersion($0) && CallTarget.isVersion($1) }
    return operation.isAtRoot || isSibling
  }

  /// Returns an origin with the variables of the environment in place of those that a guide has in it: `http://{address}`.
  private static func withVariables(_ origin: String) -> String {
    var (result, rest) = ("", Substring(origin))
    while let first = rest.first {
      if let (name, end) = CallTarget.variable(at: rest) {
        result += "${\(name.nameWords.joined(separator: "_").uppercased())}"
        rest = rest[end...]
      } else {
        result.append(first)
        rest.removeFirst()
      }
    }
    return result
  }

  func serverName(_ bases: [BaseURL], _ operation: OperationDraft, _ origin: String) -> String {
    let noise: Set<String> = ["url", "base", "service", "api", "server", "uri", "host", "let", "const"]
    for base in bases {
      let words = base.name.nameWords.filter { !noise.contains($0) }
      if !words.isEmpty { return words.joined(separator: "-") }
    }
    let words = operation.summary.nameWords.filter { !noise.contains($0) && $0.allSatisfy { $0.isASCII } }
      .prefix(2)
    if !words.isEmpty { return words.joined(separator: "-") }
    let host = origin.parts("/").last ?? origin
    return Hosts.isLocal(origin) ? "api-" + (host.parts(":").last ?? "").slug : (host.parts(".").first ?? "api").slug
  }
}

/// Origins in groups, each of one service.
private struct ServiceGroups {
  private var groups: [[(origin: String, service: ServiceOrigin)]] = []
  private var known: [String: Int] = [:]
  var origins: [[String]] { groups.map { $0.map(\.origin) } }

  mutating func group(of origin: String) -> Int {
    if let known = known[origin] { return known }
    let service = ServiceOrigin(origin)
    let near = groups.firstIndex { $0.allSatisfy { $0.service.isOneService(with: service) } }
    let place = near ?? groups.count
    if near == nil { groups.append([]) }
    groups[place].append((origin, service))
    known[origin] = place
    return place
  }
}
