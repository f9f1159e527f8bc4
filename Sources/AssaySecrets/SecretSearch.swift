/// A search for secrets and tokens in a text, in any encoding, which replaces them.
struct SecretSearch: Sendable {
  /// A function that returns the replacement of a text, identified by its token.
  typealias Replacement = (_ token: [UInt8], _ text: ArraySlice<UInt8>) -> [UInt8]

  private struct Hit {
    var range: Range<Int>
    var layer: Int
    var pattern: Int
    /// True for a number in a JSON text, or part of one, where a token would not be valid JSON.
    var isNumber = false
  }

  /// The token that replaces a matched pattern. `isToken` is true if the pattern is that token itself and not a secret.
  private struct Meaning {
    var token: [UInt8]
    var isToken: Bool
  }

  /// A group of secrets that are searched for in one pass.
  private final class Layer: Sendable {
    let secrets: [Secret]
    let tokens: [Secret]
    let automaton: SecretAutomaton
    let meanings: [Meaning]

    init(_ secrets: [Secret], tokens: [Secret]) {
      var patterns: [[UInt8]] = []
      var inBase64: [Bool] = []
      var meanings: [Meaning] = []
      var known: Set<[UInt8]> = []
      func add(_ pattern: [UInt8], _ token: [UInt8], inBase64 isEncoded: Bool) {
        guard known.insert(pattern).inserted else { return }
        patterns.append(pattern)
        inBase64.append(isEncoded)
        meanings.append(Meaning(token: token, isToken: pattern == token))
      }
      for secret in tokens { add(Array(secret.token.utf8), Array(secret.token.utf8), inBase64: false) }
      for secret in secrets {
        let token = Array(secret.token.utf8)
        for pattern in secret.patterns { add(pattern.bytes, token, inBase64: pattern.inBase64) }
      }
      automaton = SecretAutomaton(patterns) { inBase64[$0] }
      (self.secrets, self.tokens, self.meanings) = (secrets, tokens, meanings)
    }
  }

  /// The groups of secrets, the oldest first; each group is larger than the next. A secret moves to another group only
  /// when the number of secrets doubles, so that adding many one by one costs little more than adding them together.
  private var layers: [Layer] = []

  /// Looks for the values of `secrets`, and for the tokens of `tokens`.
  init(_ secrets: [Secret], tokens: [Secret]) { add(secrets, tokens: tokens) }

  /// Adds further secrets and tokens to the search.
  mutating func add(_ secrets: [Secret], tokens: [Secret]) {
    if secrets.isEmpty, tokens.isEmpty { return }
    var (secrets, tokens) = (secrets, tokens)
    while let last = layers.last, last.tokens.count <= max(tokens.count, Self.fewest) {
      (secrets, tokens) = (last.secrets + secrets, last.tokens + tokens)
      layers.removeLast()
    }
    layers.append(Layer(secrets, tokens: tokens))
  }

  /// The fewest secrets in a group: up to this number, all are searched for in one pass.
  private static let fewest = 16

  /// Returns `text` with each secret and each token replaced: by default a secret by its token, and a token by itself.
  ///
  /// There is one pass over the text, and one for each notation with escapes in it, at two levels. With `isData`, JSON
  /// text stays valid JSON. With `isCut`, secrets cut by an ellipsis are also found. With `isShallow`, JSON escapes are
  /// decoded once and then others once, as by a client that captures a value and uses it.
  func replacing(
    in text: [UInt8],
    isData: Bool,
    isCut: Bool = false,
    isShallow: Bool = false,
    token: Replacement = { token, _ in token },
    secret: Replacement = { token, _ in token }
  ) -> [UInt8] {
    var hits = merged(isShallow ? self.hits(in: text, json: 1, other: 1, isCut) : self.hits(in: text, isCut: isCut))
    if isData { hits = spared(hits, in: text) }
    guard !hits.isEmpty else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var end = 0
    for hit in hits {
      result += text[end..<hit.range.lowerBound]
      end = hit.range.upperBound
      let meaning = layers[hit.layer].meanings[hit.pattern]
      if hit.isNumber {
        // Another number of its length stands for it.
        result += [text[hit.range.lowerBound] == 0x30 ? 0x30 : 0x31]
        result += text[hit.range].dropFirst().map { (0x30...0x39).contains($0) ? 0x30 : $0 }
      } else if !meaning.isToken {
        result += secret(meaning.token, text[hit.range])
      } else if isCut, hit.range.count < meaning.token.count {
        result += text[hit.range]
      } else {
        // Where a token is to stay, it stays in the spelling it has.
        let other = token(meaning.token, text[hit.range])
        result += other == meaning.token ? Array(text[hit.range]) : other
      }
    }
    return result + text[end...]
  }

  /// Returns a text that is not data with each secret and each token replaced.
  func replacing(in text: String, isCut: Bool = false, token: Replacement = { token, _ in token }) -> String {
    if text.isEmpty { return text }
    return String(decoding: replacing(in: Array(text.utf8), isData: false, isCut: isCut, token: token), as: UTF8.self)
  }

  // MARK: Finding

