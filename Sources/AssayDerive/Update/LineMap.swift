/// A map from the lines that a contract remembers of a document to the lines of the document as it is now.
struct LineMap: Sendable {
  private let old: [Int: String]
  private let new: [String]
  /// The line, from 1, that each remembered line has become.
  private var places: [Int: Int] = [:]
  private var taken: Set<Int> = []

  /// The result for a range of lines.
  enum Fate: Hashable, Sendable {
    /// The same lines stand there.
    case same(ClosedRange<Int>)
    /// Other lines stand in their place, or some of them.
    case changed(ClosedRange<Int>)
    case gone
    /// The contract does not remember them.
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

  /// Lines that stand once in both and in the same order are the same lines.
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

  /// The places of a longest rising row among `values`.
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

  /// Neighbours of a known line are known where they are the same.
  private mutating func extend(from number: Int, by step: Int) {
    var (from, to) = (number, places[number] ?? 0)
    while let text = old[from + step], places[from + step] == nil, to + step >= 1, to + step <= new.count,
      new[to + step - 1] == text, !taken.contains(to + step)
    {
      (from, to) = (from + step, to + step)
      put(from, at: to)
    }
  }

  /// Rows of remembered lines of which none is known.
  private var unplaced: [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    for number in old.keys.sorted() where places[number] == nil {
      if let last = runs.last, last.upperBound == number - 1 {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs
  }

  /// Puts a row where all of it appears: between its neighbours, or where it appears once.
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

  /// No citation spans more lines.
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

  /// Returns the replacement for lines that no longer exist: the lines most like them between the known lines around.
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
