import AssayJSON

extension JSONMember {
  /// The name's UTF-8: strings that differ in it are different names, also where Unicode takes them for equivalent.
  var name: [UInt8] { keyValue.withStringBytes { Array($0) } }
}

/// The names of an object's members, by likeness to one that is missing.
enum MemberNames {
  /// Those of `names` that members have.
  static func present(_ names: [[UInt8]], in object: JSONValue) -> Set<[UInt8]> {
    let wanted = Set(names)
    var absent = wanted
    for member in object.members where !absent.isEmpty { absent.remove(member.name) }
    return wanted.subtracting(absent)
  }

  /// At most 20 of the members that are there, nearest first.
  static func nearest(to name: String, in object: JSONValue) -> [String] {
    nearest(to: name, among: object.members.prefix(100).map(\.key))
  }

  /// At most 20 of `candidates`, nearest first.
  static func nearest(to name: String, among candidates: [String]) -> [String] {
    let ranked = candidates.enumerated().map { (distance: distance(name, $1), position: $0, name: $1) }
    return ranked.sorted { ($0.distance, $0.position) < ($1.distance, $1.position) }.prefix(20).map(\.name)
  }

  /// The number of changed bytes between two names (Levenshtein), in any case; long names only count their length.
  private static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.lowercased().utf8)
    let right = Array(right.lowercased().utf8)
    guard left.count <= 64, right.count <= 64 else { return max(left.count, right.count) }
    var previous = Array(0...right.count)
    for (row, byte) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        current.append(min(previous[column] + (byte == other ? 0 : 1), previous[column + 1] + 1, current[column] + 1))
      }
      previous = current
    }
    return previous[right.count]
  }
}
