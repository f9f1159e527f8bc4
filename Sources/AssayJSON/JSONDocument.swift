import Synchronization

/// A parsed JSON text (RFC 8259): its bytes, and a flat tape with one entry a value.
///
/// Immutable once made, so that values of it can be read from any thread; hence the unchecked conformance.
package final class JSONDocument: @unchecked Sendable {
  /// The text as it was parsed.
  package let bytes: [UInt8]
  /// The tape's memory, which the document owns.
  package let entries: UnsafePointer<JSONTapeEntry>
  package let entryCount: Int
  /// The text it was made from, where that is another; places are given in that one.
  package let origin: TextOrigin?
  /// Made when the first place is asked for.
  private let madeLineIndex = AtomicLazyReference<JSONLineIndex>()

  /// Parses `bytes`, which must be one JSON value with nothing but white space around it.
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

  /// The entry at a tape index.
  package func entry(at index: Int) -> JSONTapeEntry {
    precondition(index >= 0 && index < entryCount, "an index of another document")
    return withExtendedLifetime(self) { entries[index] }
  }

  /// The places where the text's lines begin.
  var lineIndex: JSONLineIndex { madeLineIndex.load() ?? madeLineIndex.storeIfNil(JSONLineIndex(bytes)) }

  package var tape: JSONTape { JSONTape(self) }

  /// The one value the text consists of.
  package var root: JSONValue { JSONValue(document: self, index: 0) }
}

extension JSONDocument {
  /// Returns true if `text` may be part of one of its strings: the document contains it, or writes some character as
  /// `\u…`.
  ///
  /// `text` must be ASCII that needs no escape. The search looks at the bytes only; it suits text that most documents
  /// do not contain.
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

  /// The pointer to the value at a tape index; a key's is that of its member.
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
  /// The place of the value in its document.
  package var pointer: JSONPointer { document.pointer(to: index) }

  /// The child that is, or holds, the value at `target`, and its token.
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

/// A key that stands more than once in one object, which RFC 8259 section 4 says makes readers disagree.
package struct JSONDuplicateKey: Sendable {
  /// The object.
  package var object: JSONPointer
  /// The key, unescaped.
  package var key: String
  /// The byte offset of the second appearance.
  package var offset: Int
}

extension JSONDocument {
  /// True if any object has a key twice; finds out without allocation if objects are small.
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
