/// A filter for a large number of secrets, or very long ones. It finds those that may occur in a few texts, so that
/// only these are searched for in all their encodings.
///
/// The encodings are decoded in the texts, which are short, rather than generated from the secrets. The time is
/// proportional to the size of the secrets; memory is needed for only some of them at a time.
package struct SecretSieve: Sendable {
  /// The texts in which secrets are searched for, and the same texts with their encodings decoded.
  private var forms: [(bytes: [UInt8], isBase64: Bool)] = []
  /// The number of levels of escapes that have been decoded from each form, so that no form is decoded twice.
  private var undone: [[UInt8]: Int] = [:]
  /// The hashed byte sequences in the texts: short ones for whole values, longer ones for pieces of long values, since
  /// a few bytes of those reveal nothing.
  private var marks = Marks(width: shortestPart)
  private var longMarks = Marks(width: 8)

  /// The length of the pieces in which a long value is searched for. Each begins in the middle of the previous one, so
  /// that any part of up to half this length is inside one of them.
  private static let piece = 2_048
  /// The number of bytes of secrets that are searched for at a time.
  private static let batch = 1 << 16

  /// The shortest part of a secret that is completely contained in four characters of its Base64, which would reveal
  /// it.
  private static let shortestPart = 3

  package init(_ texts: some Sequence<String>) {
    for text in Set(texts) where !text.isEmpty { add(Array(text.utf8), escapes: 3, isBase64: false) }
  }

  private mutating func add(_ bytes: [UInt8], escapes: Int, isBase64: Bool) {
    let known = undone[bytes]
    if let known, known >= escapes { return }
    undone[bytes] = escapes
    if known == nil {
      forms.append((bytes, isBase64))
      marks.add(bytes)
      longMarks.add(bytes)
      if !isBase64 { for decoded in Base64Parts.decoded(of: bytes) { add(decoded, escapes: 1, isBase64: true) } }
    }
    guard escapes > 0 else { return }
    for notation in [DecodedText.Notation.json, .percent, .form, .entities, .lines] {
      if let decoded = DecodedText(bytes, notation) { add(decoded.bytes, escapes: escapes - 1, isBase64: isBase64) }
    }
  }

  /// Returns those of `secrets` that the texts may contain, whole or cut by an ellipsis. Of a very long secret, returns
  /// the pieces that the texts may contain.
  package func held(of secrets: [Secret]) -> [Secret] {
    var found: [Secret] = []
    var batch: [[UInt8]: Secret] = [:]
    var size = 0
    for secret in secrets {
      let bytes = Array(secret.value.utf8)
      for range in Self.pieces(of: bytes) {
        let piece = Array(bytes[range])
        let isWhole = range.count == bytes.count
        guard (isWhole ? marks : longMarks).hold(piece), batch[piece] == nil else { continue }
        var part = secret
        if !isWhole { part.value = String(decoding: piece, as: UTF8.self) }
        batch[piece] = part
        size += piece.count
        guard size >= Self.batch else { continue }
        found += held(of: batch)
        (batch, size) = ([:], 0)
      }
    }
    return found + held(of: batch)
  }

  /// Returns the whole value or, if it is long, pieces of it; none begins or ends inside a character.
  private static func pieces(of bytes: [UInt8]) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    func boundary(_ place: Int) -> Int {
      var place = place
      while place < bytes.count, place > 0, bytes[place] & 0xC0 == 0x80 { place -= 1 }
      return place
    }
    var start = 0
    while bytes.count - start > piece {
      pieces.append(start..<boundary(start + piece))
      start = boundary(start + piece / 2)
    }
    return pieces + [start..<bytes.count]
  }

  private func held(of batch: [[UInt8]: Secret]) -> [Secret] {
    if batch.isEmpty { return [] }
    let pieces = batch.keys.sorted { $0.lexicographicallyPrecedes($1) }
    var patterns = pieces
    // The piece that each pattern stands for: of a key in several lines a text may show one.
    var owners = Array(pieces.indices)
    for (owner, piece) in pieces.enumerated() {
      for line in Secret.lines(of: piece) {
        patterns.append(line)
        owners.append(owner)
      }
    }
    let automaton = SecretAutomaton(patterns)
    var found: Set<Int> = []
    for form in forms {
      let least = form.isBase64 ? Self.shortestPart : SecretAutomaton.shortestPart
      let matches = automaton.matches(in: form.bytes, isCut: true, shortest: least)
      found.formUnion(matches.map { owners[$0.pattern] })
    }
    return found.sorted().compactMap { batch[pieces[$0]] }
  }
}

/// A filter for byte sequences that certainly do not occur in some texts.
private struct Marks {
  let width: Int
  private var table = [Bool](repeating: false, count: 1 << 18)

  init(width: Int) { self.width = width }

  mutating func add(_ text: [UInt8]) {
    var word: UInt64 = 0
    for (index, byte) in text.enumerated() {
      word = word << 8 | UInt64(byte)
      if index >= width - 1 { table[place(of: word)] = true }
    }
  }

  /// Returns true if any `width` consecutive bytes of `bytes` may occur in the texts.
  func hold(_ bytes: [UInt8]) -> Bool {
    var word: UInt64 = 0
    var count = 0
    for byte in bytes {
      word = word << 8 | UInt64(byte)
      count += 1
      if count >= width, table[place(of: word)] { return true }
    }
    return false
  }

  private func place(of word: UInt64) -> Int {
    Int(((word << UInt64(64 - 8 * width)) &* 0x9E37_79B9_7F4A_7C15) >> 46)
  }
}
