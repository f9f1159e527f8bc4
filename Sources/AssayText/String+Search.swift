/// Searching by bytes: each line of a guide is searched for hundreds of words, and Swift's own search works by grapheme
/// clusters. It also links an engine for regular expressions, a megabyte.
///
/// Code points are compared, as everywhere in Assay; nothing is normalised.
extension StringProtocol {
  package func contains(_ text: String) -> Bool { offset(of: text) != nil }

  /// Returns the first occurrence of `text`.
  package func firstRange(of text: String) -> Range<String.Index>? {
    offset(of: text).map { offset in
      let start = utf8.index(startIndex, offsetBy: offset)
      return start..<utf8.index(start, offsetBy: text.utf8.count)
    }
  }

  /// Returns a copy with `replacement` in place of every occurrence of `text`.
  package func replacing(_ text: String, with replacement: String) -> String {
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

  /// Returns the parts between the occurrences of `separator`, which must not be empty.
  @_disfavoredOverload
  package func split(separator: String, omittingEmptySubsequences: Bool = true) -> [SubSequence] {
    var (parts, start) = ([SubSequence](), startIndex)
    while let range = self[start...].firstRange(of: separator) {
      if !omittingEmptySubsequences || start < range.lowerBound { parts.append(self[start..<range.lowerBound]) }
      start = range.upperBound
    }
    if !omittingEmptySubsequences || start < endIndex { parts.append(self[start...]) }
    return parts
  }

  /// Returns the number of bytes before the first occurrence of `text`.
  private func offset(of text: String) -> Int? {
    withBytes { own in text.withBytes { own.offset(of: $0) } }
  }

  /// Passes the UTF-8 bytes to `use`, which must not keep them.
  package func withBytes<Result>(_ use: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    utf8.withContiguousStorageIfAvailable(use) ?? Array(utf8).withUnsafeBufferPointer(use)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the offset of the first occurrence of `part` at or after `start`.
  package func offset(of part: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
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
