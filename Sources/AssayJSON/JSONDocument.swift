import Synchronization

/// A parsed JSON text (RFC 8259): its bytes, and a tape, a flat array with one entry for each value and key.
///
/// A document is immutable, so that its values can be read from any thread; hence the unchecked conformance.
package final class JSONDocument: @unchecked Sendable {
  /// The parsed text.
  package let bytes: [UInt8]
  /// The memory of the tape, which has an entry for each value and key. The document owns it.
  package let entries: UnsafePointer<JSONTapeEntry>
  package let entryCount: Int
  /// The original text, such as YAML, from which the JSON was made; `nil` if the JSON is the original. Positions refer
  /// to it.
  package let origin: TextOrigin?
  /// The line index, created when the first position is requested.
  private let madeLineIndex = AtomicLazyReference<JSONLineIndex>()

  /// Parses `bytes`, which must be one JSON value, with only white space around it.
  ///
  /// `origin` is the text that `bytes` were made from.
  package init(
    parsing bytes: [UInt8],
    limits: JSONLimits = JSONLimits(),
    origin: TextOrigin? = nil
  ) throws(JSONError) {
    self.origin = origin
    let tape = try JSONParser.parse(bytes, limits: limits)
    self.bytes = bytes
    entries = UnsafePointer(tape.entries)
    entryCount = tape.count
  }

  /// Parses the UTF-8 of `text`.
  package convenience init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }

  deinit { entries.deallocate() }

  /// Returns the entry on the tape at `index`.
  package func entry(at index: Int) -> JSONTapeEntry {
    precondition(index >= 0 && index < entryCount, "an index of another document")
    return withExtendedLifetime(self) { entries[index] }
  }

  /// The index of the lines in the text, created when it is first used.
  var lineIndex: JSONLineIndex { madeLineIndex.load() ?? madeLineIndex.storeIfNil(JSONLineIndex(bytes)) }

  package var tape: JSONTape { JSONTape(self) }

  /// The single value of the text.
  package var root: JSONValue { JSONValue(document: self, index: 0) }
}

extension JSONDocument {
  /// Returns true if `text` may be part of one of the strings: the document contains it, or has a character written as
  /// `\u…`.
  ///
  /// `text` must be ASCII without characters that need an escape. The search compares bytes only; it suits text that
  /// most documents do not contain.
  package func mayHold(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      bytes.indices.contains { index in
        switch bytes[index] {
        case wanted[0]: bytes[index...].starts(with: wanted)
        case UInt8(ascii: "\\"): index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "u")
        default: false
        }
      }
    }
  }

  /// Returns the pointer to the value at a tape index; for a key, the pointer to its member.
  package func pointer(to index: Int) -> JSONPointer {
    var tokens: [String] = []
    var current = root
    while current.index < index {
      guard let (token, child) = current.step(towards: index) else { break }
      tokens.append(token)
      current = child
    }
    return JSONPointer(tokens: tokens)
  }
}

extension JSONValue {
  /// The pointer to the value in its document.
  package var pointer: JSONPointer { document.pointer(to: index) }

  /// The child that is or contains the value at the tape index `target`, with its pointer token; `nil` if absent.
  fileprivate func step(towards target: Int) -> (String, JSONValue)? {
    switch kind {
    case .array:
      for (position, item) in items.enumerated() where target < Int(item.entry.next) { return (String(position), item) }
    case .object:
      for member in members where target < Int(member.value.entry.next) { return (member.key, member.value) }
    default: break
    }
    return nil
  }
}

/// A key that occurs more than once in an object, for which readers disagree (RFC 8259 section 4).
package struct JSONDuplicateKey: Sendable {
  /// The JSON Pointer of the object that contains the key twice.
  package var object: JSONPointer
  /// The key that occurs twice, with its escapes resolved.
  package var key: String
  /// The byte offset of the key's second occurrence.
  package var offset: Int
}

extension JSONDocument {
  /// True if any object has a duplicate key; needs no allocation for small objects.
  package var hasDuplicateKeys: Bool {
    withExtendedLifetime(self) {
      (0..<entryCount).contains { entries[$0].kind == .object && JSONValue(document: self, index: $0).hasDuplicateKey }
    }
  }

  /// Every repeated key of every object, in the text's order.
  package func duplicateKeys() -> [JSONDuplicateKey] {
    var found: [JSONDuplicateKey] = []
    visitDuplicateKeys { found.append($0) }
    return found.sorted { $0.offset < $1.offset }
  }

  /// The first repeated key, and the number of others; `nil` without one.
  package var firstDuplicateKey: (key: JSONDuplicateKey, others: Int)? {
    var first: JSONDuplicateKey?
    var count = 0
    visitDuplicateKeys { key in
      count += 1
      if first.map({ key.offset < $0.offset }) ?? true { first = key }
    }
    return first.map { ($0, count - 1) }
  }

  private func visitDuplicateKeys(_ take: (JSONDuplicateKey) -> Void) {
    guard hasDuplicateKeys else { return }
    var pending: [(JSONValue, JSONPointer)] = [(root, JSONPointer())]
    while let (value, pointer) = pending.popLast() {
      switch value.kind {
      case .object:
        var seen: Set<ExactText> = []
        for member in value.members {
          let key = member.key
          if !seen.insert(ExactText(key)).inserted {
            take(JSONDuplicateKey(object: pointer, key: key, offset: member.keyValue.byteRange.lowerBound))
          }
          if member.value.count > 0 { pending.append((member.value, pointer.appending(key))) }
        }
      case .array:
        for (position, item) in value.items.enumerated() where item.count > 0 {
          pending.append((item, pointer.appending(position)))
        }
      default: break
      }
    }
  }
}

extension JSONValue {
  private static let fewMembers = 24

  fileprivate var hasDuplicateKey: Bool {
    guard count <= Self.fewMembers else {
      var seen: Set<ExactText> = []
      return members.contains { !seen.insert(ExactText($0.key)).inserted }
    }
    return document.hasDuplicateKey(in: index)
  }
}
