import AssayHTTP

/// Undoes the codings of one body (RFC 9110 section 8.4), the last one first, piece by piece.
///
/// However much a piece unfolds to, it is handed on in blocks, each of which may be the last one wanted.
final class ContentDecoder {
  /// Why a body cannot be read, said of the server's answer.
  struct Fault: Error { let detail: String }

  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The `Accept-Encoding` of a request that names no coding of its own.
  static let accepted = "gzip, deflate"

  private let inflaters: [Inflater]
  private let codings: String

  /// The codings of a body by the fields of its head, without those that change nothing; none where it is not coded.
  static func codings(of headers: [HTTPHeader]) -> [String] {
    headers.values("Content-Encoding").flatMap { $0.split(separator: ",") }.map { $0.trimmingBlanks.lowercased() }
      .filter { !$0.isEmpty && $0 != "identity" }
  }

  /// Returns true if all of `codings`, in the form of an `Accept-Encoding` with its weights, can be undone here.
  static func knows(_ codings: String) -> Bool {
    codings.split(separator: ",").allSatisfy { coding in
      let name = coding.prefix { $0 != ";" }.trimmingBlanks.lowercased()
      return name.isEmpty || name == "identity" || CodingFormat(name) != nil
    }
  }

  /// Makes ready for a body of these codings.
  init(_ codings: [String]) throws(Fault) {
    self.codings = codings.joined(separator: ", ")
    // Each one multiplies what a piece may unfold to, and three are of no use.
    guard codings.count <= 2 else {
      throw Fault(detail: "its Content-Encoding names \(codings.count) codings; at most 2 are decoded")
    }
    var inflaters: [Inflater] = []
    for name in codings.reversed() {
      guard let format = CodingFormat(name) else {
        throw Fault(detail: "its Content-Encoding is \(name.prefix(60)), which the request did not ask for")
      }
      inflaters.append(Inflater(format))
    }
    self.inflaters = inflaters
  }

  /// Undoes the codings of the next bytes and hands what comes of them to `take`, until that returns `false`; returns
  /// whether it never did.
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
      case .malformed: throw Fault(detail: "the body is not what its Content-Encoding says, \(codings.prefix(60))")
      case .leftover: throw Fault(detail: "the body has more bytes after the end of its \(codings.prefix(60))")
      }
    }
  }

  /// True if the body may end here: each coding has reached its own end.
  var isWhole: Bool { inflaters.allSatisfy(\.isAtEnd) }
}
