/// Comparison of keys in place, without creating values or strings.
extension JSONDocument {
  /// Returns the tape index of the value of the last member named `name` in the object at tape index `object`; `nil` if
  /// absent.
  func indexOfMember(_ name: UnsafeBufferPointer<UInt8>, in object: Int) -> Int? {
    bytes.withUnsafeBufferPointer { text in
      var found: Int?
      var key = object + 1
      let end = Int(entries[object].next)
      while key < end {
        if isKey(key, name, in: text) { found = key + 1 }
        key = Int(entries[key + 1].next)
      }
      return found
    }
  }

  private func isKey(_ key: Int, _ name: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    let entry = entries[key]
    if entry.hasEscapes { return JSONValue(document: self, index: key).withStringBytes { $0.hasSameBytes(as: name) } }
    guard Int(entry.end - entry.start) - 2 == name.count else { return false }
    return UnsafeBufferPointer(rebasing: text[Int(entry.start) + 1..<Int(entry.end) - 1]).hasSameBytes(as: name)
  }

  /// Returns true if the object at tape index `object` has a duplicate key. Compares every key with every other, which
  /// suits small objects.
  func hasDuplicateKey(in object: Int) -> Bool {
    bytes.withUnsafeBufferPointer { text in
      var key = object + 1
      let end = Int(entries[object].next)
      while key < end {
        let following = Int(entries[key + 1].next)
        var other = following
        while other < end {
          if isSameKey(key, other, in: text) { return true }
          other = Int(entries[other + 1].next)
        }
        key = following
      }
      return false
    }
  }

  private func isSameKey(_ key: Int, _ other: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    let (entry, second) = (entries[key], entries[other])
    if entry.hasEscapes || second.hasEscapes {
      return JSONValue(document: self, index: key) == JSONValue(document: self, index: other)
    }
    guard entry.end - entry.start == second.end - second.start else { return false }
    return UnsafeBufferPointer(rebasing: text[Int(entry.start)..<Int(entry.end)])
      .hasSameBytes(as: UnsafeBufferPointer(rebasing: text[Int(second.start)..<Int(second.end)]))
  }
}
