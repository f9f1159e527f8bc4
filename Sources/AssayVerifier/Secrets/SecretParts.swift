/// Finds what an ellipsis has left of a pattern behind it: its end, or, between two of them, any part.
///
/// Every place of every pattern is known by the bytes that stand there, so that a text is looked at once.
struct SecretParts: Sendable {
  /// A place in a pattern.
  private struct Place {
    var pattern: Int
    var offset: Int
  }

  private let patterns: [Int: [UInt8]]
  private let places: [UInt32: [Place]]
  /// The fewest bytes of a part, four at most.
  private let shortest: Int

  /// Takes patterns with the numbers they are known by.
  init(_ patterns: [(number: Int, bytes: [UInt8])], shortest: Int = SecretAutomaton.shortestPart) {
    self.shortest = shortest
    var places: [UInt32: [Place]] = [:]
    for (number, bytes) in patterns where bytes.count > shortest {
      for offset in 1...bytes.count - shortest {
        places[Self.key(bytes, offset, shortest), default: []].append(Place(pattern: number, offset: offset))
      }
    }
    self.places = places
    self.patterns = Dictionary(uniqueKeysWithValues: patterns)
  }

  /// The parts that stand behind the ellipses of `text`, which end at `ends`: of each the longest, of `least` bytes at least.
  func places(behind ends: [Int], in text: [UInt8], least: Int = 0) -> [SecretAutomaton.Match] {
    var found: [SecretAutomaton.Match] = []
    for (index, start) in ends.enumerated() where start + shortest <= text.count {
      let next = index + 1 < ends.count ? ends[index + 1] - SecretAutomaton.ellipsis.count : nil
      var longest: SecretAutomaton.Match?
      for place in places[Self.key(text, start, shortest)] ?? [] {
        let length = length(of: place, in: text, from: start, to: next)
        guard length >= max(shortest, least), length > longest?.range.count ?? 0 else { continue }
        longest = SecretAutomaton.Match(range: start..<start + length, pattern: place.pattern)
      }
      if let longest { found.append(longest) }
    }
    return found
  }

  /// How much of the pattern from `place` on stands at `start`: all up to its end, or up to the next ellipsis; else none.
  private func length(of place: Place, in text: [UInt8], from start: Int, to next: Int?) -> Int {
    guard let pattern = patterns[place.pattern] else { return 0 }
    var length = 0
    while place.offset + length < pattern.count, start + length < (next ?? text.count),
      pattern[place.offset + length] == text[start + length]
    {
      length += 1
    }
    return place.offset + length == pattern.count || start + length == next ? length : 0
  }

  /// The first bytes at `offset`, as one number.
  private static func key(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt32 {
    (0..<count).reduce(0) { $0 << 8 | UInt32(bytes[offset + $1]) }
  }

  /// Where each ellipsis of `text` ends.
  static func ellipses(in text: [UInt8]) -> [Int] {
    let ellipsis = SecretAutomaton.ellipsis
    var ends: [Int] = []
    text.withUnsafeBufferPointer { text in
      var cursor = 0
      while cursor + 2 < text.count {
        if text[cursor] == ellipsis[0], text[cursor + 1] == ellipsis[1], text[cursor + 2] == ellipsis[2] {
          ends.append(cursor + 3)
        }
        cursor += 1
      }
    }
    return ends
  }
}
