/// Assignment of servers to operations.
extension Refinement {
  mutating func assignServers() {
    let bases = reader.first.bases
    var groups: [[String]] = []
    var members: [[ServiceOrigin]] = []
    var known: [String: Int] = [:]
    func group(of origin: String) -> Int {
      if let known = known[origin] { return known }
      let service = ServiceOrigin(origin)
      let near = members.firstIndex {
        $0.contains { $0.isOneService(with: service) } && !$0.contains { $0.isBeside(service) }
      }
      let place = near ?? groups.count
      if near == nil {
        groups.append([])
        members.append([])
      }
      groups[place].append(origin)
      members[place].append(service)
      known[origin] = place
      return place
    }
    // Local hosts first, so that groups form around them.
    for base in bases { _ = group(of: base.origin) }
    let isNone = bases.isEmpty && operations.allSatisfy(\.origins.isEmpty)
    if isNone { _ = group(of: "http://127.0.0.1:8080") }
    let given = operations.map { operation in operation.origins.first.map { group(of: $0) } }
    var counts = Array(repeating: 0, count: groups.count)
    for case let place? in given { counts[place] += 1 }
    let fallback = groups.indices.max { counts[$0] < counts[$1] } ?? 0
    let chosenFallback = bases.first.map { group(of: $0.origin) } ?? fallback
    let groupOf = given.map { $0 ?? chosenFallback }
    let operationsOf = Dictionary(grouping: operations.indices) { groupOf[$0] }
    let used = operationsOf.keys.sorted()
    for index in used {
      let origins = groups[index]
      let origin = origins.first { Hosts.isLocal($0) } ?? origins[0]
      let own = bases.filter { origins.contains($0.origin) }
      let here = own.filter { $0.origin == origin }
      let path = (here.isEmpty ? own : here).first { !$0.path.isEmpty }?.path ?? reader.first.basePath?.path ?? ""
      let members = operationsOf[index] ?? []
      let repeated = members.count { path.isEmpty || operations[$0].target.path.hasPrefix(path + "/") }
      let isRepeated = repeated * 2 >= members.count
      for member in members where !path.isEmpty {
        let own = operations[member].target.path
        if !isRepeated, own.hasPrefix(path + "/") { operations[member].target.path = String(own.dropFirst(path.count)) }
      }
      var name = used.count == 1 ? "api" : serverName(own, operations[safe: members.first ?? -1], origin)
      if servers.contains(where: { $0.name == name }) { name += "-\(servers.count + 1)" }
      for member in members { operations[member].server = name }
      let source =
        own.first { $0.origin == origin }?.source ?? own.first?.source
        ?? (isNone ? reader.first.basePath?.source : members.first.flatMap { operations[$0].sources.first })
      servers.append(ServerDraft(name: name, url: origin + (isRepeated ? "" : path), source: source))
    }
  }

  func serverName(_ bases: [BaseURL], _ operation: OperationDraft?, _ origin: String) -> String {
    let noise: Set<String> = ["url", "base", "service", "api", "server", "uri", "host", "let", "const"]
    for base in bases {
      let words = base.name.nameWords.filter { !noise.contains($0) }
      if !words.isEmpty { return words.joined(separator: "-") }
    }
    let words = (operation?.summary ?? "").nameWords.filter { !noise.contains($0) && $0.allSatisfy { $0.isASCII } }
      .prefix(2)
    if !words.isEmpty { return words.joined(separator: "-") }
    return "api-\(origin.split(separator: ":").last.map { String($0).slug } ?? "2")"
  }
}
