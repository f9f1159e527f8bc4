/// Keys compared where they stand, without a value or a string made for any of them.
extension JSONDocument {
  /// The tape index of the value of the member named `name` of the object at `object`; of the last of that name.
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

  /// Returns true if the object at `object` has a key twice; compares each with each.
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
