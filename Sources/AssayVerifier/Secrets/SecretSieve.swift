/// Tells which of very many secrets, or of very long ones, there is anything of in a few texts, so that only these are looked
/// for in all their spellings.
///
/// Takes time in proportion to the secrets, and memory for some of them at a time.
package struct SecretSieve: Sendable {
  /// The texts, and what is behind their escapes.
  private var forms: [(bytes: [UInt8], ellipses: [Int])] = []
  /// Marks, by a hash, of what bytes in a row there are in the texts: for values as a whole, and for pieces of long ones, of
  /// which a few tell nothing.
  private var marks = Marks(width: SecretAutomaton.shortestPart)
  private var longMarks = Marks(width: 8)

  /// A long value is looked for in pieces of this length, of which each begins in the middle of the one before: whatever a
  /// text shows of it, up to half of that, stands in one of them.
  private static let piece = 2_048
  /// So many bytes of secrets are looked for at a time.
  private static let batch = 1 << 16

  package init(_ texts: some Sequence<String>) {
    for text in Set(texts) where !text.isEmpty { add(Array(text.utf8), escapes: 2) }
  }

  private mutating func add(_ bytes: [UInt8], escapes: Int) {
    forms.append((bytes, SecretParts.ellipses(in: bytes)))
    marks.add(bytes)
    longMarks.add(bytes)
    guard escapes > 0 else { return }
    for notation in [DecodedText.Notation.json, .percent, .form] {
      if let decoded = DecodedText(bytes, notation) { add(decoded.bytes, escapes: escapes - 1) }
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
    let patterns = batch.keys.sorted { $0.lexicographicallyPrecedes($1) }
    let automaton = SecretAutomaton(patterns)
    let isCut = forms.contains { !$0.ellipses.isEmpty }
    let parts = isCut ? SecretParts(patterns.enumerated().map { ($0.offset, $0.element) }) : nil
    var found: Set<Int> = []
    for form in forms {
      found.formUnion(automaton.matches(in: form.bytes, isCut: true).map(\.pattern))
      if let parts { found.formUnion(parts.places(behind: form.ellipses, in: form.bytes).map(\.pattern)) }
    }
    return found.sorted().compactMap { batch[patterns[$0]] }
  }
}

/// Tells what bytes in a row are surely not in some texts.
private struct Marks {
  let width: Int
  private var table = [Bool](repeating: false, count: 1 << 16)

  init(width: Int) { self.width = width }

  mutating func add(_ text: [UInt8]) {
    var word: UInt64 = 0
    for (index, byte) in text.enumerated() {
      word = word << 8 | UInt64(byte)
      if index >= width - 1 { table[place(of: word)] = true }
    }
  }

  /// Whether any `width` bytes in a row of `bytes` may be in the texts.
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
    Int(((word << UInt64(64 - 8 * width)) &* 0x9E37_79B9_7F4A_7C15) >> 48)
  }
}