  /// Returns the places of secrets and tokens in the text itself and in its decoded forms.
  private func hits(in text: [UInt8], isCut: Bool) -> [Hit] {
    // JSON in JSON in a JSON string, as gateways wrap the errors of their backends, then two more notations inside
    // that. Of a large text one less each, so that a text made of nothing but escapes takes no longer than it came.
    let spare = text.count > 1 << 20 ? 1 : 0
    return hits(in: text, json: 3 - spare, other: 2 - spare, isCut)
  }

  /// Returns the matches in `text` and in its decoded escapes: `json` levels of JSON escapes and then `other` levels of
  /// others.
  private func hits(in text: [UInt8], json: Int, other: Int, _ isCut: Bool) -> [Hit] {
    var hits: [Hit] = []
    for (index, layer) in layers.enumerated() {
      hits += layer.automaton.matches(in: text, isCut: isCut).map { match in
        Hit(range: match.range, layer: index, pattern: match.pattern)
      }
    }
    if json > 0, let decoded = DecodedText(text, .json) {
      hits += moved(self.hits(in: decoded.bytes, json: json - 1, other: other, isCut), to: decoded)
    }
    guard other > 0 else { return hits }
    for notation in [DecodedText.Notation.percent, .form, .entities, .lines] {
      guard let decoded = DecodedText(text, notation) else { continue }
      hits += moved(self.hits(in: decoded.bytes, json: 0, other: other - 1, isCut), to: decoded)
    }
    return hits
  }

  /// Returns the matches in a decoded text with their ranges in the text from which it was decoded.
  private func moved(_ hits: [Hit], to text: DecodedText) -> [Hit] {
    zip(hits, text.sources(of: hits.map(\.range))).map { Hit(range: $1, layer: $0.layer, pattern: $0.pattern) }
  }

  /// Returns one hit for each place; overlapping hits are combined under the token of the longest, so that no part of a
  /// secret remains.
  private func merged(_ hits: [Hit]) -> [Hit] {
    let sorted = hits.sorted { left, right in
      let (first, second) = (left.range, right.range)
      if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
      if first.upperBound != second.upperBound { return first.upperBound > second.upperBound }
      return (left.layer, left.pattern) < (right.layer, right.pattern)
    }
    var merged: [Hit] = []
    var longest = 0
    for hit in sorted {
      guard let last = merged.last, hit.range.lowerBound < last.range.upperBound else {
        merged.append(hit)
        longest = hit.range.count
        continue
      }
      // What lies inside another one goes with it.
      guard hit.range.upperBound > last.range.upperBound else { continue }
      let named = hit.range.count > longest ? hit : last
      longest = max(longest, hit.range.count)
      let range = last.range.lowerBound..<hit.range.upperBound
      merged[merged.count - 1] = Hit(range: range, layer: named.layer, pattern: named.pattern)
    }
    return merged
  }

  // MARK: Sparing

  /// Returns the matches that can be replaced in a JSON text. Those in unquoted words, such as `true`, are left out. A
  /// number that is a secret is marked, since a token in its place would not be valid JSON.
  private func spared(_ hits: [Hit], in text: [UInt8]) -> [Hit] {
    guard !hits.isEmpty, let first = text.first(where: { !Self.isBlank($0) }), first == 0x7B || first == 0x5B else {
      return hits
    }
    var strings = JSONStringCursor(text)
    return hits.compactMap { hit in
      guard text[hit.range].allSatisfy(Self.isBare), !strings.isInString(hit.range.lowerBound) else { return hit }
      let run = Self.run(around: hit.range, in: text)
      guard Self.isScalar(run) else { return hit }
      // A number that contains the digits of a secret, or those of a short one, is not secret.
      guard hit.range.count >= 8, run.elementsEqual(text[hit.range]), run.allSatisfy({ (0x30...0x39).contains($0) })
      else { return nil }
      return Hit(range: hit.range, layer: hit.layer, pattern: hit.pattern, isNumber: true)
    }
  }

  private static func run(around range: Range<Int>, in text: [UInt8]) -> ArraySlice<UInt8> {
    var (start, end) = (range.lowerBound, range.upperBound)
    // Nothing that long is a number anybody means, and the search for its ends stays short.
    let (least, most) = (max(0, start - 32), min(text.count, end + 32))
    while start > least, isBare(text[start - 1]) { start -= 1 }
    while end < most, isBare(text[end]) { end += 1 }
    return text[start..<end]
  }

  private static func isScalar(_ run: ArraySlice<UInt8>) -> Bool {
    if ["true", "false", "null"].contains(where: { run.elementsEqual($0.utf8) }) { return true }
    return run.contains { (0x30...0x39).contains($0) }
      && run.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
    default: false
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

/// A cursor that determines whether a place in a JSON text is inside a string; places must be queried in ascending
/// order.
private struct JSONStringCursor {
  private let text: [UInt8]
  private var cursor = 0
  private var isInside = false

  init(_ text: [UInt8]) { self.text = text }

  mutating func isInString(_ place: Int) -> Bool {
    while cursor < place {
      if text[cursor] == 0x22 { isInside.toggle() }
      cursor += isInside && text[cursor] == 0x5C ? 2 : 1
    }
    return isInside
  }
}
