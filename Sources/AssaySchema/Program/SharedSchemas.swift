/// The schemas that may be asked about the same value again and again, because many paths lead to them.
///
/// Without references there is one path to every schema, so it meets a value once. Where references double, the paths do
/// at every step; in a cycle that never ends. Such schemas get their answers remembered; all others, which are
/// nearly all there are, pay nothing.
struct SharedSchemas {
  private(set) var isShared: [Bool]
  /// So many paths to a schema are walked rather than remembered.
  private static let pathLimit = 16

  private let graph: SchemaGraph
  /// The schemas a schema applies, each once for keywords that never apply it to the same value twice.
  private let targets: [[SchemaNodeID]]
  /// For each schema the cycle it is in, numbered so that schemas only lead to lower numbers.
  private var component: [Int]
  private var paths: [Int]
  /// True for each schema that a cycle leads to, so that paths to it cannot be counted.
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

  /// Counts the paths into one component; all that lead to it are counted already.
  private mutating func visit(_ members: [SchemaNodeID]) {
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

  /// Schemas an `unevaluated…` asks whether they hold, besides the keywords that apply them.
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

  /// The strongly connected components, those first that lead to no other (Tarjan 1972), without recursion.
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
