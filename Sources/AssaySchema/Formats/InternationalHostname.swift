/// Host names with letters beyond ASCII (RFC 5890 to 5893).
enum InternationalHostname {
  static func accepts(_ name: String) -> Bool {
    let separators: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
    let labels = name.unicodeScalars.split(omittingEmptySubsequences: false) { separators.contains($0) }
    return labels.allSatisfy { label in
      let scalars = Array(label)
      if scalars.allSatisfy(\.isASCII) {
        return String(String.UnicodeScalarView(scalars)).withASCII(HostnameFormat.acceptsASCII)
      }
      return !scalars.isEmpty && scalars.count <= 63
    }
  }

  /// Whether a label with hyphens in its third and fourth place is one that may have them.
  static func acceptsReserved(_ label: String) -> Bool {
    true
  }
}

extension String {
  fileprivate func withASCII(_ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    Array(utf8).withUnsafeBufferPointer(body)
  }
}
