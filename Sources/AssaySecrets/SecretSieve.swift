/// Tells which of very many secrets, or of very long ones, there is anything of in a few texts, so that only these are looked
/// for in all their spellings.
///
/// The spellings are undone in the texts, which are short, and not made of the secrets. Takes time in proportion to the
/// secrets, and memory for some of them at a time.
package struct SecretSieve: Sendable {
  /// The texts, and what their escapes stand for.
  private var forms: [(bytes: [UInt8], isBase64: Bool)] = []
  /// The number of times the escapes of each form were undone.
  private var undone: [[UInt8]: Int] = [:]
  /// Marks, by a hash, of what bytes in a row there are in the texts: for values as a whole, and for pieces of long ones, of
  /// which a few tell nothing.
  private var marks = Marks(width: shortestPart)
  private var longMarks = Marks(width: 8)

  /// A long value is looked for in pieces of this length, of which each begins in the middle of the one before: whatever a
  /// text shows of it, up to half of that, stands in one of them.
  private static let piece = 2_048
  /// So many bytes of secrets are looked for at a time.
  private static let batch = 1 << 16

  /// The shortest part of a secret that four characters of its Base64, which tell of it, hold as a whole.
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

  /// Those of `secrets` that the texts hold, whole or what an ellipsis has left of them; of a long one the pieces they hold.
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

  /// The value as a whole, or where it is long, pieces of it, none of which begins or ends inside a character.
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

/// Tells what bytes in a row are surely not in some texts.
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

  /// Returns true if any `width` bytes in a row of `bytes` may be in the texts.
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
