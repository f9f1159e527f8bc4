/// The schemas that many evaluation paths lead to, so that the same value may be tested repeatedly.
///
/// Without references, one path leads to each schema. If references double, the number of paths doubles at every step;
/// in a cycle it is infinite. Only for such schemas are results remembered; all others, which are nearly all schemas,
/// have no extra cost.
struct SharedSchemas {
  private(set) var isShared: [Bool]
  /// The maximum number of paths to a schema whose results are not remembered.
  private static let pathLimit = 16

  private let graph: SchemaGraph
  /// For each schema, the schemas it applies; a schema is listed several times if it may be applied to the same value
  /// several times.
  private let targets: [[SchemaNodeID]]
  /// For each schema, the number of its strongly connected component. Schemas lead only to components with the same or
  /// a lower number.
  private var component: [Int]
  private var paths: [Int]
  /// For each schema, true if it can be reached from a cycle, so that the paths to it cannot be counted.
  private var isBehindCycle: [Bool]

  init(_ graph: SchemaGraph) {
    self.graph = graph
    let isAskedAgain = Self.askedAgain(graph)
    targets = graph.nodes.indices.map { node in
      graph.nodes[node].keywords.flatMap { keyword in
        // Of a list of names, or of positions, one fits a value.
        let children = keyword.selectsOne ? Array(Set(keyword.inChildren)) : keyword.inChildren
        let again = isAskedAgain[node] ? keyword.inPlace + (keyword is ContainsKeyword ? children : []) : []
        return keyword.inPlace + children + again
      }
    }
    let count = graph.nodes.count
    isShared = Array(repeating: false, count: count)
    component = Array(repeating: 0, count: count)
    paths = Array(repeating: 0, count: count)
    isBehindCycle = Array(repeating: false, count: count)
    let components = Self.components(targets, &component)
    paths[graph.root] = 1
    for members in components.reversed() { visit(members) }
  }

  /// Counts the paths into one strongly connected component; all paths that lead to it are already counted.
  private mutating func visit(_ members: [SchemaNodeID]) {
    // What nothing leads to is a root itself, of schemas that are compiled together.
    if members.count == 1 { paths[members[0]] = max(paths[members[0]], 1) }
    let isCycle = members.count > 1 || targets[members[0]].contains(members[0])
    if isCycle {
      var inside: [SchemaNodeID: Int] = [:]
      for member in members {
        for target in targets[member] where component[target] == component[member] { inside[target, default: 0] += 1 }
      }
      let entries = members.reduce(0) { min($0 + paths[$1], Self.pathLimit + 1) }
      let isOften = entries > Self.pathLimit || members.contains { isBehindCycle[$0] }
      for member in members {
        isShared[member] = inside[member, default: 0] > 1 || (isOften && paths[member] > 0)
        paths[member] = isShared[member] ? 1 : max(1, min(entries, Self.pathLimit))
        isBehindCycle[member] = true
      }
    } else if paths[members[0]] > Self.pathLimit, !targets[members[0]].isEmpty {
      isShared[members[0]] = true
      paths[members[0]] = 1
    }
    for member in members {
      for target in targets[member] where component[target] != component[member] {
        paths[target] = min(paths[target] + paths[member], Self.pathLimit + 1)
        isBehindCycle[target] = isBehindCycle[target] || isBehindCycle[member]
      }
    }
  }

  /// Returns a value for each schema: true if an `unevaluated…` evaluates it in addition to the keywords that apply it.
  private static func askedAgain(_ graph: SchemaGraph) -> [Bool] {
    var isAskedAgain = graph.nodes.map { $0.keywords.contains(where: \.asksOfRest) }
    var pending = isAskedAgain.indices.filter { isAskedAgain[$0] }
    while let node = pending.popLast() {
      for target in graph.nodes[node].keywords.flatMap(\.inPlace) where !isAskedAgain[target] {
        isAskedAgain[target] = true
        pending.append(target)
      }
    }
    return isAskedAgain
  }

  /// Returns the strongly connected components, beginning with those that lead to no other (Tarjan 1972); does not
  /// recurse.
  private static func components(_ targets: [[SchemaNodeID]], _ component: inout [Int]) -> [[SchemaNodeID]] {
    var found: [[SchemaNodeID]] = []
    var order = Array(repeating: -1, count: targets.count)
    var lowest = Array(repeating: 0, count: targets.count)
    var isOpen = Array(repeating: false, count: targets.count)
    var open: [SchemaNodeID] = []
    var path: [(node: SchemaNodeID, next: Int)] = []
    var count = 0
    func enter(_ node: SchemaNodeID) {
      order[node] = count
      lowest[node] = count
      count += 1
      isOpen[node] = true
      open.append(node)
      path.append((node, 0))
    }
    for start in targets.indices where order[start] < 0 {
      enter(start)
      while let (node, next) = path.last {
        if next < targets[node].count {
          path[path.count - 1].next += 1
          let target = targets[node][next]
          if order[target] < 0 {
            enter(target)
          } else if isOpen[target] {
            lowest[node] = min(lowest[node], order[target])
          }
          continue
        }
        path.removeLast()
        if let outer = path.last?.node { lowest[outer] = min(lowest[outer], lowest[node]) }
        guard lowest[node] == order[node], let first = open.lastIndex(of: node) else { continue }
        for member in open[first...] {
          isOpen[member] = false
          component[member] = found.count
        }
        found.append(Array(open[first...]))
        open.removeSubrange(first...)
      }
    }
    return found
  }
}
