package import AssayJSON

/// The move of a contract to a different folder: it adapts the relative names of the files that the contract names.
package struct FileMove: Sendable {
  private let old: [Substring]
  private let new: [Substring]
  /// True if the folders' paths start at the root, so that `..` cannot lead above them.
  private let isAbsolute: Bool

  /// Makes a move from one folder to another. Both paths are absolute without links, or relative to the same folder.
  /// Returns `nil` if the folders are the same.
  package init?(from old: String, to new: String) {
    isAbsolute = old.hasPrefix("/")
    (self.old, self.new) = (old.split(separator: "/"), new.split(separator: "/"))
    if self.old == self.new { return nil }
  }

  /// Returns the new name of the file `name`; absolute names and `data:` URLs are not changed.
  package func name(_ name: String) -> String {
    guard !name.hasPrefix("/"), !name.hasPrefix("data:") else { return name }
    var whole = old
    var rest = name.split(separator: "/")[...]
    while let first = rest.first, first == "." || first == ".." {
      if first == ".." {
        if let last = whole.last, last != ".." {
          whole.removeLast()
        } else if !isAbsolute {
          whole.append(first)
        }
      }
      rest = rest.dropFirst()
    }
    guard !rest.isEmpty else { return name }
    whole += rest
    let shared = zip(whole.dropLast(), new).prefix { $0 == $1 }.count
    let way = Array(repeating: "..", count: new.count - shared) + whole[shared...]
    return way.joined(separator: "/")
  }

  /// Returns the strings of `document` that name files relative to its folder, with their new texts.
  ///
  /// - Parameter movesSchema: True to include `$schema`, which editors use for completion.
  package func changes(in document: JSONDocument, movesSchema: Bool = false) -> [(value: JSONValue, text: String)] {
    let schema = movesSchema ? document.root["$schema"] : nil
    let values = [schema].compactMap { $0 } + FileReference.all(in: document).map(\.value)
    return values.compactMap { value in value.string.map { (value, name($0)) } }
  }

  /// Returns the text of `document` with the new file names; the rest is not changed.
  package func text(of document: JSONDocument, movesSchema: Bool = false) -> String {
    let source = document.commentedBytes
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var end = 0
    let changes = changes(in: document, movesSchema: movesSchema)
    for (value, text) in changes.sorted(by: { $0.value.index < $1.value.index }) {
      bytes += source[end..<value.byteRange.lowerBound]
      bytes += Array(JSONEscapes.quote(text).utf8)
      end = value.byteRange.upperBound
    }
    bytes += source[end...]
    return String(decoding: bytes, as: UTF8.self)
  }
}
