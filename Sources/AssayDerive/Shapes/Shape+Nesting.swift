/// Statements about members that a guide describes apart from the object they are in: a table "Result item" under the
/// example that holds `results`.
extension Shape {
  /// An object inside the shape, with the path to it.
  private typealias Inner = (path: [String], names: Set<String>)

  /// The objects that examples show inside the shape.
  private var innerObjects: [Inner] {
    var found: [Inner] = []
    walk { place, path in
      let names = Set(place.members.filter { $0.seen > 0 }.map(\.name))
      if !path.isEmpty, !names.isEmpty { found.append((path, names)) }
    }
    return found
  }

  /// The only object inside the shape that has at least half of some members, and most of them; `nil` if none has, or if
  /// the shape itself shows one of them.
  func inner(with names: Set<String>) -> [String]? {
    guard !names.isEmpty, !members.contains(where: { $0.seen > 0 && names.contains($0.name) }) else { return nil }
    let shares = innerObjects.map { (path: $0.path, count: $0.names.intersection(names).count) }
    guard let most = shares.map(\.count).max(), most * 2 >= names.count else { return nil }
    let best = shares.filter { $0.count == most }
    return best.count == 1 ? best[0].path : nil
  }

  /// Moves rows that stand together, of which the examples show none at the root, to the object inside it that has them.
  mutating func nestRows() {
    for rows in statedRows where rows.allSatisfy({ members[$0].seen == 0 }) {
      guard let path = inner(with: Set(rows.map { members[$0].name })) else { continue }
      let moved = rows.map { members[$0] }
      members.removeAll { member in moved.contains { $0.name == member.name } }
      transform { place, own in
        guard own == path else { return }
        for member in moved { place.put(member.shape, at: [member.name], isRequired: member.isRequired) }
      }
    }
  }

  /// The positions of the members that a guide states, in groups whose rows follow one another without a gap.
  private var statedRows: [[Int]] {
    let stated = members.indices.compactMap { index -> (index: Int, source: Source)? in
      let shape = members[index].shape
      guard shape.evidence == .stated, let source = shape.statedSource ?? shape.sources.first else { return nil }
      return (index, source)
    }.sorted { ($0.source.document, $0.source.lines.lowerBound) < ($1.source.document, $1.source.lines.lowerBound) }
    var groups: [[Int]] = []
    var last: Source?
    for (index, source) in stated {
      if let last, last.document == source.document, source.lines.lowerBound <= last.lines.upperBound + 1 {
        groups[groups.count - 1].append(index)
      } else {
        groups.append([index])
      }
      last = source
    }
    return groups
  }
}
