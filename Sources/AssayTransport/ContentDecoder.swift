import AssayHTTP

/// Decodes the content codings of one body (RFC 9110 section 8.4), the last one first, piece by piece.
///
/// The result is passed on in blocks, even if a piece expands greatly, and decoding can stop after each.
final class ContentDecoder {
  /// The reason why a body cannot be read, as a statement about the server's response.
  struct Fault: Error { let detail: String }

  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The `Accept-Encoding` of a request that does not set its own.
  static let accepted = "gzip, deflate"

  private let inflaters: [Inflater]
  private let codings: String

  /// Returns the codings of a body from the fields of its head, without those that change nothing; none if it is not
  /// coded.
  static func codings(of headers: [HTTPHeader]) -> [String] {
    headers.values("Content-Encoding").flatMap { $0.split(separator: ",") }.map { $0.trimmingBlanks.lowercased() }
      .filter { !$0.isEmpty && $0 != "identity" }
  }

  /// Returns true if all content codings in `codings`, the value of an `Accept-Encoding` field, are supported.
  static func knows(_ codings: String) -> Bool {
    codings.split(separator: ",").allSatisfy { coding in
      let name = coding.prefix { $0 != ";" }.trimmingBlanks.lowercased()
      return name.isEmpty || name == "identity" || CodingFormat(name) != nil
    }
  }

  /// The names that a message quotes (IANA HTTP Content Coding Registry). Any other may hold a secret, which in lower case
  /// is not found again.
  private static let registered: Set<String> = [
    "aes128gcm", "br", "compress", "dcb", "dcz", "deflate", "exi", "gzip", "pack200-gzip", "x-compress", "x-gzip",
    "zstd",
  ]

  /// Makes a decoder for a body with the content codings `codings`, in the order in which they were applied.
  init(_ codings: [String]) throws(Fault) {
    self.codings = codings.joined(separator: ", ")
    // Each one multiplies what a piece may unfold to, and three are of no use.
    guard codings.count <= 2 else {
      throw Fault(detail: "its Content-Encoding names \(codings.count) codings; at most 2 are decoded")
    }
    var inflaters: [Inflater] = []
    for name in codings.reversed() {
      guard let format = CodingFormat(name) else {
        let coding = Self.registered.contains(name) ? "is \(name), which" : "names a coding that"
        throw Fault(detail: "its Content-Encoding \(coding) the request did not ask for")
      }
      inflaters.append(Inflater(format))
    }
    self.inflaters = inflaters
  }

  /// Decodes the next bytes and passes the result to `take`, until that returns `false`; returns true if it never did.
  func decode(_ bytes: Bytes, _ take: (Bytes) -> Bool) throws(Fault) -> Bool { try decode(bytes, inflaters[...], take) }

  private func decode(_ bytes: Bytes, _ inflaters: ArraySlice<Inflater>, _ take: (Bytes) -> Bool) throws(Fault) -> Bool
  {
    guard let first = inflaters.first else { return take(bytes) }
    var input = bytes
    while true {
      switch first.inflate(&input) {
      case .block(let block):
        guard try decode(block, inflaters.dropFirst(), take) else { return false }
      case .needsMore: return true
      case .malformed: throw Fault(detail: "the body is not what its Content-Encoding says, \(codings)")
      case .leftover: throw Fault(detail: "the body has more bytes after the end of its \(codings)")
      }
    }
  }

  /// True if the body may end at the current position, because each coding has reached its end.
  var isWhole: Bool { inflaters.allSatisfy(\.isAtEnd) }
}
