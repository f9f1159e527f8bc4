import AssayDocuments
import AssayText

/// Finding of the commands that are examples of the calls which their sections announce.
extension SightingReader {
  mutating func readExamples() {
    for (outline, guide) in outlines.enumerated() {
      var (announced, level, heading): ([Int], Int, Int) = ([], 0, 0)
      for (passage, found) in zip(guide.passages, sightingsOf[outline]) {
        if case .heading(let own) = passage.kind {
          heading = own
          if own <= level { announced = [] }
        }
        for index in found where sightings[index].kind == .made { readExample(index, of: announced) }
        let own = found.filter { sightings[$0].kind == .announced }
        if announced.isEmpty, !own.isEmpty { level = heading }
        announced += own
      }
    }
  }

  /// Reads a command as an example of the only announced call with its method: what it has before the path is that of the
  /// base URL, and it may have any word in place of a parameter.
  private mutating func readExample(_ index: Int, of announced: [Int]) {
    let shown = sightings[index].target
    let calls = announced.map { sightings[$0] }.filter { $0.method == nil || $0.method == sightings[index].method }
    guard let own = calls.first?.target, calls.allSatisfy({ $0.target == own }), !own.words.isEmpty,
      shown.segments.count >= own.segments.count,
      zip(shown.segments.suffix(own.segments.count), own.segments).allSatisfy({ $0 == $1 || CallTarget.isParameter($1) }
      )
    else { return }
    let before = shown.segments.dropLast(own.segments.count)
    let path = before.map { "/" + $0 }.joined()
    if !before.isEmpty, !bases.contains(where: { $0.path == path }) {
      guard let last = before.last, Self.isBaseSegment(last), shown.isAbsolute, !own.isAbsolute,
        !before.contains(where: { CallTarget.isParameter($0) }), bases.allSatisfy(\.path.isEmpty)
      else { return }
      add(shown.base + path, name: "", sightings[index].source)
    }
    sightings[index].example = own
  }
}
