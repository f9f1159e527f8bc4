/// The parts of a text that may be Base64 (RFC 4648 sections 4 and 5), and the bytes they would encode.
enum Base64Parts {
  /// The fewest consecutive characters that can hold a secret, unless some were left out.
  private static let fewest = 6
  private static let fewestOfCut = 4

  /// Returns the decoded bytes of each run of alphabet characters in `text`, once for each of the four positions at
  /// which a group of characters can begin. An ellipsis next to the run is included.
  static func decoded(of text: [UInt8]) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var start = 0
    while start < text.count {
      guard value(text[start]) != nil else {
        start += 1
        continue
      }
      var end = start + 1
      while end < text.count, value(text[end]) != nil { end += 1 }
      let ellipsis = SecretAutomaton.ellipsis
      let lead = text[..<start].suffix(ellipsis.count).elementsEqual(ellipsis) ? ellipsis : []
      let trail = text[end...].starts(with: ellipsis) ? ellipsis : []
      if end - start >= (lead.isEmpty && trail.isEmpty ? fewest : fewestOfCut) {
        for first in start..<min(start + 4, end) { parts.append(lead + decoded(text[first..<end]) + trail) }
      }
      start = end
    }
    return parts
  }

  static func decoded(_ run: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(run.count * 3 / 4)
    var (accumulator, bits): (UInt32, UInt32) = (0, 0)
    for byte in run {
      accumulator = (accumulator << 6 | (value(byte) ?? 0)) & 0xFFFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: accumulator >> bits))
      }
    }
    return bytes
  }

  static func isCharacter(_ byte: UInt8) -> Bool { value(byte) != nil }

  /// Returns the six bits that a Base64 character stands for, in the alphabet of section 4 or 5; `nil` for other bytes.
  private static func value(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x41...0x5A: UInt32(byte) - 0x41
    case 0x61...0x7A: UInt32(byte) - 0x47
    case 0x30...0x39: UInt32(byte) + 4
    case 0x2B, 0x2D: 62
    case 0x2F, 0x5F: 63
    default: nil
    }
  }
}
