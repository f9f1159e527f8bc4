import Testing

@testable import AssaySecrets

/// Every pattern is found wherever a search for each alone finds it.
struct SecretAutomatonTests {
  private func found(_ patterns: [String], in text: String, isCut: Bool = false, shortest: Int = 4) -> [String] {
    let bytes = Array(text.utf8)
    return SecretAutomaton(patterns.map { Array($0.utf8) }).matches(in: bytes, isCut: isCut, shortest: shortest)
      .map { "\(patterns[$0.pattern]) at \($0.range.lowerBound): \(String(decoding: bytes[$0.range], as: UTF8.self))" }
      .sorted()
  }

  /// Few letters make patterns that overlap, begin alike and contain one another.
  @Test(arguments: 0..<20) func findsWhatASearchForEachFinds(_ seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9 &+ 1
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    func text(_ count: Int) -> [UInt8] { (0..<count).map { _ in next(2) == 0 ? 0x61 : 0x62 } }
    // Longer than what stands in the automaton, too.
    let patterns = (0..<12).map { _ in text(1 + next(40)) }
    let searched = text(400) + patterns[0] + text(30) + patterns[1]
    var wanted: Set<[Int]> = []
    for pattern in patterns {
      for start in 0...searched.count - pattern.count where searched[start...].starts(with: pattern) {
        wanted.insert([start, pattern.count])
      }
    }
    let matches = SecretAutomaton(patterns).matches(in: searched)
    for match in matches { #expect(Array(searched[match.range]) == patterns[match.pattern]) }
    let found = Set(matches.map { [$0.range.lowerBound, $0.range.count] })
    #expect(found.isSubset(of: wanted))
    // Of patterns with the same first bytes the longest is what has to be hidden.
    for place in wanted where !found.contains(place) {
      #expect(found.contains { $0[0] == place[0] && $0[1] >= place[1] }, "\(place)")
    }
  }

  @Test(arguments: [
    ("the sword…", ["swordfish at 4: sword"]), ("…dfish and", ["swordfish at 3: dfish"]),
    ("…ordf…", ["swordfish at 3: ordf"]), ("the swo…", []), ("…fis…", []), ("…ordf and more", []),
    ("…swordfish…", ["swordfish at 3: swordfish"]), ("sword", []),
  ])
  func findsWhatAnEllipsisLeaves(_ text: String, _ wanted: [String]) {
    #expect(Set(found(["swordfish"], in: text, isCut: true)) == Set(wanted))
    if text.contains("…"), !text.contains("swordfish") { #expect(found(["swordfish"], in: text).isEmpty) }
  }

  /// However many bytes stand before it, and in either alphabet (RFC 4648 sections 4 and 5).
  @Test(arguments: ["c3dvcmTDvz8+", "YTpzd29yZMO/Pz4=", "YWE6c3dvcmTDvz8-", "YWFhOnN3b3Jkw78_Pg"])
  func findsBase64(_ text: String) {
    let pattern = Array("swordÿ?>".utf8)
    let searched = Array("x \(text) y".utf8)
    #expect(SecretAutomaton([pattern]).matches(in: searched).isEmpty)
    let match = SecretAutomaton([pattern]) { _ in true }.matches(in: searched).first
    // The last character of what is not padded holds two bits of the value, and stays.
    #expect(match.map { $0.range.upperBound >= searched.count - 3 } == true)
  }

  /// A text in which every place begins like a pattern takes no more than linear time.
  @Test(.timeLimit(.minutes(1))) func theWorkIsBounded() {
    let pattern = [UInt8](repeating: 0x61, count: 20_000) + [0x62]
    let text = [UInt8](repeating: 0x61, count: 1_000_000)
    _ = SecretAutomaton([pattern, pattern + [0x63]]).matches(in: text)
  }

  /// Nor do thousands of patterns that begin alike, or thousands of ellipses and a long pattern: what cannot be told apart then
  /// is found.
  @Test(.timeLimit(.minutes(1))) func theWorkOfManyPatternsAndEllipsesIsBounded() {
    let alike = (0..<7_000).map { Array("abcdefgh12345678\($0)".utf8) }
    let text = Array(String(repeating: "abcdefgh12345678", count: 20_000).utf8)
    #expect(!SecretAutomaton(alike).matches(in: text).isEmpty)
    let long = [UInt8](repeating: 0x61, count: 3_000_000) + [0x62]
    let cut = Array(String(repeating: "aaaaaaaaaa…", count: 2_000).utf8)
    let matches = SecretAutomaton([long]) { _ in true }.matches(in: cut, isCut: true)
    #expect(matches.contains { $0.range.lowerBound < 10 } && matches.contains { $0.range.upperBound > cut.count - 10 })
  }
}
