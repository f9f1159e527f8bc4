/// The hash function of RFC 3174, required for the handshake of RFC 6455; it is not used for security.
package enum SHA1 {
  /// Returns the 20-byte digest of `message`.
  package static func digest(of message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    let padded = SHA256.padded(message)
    for start in stride(from: 0, to: padded.count, by: 64) { mix(padded[start..<start + 64], into: &state) }
    return state.flatMap(SHA256.bigEndian)
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = SHA256.words(of: block)
    for index in 16..<80 {
      words.append(rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for index in 0..<80 {
      let (mixed, constant): (UInt32, UInt32) =
        switch index {
        case ..<20: ((b & c) | (~b & d), 0x5a82_7999)
        case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
        case ..<60: ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc)
        default: (b ^ c ^ d, 0xca62_c1d6)
        }
      (a, b, c, d, e) = (rotate(a, 5) &+ mixed &+ e &+ constant &+ words[index], a, rotate(b, 30), c, d)
    }
    for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
