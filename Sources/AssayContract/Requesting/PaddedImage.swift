import AssayHTTP

/// Images enlarged to any size without visible change, by adding parts that every decoder ignores.
package enum PaddedImage {
  /// The approximate number of bytes that a part adds.
  package static let block = 65_533

  /// Returns true if images of the media type can be padded.
  package static func canPad(_ mediaType: String) -> Bool { ["image/png", "image/jpeg"].contains(mediaType) }

  /// Returns `bytes` with `blocks` parts added; unchanged if they are neither PNG nor JPEG.
  package static func bytes(_ bytes: [UInt8], blocks: Int) -> [UInt8] {
    guard blocks > 0 else { return bytes }
    // After the signature and the header of a PNG a private chunk may stand (PNG 3rd edition, section 4.8), after the start
    // of a JPEG a comment (ITU-T T.81, section B.2.4.5).
    let header = 33
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count > header {
      return padded(bytes, header, chunk, blocks)
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return padded(bytes, 2, comment, blocks) }
    return bytes
  }

  private static func padded(_ bytes: [UInt8], _ place: Int, _ part: [UInt8], _ blocks: Int) -> [UInt8] {
    var result = Array(bytes[..<place])
    result.reserveCapacity(bytes.count + blocks * part.count)
    for _ in 0..<blocks { result += part }
    return result + bytes[place...]
  }

  /// A JPEG comment of the maximum length.
  private static let comment = [0xFF, 0xFE, 0xFF, 0xFF] + [UInt8](repeating: 0, count: block)

  /// A PNG chunk that decoders ignore: ancillary, private, safe to copy.
  private static let chunk: [UInt8] = {
    let content = Array("asSy".utf8) + [UInt8](repeating: 0, count: block)
    return bigEndian(UInt32(block)) + content + bigEndian(CRC32.sum(of: content))
  }()

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
  }
}
