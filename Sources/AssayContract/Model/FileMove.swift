package import AssayJSON

/// A contract that goes to another folder: what the files it names are called, seen from there.
package struct FileMove: Sendable {
  private let old: [Substring]
  private let new: [Substring]
  /// True if their paths start at the root, so that `..` cannot lead above them.
  private let isAbsolute: Bool

  /// From one folder to another, both as absolute paths without links, or both seen from the same place; `nil` where they
  /// are one.
  package init?(from old: String, to new: String) {
    isAbsolute = old.hasPrefix("/")
    (self.old, self.new) = (old.split(separator: "/"), new.split(separator: "/"))
    if self.old == self.new { return nil }
  }

  /// The new name of the file `name`; absolute ones, and `data:` URLs, stay what they are.
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

  /// The strings of `document` that name files seen from its folder, and how they are to read.
  ///
  /// - Parameter movesSchema: Whether `$schema` is among them, by which editors complete.
  package func changes(in document: JSONDocument, movesSchema: Bool = false) -> [(value: JSONValue, text: String)] {
    let schema = movesSchema ? document.root["$schema"] : nil
    let values = [schema].compactMap { $0 } + FileReference.all(in: document).map(\.value)
    return values.compactMap { value in value.string.map { (value, name($0)) } }
  }

  /// The text of `document` with those names; all else stands as it was.
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
