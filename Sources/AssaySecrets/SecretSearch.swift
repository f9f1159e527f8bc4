/// Finds secrets and tokens in a text, however they are written there, and puts something in their place.
struct SecretSearch: Sendable {
  /// Returns the replacement of a text, which is known by its token.
  typealias Replacement = (_ token: [UInt8], _ text: ArraySlice<UInt8>) -> [UInt8]

  private struct Hit {
    var range: Range<Int>
    var layer: Int
    var pattern: Int
    /// True if it is a number of a JSON text, or part of one, where a token in its place would not be valid JSON.
    var isNumber = false
  }

  /// The meaning of a pattern: a secret, or (`isToken`) a token that appears in a text by itself.
  private struct Meaning {
    var token: [UInt8]
    var isToken: Bool
  }

  /// Some of the secrets, which are searched for in one pass.
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

  /// The oldest secrets first, each layer larger than the next one: a secret is taken into another layer as often as
  /// their number doubles, so that telling many of them, one after another, costs little more than telling all at once.
  private var layers: [Layer] = []

  /// Looks for the values of `secrets`, and for the tokens of `tokens`.
  init(_ secrets: [Secret], tokens: [Secret]) { add(secrets, tokens: tokens) }

  /// Looks for these, too.
  mutating func add(_ secrets: [Secret], tokens: [Secret]) {
    if secrets.isEmpty, tokens.isEmpty { return }
    var (secrets, tokens) = (secrets, tokens)
    while let last = layers.last, last.tokens.count <= max(tokens.count, Self.fewest) {
      (secrets, tokens) = (last.secrets + secrets, last.tokens + tokens)
      layers.removeLast()
    }
    layers.append(Layer(secrets, tokens: tokens))
  }

  /// So many secrets are looked for in one pass, whenever they were told.
  private static let fewest = 16

  /// `text` with something else instead of each secret and each token: as they come, a token for the one, and the
  /// other as it was, since it was put there.
  ///
  /// One pass over the text, and one more for each notation that has escapes in it, twice over. What is read as JSON later
  /// must not stop being it (`isData`). `isCut` finds what an ellipsis has left of a secret, too. `isShallow` undoes
  /// the escapes of JSON once, and then others once, as a client does that captures a value and uses it.
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

  /// The same in a text that is not data.
  func replacing(in text: String, isCut: Bool = false, token: Replacement = { token, _ in token }) -> String {
    if text.isEmpty { return text }
    return String(decoding: replacing(in: Array(text.utf8), isData: false, isCut: isCut, token: token), as: UTF8.self)
  }

  // MARK: Finding

  /// The matches in the text and in what its readers make of it.
  private func hits(in text: [UInt8], isCut: Bool) -> [Hit] {
    // JSON in JSON in a JSON string, as gateways wrap the errors of their backends, then two more notations inside
    // that. Of a large text one less each, so that a text made of nothing but escapes takes no longer than it came.
    let spare = text.count > 1 << 20 ? 1 : 0
    return hits(in: text, json: 3 - spare, other: 2 - spare, isCut)
  }

  /// The matches in `text` and in what its escapes stand for, `json` times those of JSON and then `other` times others.
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

  /// The hits where they stand in what `text` was decoded from.
  private func moved(_ hits: [Hit], to text: DecodedText) -> [Hit] {
    zip(hits, text.sources(of: hits.map(\.range))).map { Hit(range: $1, layer: $0.layer, pattern: $0.pattern) }
  }

  /// One hit for each place, what overlaps taken together under the token of the longest: nothing of a secret stays
  /// because another one held a part of it.
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

  /// The hits without those that are a word of a JSON text, and with a mark on those that are numbers: a token in their
  /// place would be no JSON.
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

/// Tells whether a place of a JSON text is inside a string; the places are asked for in their order.
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
