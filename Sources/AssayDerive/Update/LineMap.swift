/// The assignment of lines of a document, as a contract remembers them, to lines of the current document.
struct LineMap: Sendable {
  private let old: [Int: String]
  private let new: [String]
  /// The current line number of each remembered line, from 1.
  private var places: [Int: Int] = [:]
  private var taken: Set<Int> = []

  /// The result of looking up a range of remembered lines in the current document.
  enum Fate: Hashable, Sendable {
    /// The lines are unchanged, and now have these numbers.
    case same(ClosedRange<Int>)
    /// The lines have these numbers now, but some or all of them have a different text.
    case changed(ClosedRange<Int>)
    case gone
    /// The contract does not contain the text of the lines, so that they cannot be found.
    case unknown
  }

  init(remembered: [Int: String], lines: [String]) {
    old = remembered
    new = lines
    anchor()
    for number in places.keys.sorted() { extend(from: number, by: 1) }
    for number in places.keys.sorted(by: >) { extend(from: number, by: -1) }
    for run in unplaced { place(run) }
  }

  private mutating func put(_ number: Int, at place: Int) {
    places[number] = place
    taken.insert(place)
  }

  private static func isTelling(_ text: String) -> Bool { text.utf8.count { $0 > 0x20 } >= 3 }

  /// Maps lines that occur once in both versions and in the same order.
  private mutating func anchor() {
    var counts: [String: (old: Int, new: Int, place: Int)] = [:]
    for text in old.values where Self.isTelling(text) { counts[text, default: (0, 0, 0)].old += 1 }
    for (index, text) in new.enumerated() where counts[text] != nil {
      counts[text]?.new += 1
      counts[text]?.place = index + 1
    }
    let pairs = old.keys.sorted().compactMap { number -> (old: Int, new: Int)? in
      guard let count = counts[old[number] ?? ""], count.old == 1, count.new == 1 else { return nil }
      return (number, count.place)
    }
    for index in Self.longestRising(pairs.map(\.new)) { put(pairs[index].old, at: pairs[index].new) }
  }

  /// Returns the indices of a longest increasing subsequence of `values`.
  private static func longestRising(_ values: [Int]) -> [Int] {
    var ends: [Int] = []
    var before: [Int?] = []
    for (index, value) in values.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if values[ends[middle]] < value { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var row: [Int] = []
    var next = ends.last
    while let index = next {
      row.append(index)
      next = before[index]
    }
    return row.reversed()
  }

  /// Maps the neighbours of a mapped line, as long as they are equal.
  private mutating func extend(from number: Int, by step: Int) {
    var (from, to) = (number, places[number] ?? 0)
    while let text = old[from + step], places[from + step] == nil, to + step >= 1, to + step <= new.count,
      new[to + step - 1] == text, !taken.contains(to + step)
    {
      (from, to) = (from + step, to + step)
      put(from, at: to)
    }
  }

  /// The ranges of remembered lines for which no current line was found yet.
  private var unplaced: [ClosedRange<Int>] { Self.ranges(old.keys.sorted().filter { places[$0] == nil }) }

  /// Returns the line numbers `lines` with consecutive numbers combined into ranges.
  static func ranges(_ lines: [Int]) -> [ClosedRange<Int>] {
    lines.reduce(into: []) { ranges, line in
      if let last = ranges.last, last.upperBound == line - 1 {
        ranges[ranges.count - 1] = last.lowerBound...line
      } else {
        ranges.append(line...line)
      }
    }
  }

  /// Maps the lines `run` if all of them occur in the new document, in order: between the lines to which their
  /// neighbours are mapped, or exactly once.
  private mutating func place(_ run: ClosedRange<Int>) {
    let texts = run.map { old[$0] ?? "" }
    guard texts.contains(where: Self.isTelling) else { return }
    func fits(_ start: Int) -> Bool {
      texts.indices.allSatisfy { new[start + $0 - 1] == texts[$0] && !taken.contains(start + $0) }
    }
    let last = new.count - texts.count + 1
    guard last >= 1 else { return }
    let floor = places.filter { $0.key < run.lowerBound }.max { $0.key < $1.key }?.value ?? 0
    let ceiling = places.filter { $0.key > run.upperBound }.min { $0.key < $1.key }?.value ?? new.count + 1
    let near = floor < ceiling ? (floor + 1..<max(floor + 1, min(ceiling, last + 1))).first(where: fits) : nil
    var start = near
    if start == nil {
      let all = (1...last).filter(fits)
      if all.count == 1 { start = all[0] }
    }
    guard let start else { return }
    for (index, number) in run.enumerated() { put(number, at: start + index) }
  }

  // MARK: Ranges

  /// The most lines of a citation.
  private static let longest = 40

  func fate(of range: ClosedRange<Int>) -> Fate {
    let known = range.filter { old[$0] != nil }
    guard !known.isEmpty else { return .unknown }
    let telling = known.filter { !(old[$0] ?? "").allSatisfy(\.isWhitespace) }
    let placed = telling.filter { places[$0] != nil }
    guard let first = placed.first, let last = placed.last, let start = places[first], let end = places[last],
      start <= end
    else { return between(range) }
    let whole = max(1, start - (first - range.lowerBound))...min(new.count, max(end, end + (range.upperBound - last)))
    if placed.count == telling.count, end - start == last - first { return .same(whole) }
    let least = placed.compactMap { places[$0] }
    guard let low = least.min(), let high = least.max() else { return .gone }
    let changed = max(1, min(low, whole.lowerBound))...min(new.count, max(high, whole.upperBound))
    return .changed(
      changed.count <= Self.longest ? changed : changed.lowerBound...(changed.lowerBound + Self.longest - 1)
    )
  }

  /// Returns the replacement for lines that no longer exist: the most similar lines between the nearest mapped ones.
  private func between(_ range: ClosedRange<Int>) -> Fate {
    var (first, last) = (range.lowerBound - 1, range.upperBound + 1)
    while old[first] != nil, places[first] == nil { first -= 1 }
    while old[last] != nil, places[last] == nil { last += 1 }
    guard let before = places[first], let after = places[last], after - before > 1, after - before <= 1_000 else {
      return .gone
    }
    var likest: [Int] = []
    for number in range {
      let words = Set((old[number] ?? "").nameWords)
      guard !words.isEmpty else { continue }
      let shares = ((before + 1)...(after - 1)).map { place -> (place: Int, share: Double) in
        let other = Set(new[place - 1].nameWords)
        return (place, Double(words.intersection(other).count) / Double(words.union(other).count))
      }
      if let best = shares.max(by: { $0.share < $1.share }), best.share >= 0.4 { likest.append(best.place) }
    }
    if let low = likest.min(), let high = likest.max(), high - low < Self.longest { return .changed(low...high) }
    // As many lines in their place are those lines, written anew.
    guard after - before == last - first else { return .gone }
    let moved = (range.lowerBound - first + before)...(range.upperBound - first + before)
    return moved.contains { Self.isTelling(new[$0 - 1]) } ? .changed(moved) : .gone
  }
}
