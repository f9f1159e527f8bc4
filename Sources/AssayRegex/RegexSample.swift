/// A generator of a simple text that an expression matches.
struct RegexSample {
  /// The preferred number of repetitions of a part that may be repeated a variable number of times.
  let times: Int
  /// The branch to take of several, from 0; the last if there are fewer.
  let branch: Int
  private var length = 0

  private static let longest = 10_000

  init(times: Int, branch: Int) { (self.times, self.branch) = (times, branch) }

  /// Returns the text; `nil` if it is too long, or a set is empty. Assertions are ignored.
  mutating func text(of syntax: RegexSyntax) -> String? {
    guard length <= Self.longest else { return nil }
    switch syntax {
    case .set(let set):
      length += 1
      return Self.character(of: set)
    case .sequence(let parts):
      var text = ""
      for part in parts {
        guard let next = self.text(of: part) else { return nil }
        text += next
      }
      return text
    case .alternation(let branches):
      return branches.isEmpty ? "" : text(of: branches[min(branch, branches.count - 1)])
    case .repetition(let inner, let minimum, let maximum, _):
      return text(
        of: .sequence(Array(repeating: inner, count: min(max(minimum, times), maximum ?? .max, Self.longest)))
      )
    case .group(_, let inner): return text(of: inner)
    case .assertion, .lookAround: return ""
    }
  }

  private static func character(of set: ScalarSet) -> String? {
    let plain = ["a", "A", "1", "t", "-"] as [Unicode.Scalar]
    let found = plain.first { set.contains($0.value) } ?? set.ranges.first.flatMap { Unicode.Scalar($0.lowerBound) }
    return found.map { String($0) }
  }
}

extension ECMARegex {
  /// Returns a simple text of `least` to `most` characters that `pattern` matches; `nil` if none is found.
  package static func sample(of pattern: String, least: Int = 0, most: Int = .max) -> String? {
    guard let syntax = try? RegexParser.parse(pattern), let regex = try? ECMARegex(pattern) else { return nil }
    for branch in 0..<4 {
      for times in [1, 0, 2, 3, 4, 8, 16, 32, least] {
        var sample = RegexSample(times: times, branch: branch)
        guard var text = sample.text(of: syntax) else { continue }
        // Without an end that is asserted, more may follow.
        if text.count < least {
          text += String(repeating: "a", count: min(least, 1_000) - min(least, 1_000, text.count))
        }
        if text.count >= least, text.count <= most, regex.contains(in: text) { return text }
      }
    }
    return nil
  }
}
