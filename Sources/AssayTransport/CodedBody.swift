package import AssayHTTP

/// The body of a request with a content coding (RFC 9110 section 8.4).
package enum CodedBody {
  /// The reason why a request's body could not be decoded.
  package enum Refusal: Error, Hashable, Sendable {
    /// The coding with this name is not supported.
    case unknown(String)
    /// The decoded body is larger than the limit.
    case tooLarge
    /// The body does not match its coding, for this reason.
    case malformed(String)
  }

  /// The content codings that can be decoded, in the form of an `Accept-Encoding` field (RFC 7694).
  package static let accepted = ContentDecoder.accepted

  /// Returns `body` with the codings named by `Content-Encoding` in `headers` decoded, at most `limit` bytes.
  package static func decoded(_ body: [UInt8], _ headers: [HTTPHeader], limit: Int) throws(Refusal) -> [UInt8] {
    let codings = ContentDecoder.codings(of: headers)
    if codings.isEmpty { return body }
    if let unknown = codings.first(where: { CodingFormat($0) == nil }) { throw .unknown(String(unknown.prefix(60))) }
    var decoded: [UInt8] = []
    let (fits, isWhole): (Bool, Bool)
    do throws(ContentDecoder.Fault) {
      let decoder = try ContentDecoder(codings)
      fits = try body.withUnsafeBufferPointer { bytes throws(ContentDecoder.Fault) in
        try decoder.decode(bytes) { block in
          guard decoded.count + block.count <= limit else { return false }
          decoded += block
          return true
        }
      }
      isWhole = decoder.isWhole
    } catch {
      throw .malformed(error.detail)
    }
    guard fits else { throw .tooLarge }
    guard isWhole else { throw .malformed("it ends before its coding does") }
    return decoded
  }
}
