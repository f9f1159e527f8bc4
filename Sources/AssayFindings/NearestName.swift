/// The name a person may have meant, for "did you mean".
package enum NearestName {
  /// The one of `candidates` that takes the fewest edits to become `name`; `nil` where all are too far off to be meant.
  package static func of(_ name: String, among candidates: [String]) -> String? {
    let name = Array(name.lowercased().prefix(64))
    let bound = max(1, name.count / 2)
    var best: (distance: Int, candidate: String)?
    for candidate in candidates {
      let distance = distance(name, Array(candidate.lowercased().prefix(64)))
      if distance <= bound, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.candidate
  }

  /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var least = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
