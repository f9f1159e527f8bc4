/// Searching by bytes: guides are searched for hundreds of words a line, and Swift's own search goes by grapheme cluster.
///
/// Code points are what is compared, as in all that Assay reads; nothing is normalised.
extension StringProtocol {
  func contains(_ text: String) -> Bool { offset(of: text) != nil }

  /// The first place where `text` stands.
  func firstRange(of text: String) -> Range<String.Index>? {
    offset(of: text).map { offset in
      let start = utf8.index(startIndex, offsetBy: offset)
      return start..<utf8.index(start, offsetBy: text.utf8.count)
    }
  }

  /// With `replacement` in every place where `text` stands.
  func replacing(_ text: String, with replacement: String) -> String {
    guard !text.isEmpty, var range = firstRange(of: text) else { return String(self) }
    var (result, rest) = ("", self[...])
    while true {
      result += rest[..<range.lowerBound]
      result += replacement
      rest = rest[range.upperBound...]
      guard let next = rest.firstRange(of: text) else { return result + rest }
      range = next
    }
  }

  /// Returns the number of bytes before the first occurrence of `text`.
  private func offset(of text: String) -> Int? {
    withBytes { own in text.withBytes { own.offset(of: $0) } }
  }

  /// Hands its bytes in UTF-8 to `use`, which must not keep them.
  func withBytes<Result>(_ use: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    utf8.withContiguousStorageIfAvailable(use) ?? Array(utf8).withUnsafeBufferPointer(use)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the offset of the first occurrence of `part` at or after `start`.
  func offset(of part: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
    guard let first = part.first else { return start }
    let last = count - part.count
    var at = start
    while at <= last {
      if self[at] == first {
        var length = 1
        while length < part.count, self[at + length] == part[length] { length += 1 }
        if length == part.count { return at }
      }
      at += 1
    }
    return nil
  }
}
