package import AssayHTTP

/// The body of a request that came coded (RFC 9110 section 8.4).
package enum CodedBody {
  /// Why a body is not read.
  package enum Refusal: Error, Hashable, Sendable {
    /// It is coded in a way that is not undone here, by this name.
    case unknown(String)
    /// It unfolds to more bytes than it may have.
    case tooLarge
    /// It is not what it says, for this reason.
    case malformed(String)
  }

  /// The codings that are undone, in the form of an `Accept-Encoding` field (RFC 7694).
  package static let accepted = ContentDecoder.accepted

  /// `body` with the codings named by `Content-Encoding` in `headers` undone, `limit` bytes at most.
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
