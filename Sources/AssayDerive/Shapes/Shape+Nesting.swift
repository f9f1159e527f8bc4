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
  func inner(with names: Set<String>) -> [String]? { inner(with: names, of: innerObjects) }

  private func inner(with names: Set<String>, of objects: [Inner]) -> [String]? {
    guard !names.isEmpty, !members.contains(where: { $0.seen > 0 && names.contains($0.name) }) else { return nil }
    let shares = objects.map { (path: $0.path, count: $0.names.intersection(names).count) }
    guard let most = shares.map(\.count).max(), most * 2 >= names.count else { return nil }
    let best = shares.filter { $0.count == most }
    return best.count == 1 ? best[0].path : nil
  }

  /// Moves rows that stand together, of which the examples show none at the root, to the object inside it that has them;
  /// in a table that has rows of the root as well, those that only an object of a row above them has.
  mutating func nestRows() {
    guard examples > 0 else { return }
    // Rows that are moved do not change what examples show.
    let objects = innerObjects
    for rows in statedRows.map({ $0.map { members[$0] } }) {
      if rows.allSatisfy({ $0.seen == 0 }) {
        let names = Set(rows.map(\.name))
        if let path = inner(with: names, of: objects), objects.contains(where: { names.isSubset(of: $0.names) }) {
          move(rows, to: path)
        }
        continue
      }
      for (place, row) in rows.enumerated() where row.seen == 0 {
        guard let path = inner(with: [row.name], of: objects),
          rows[..<place].contains(where: { $0.name == path[0] })
        else { continue }
        move([row], to: path)
      }
    }
  }

  private mutating func move(_ moved: [Member], to path: [String]) {
    members.removeAll { member in moved.contains { $0.name == member.name } }
    transform { place, own in
      guard own == path else { return }
      for member in moved { place.put(member.shape, at: [member.name], isRequired: member.isRequired) }
    }
  }

  /// Makes a map of each object inside the shape whose member names are data, as in examples of values by their ids.
  /// - Parameter told: The names of members that sentences say are such.
  mutating func settleMaps(_ told: Set<String>) {
    transform { place, path in
      let isTold = !place.entries.isEmpty || path.last.map(told.contains) == true
      guard !place.members.isEmpty, isTold || place.isKeyedByData else { return }
      for member in place.members { place.entries = [place.entries.first?.merging(member.shape) ?? member.shape] }
      (place.members, place.entries[0].sources) = ([], place.sources)
    }
  }

  private var isKeyedByData: Bool {
    let names = members.map(\.name)
    func areAll(_ isData: (String) -> Bool) -> Bool { names.allSatisfy(isData) }
    if members.contains(where: { $0.isRequired != nil || $0.shape.types != members[0].shape.types }) { return false }
    let stem = names[0].prefix { !$0.isNumber }
    let numbers = names.compactMap { $0.hasPrefix(stem) ? Int($0.dropFirst(stem.count)) : nil }
    // `st-12` and `st-77` with records or counts are ids; `1` to `4` with a value each may be names, and so may one alone.
    let areNumbered =
      numbers.count == names.count && (stem.isEmpty || names.count > 1 && stem.hasSuffix("-"))
      && (members[0].shape.isObject || numbers.max() != names.count && (stem.isEmpty || members[0].shape.isNumber))
    return areAll { IDText.isUUID($0) || IDText.isDate($0) || Placeholder.isBracketed($0) } || areNumbered
      || names.count > 1 && areAll { !$0.isFieldName && $0.contains(".") }
  }

  /// The positions of the members that a guide states, in groups whose rows follow one another without a gap.
  private var statedRows: [[Int]] {
    let stated = members.indices.compactMap { index -> (index: Int, source: Source)? in
      let shape = members[index].shape
      guard shape.evidence == .stated, let source = shape.stated else { return nil }
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
