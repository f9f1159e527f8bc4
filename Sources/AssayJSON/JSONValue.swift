/// A value of a parsed document: cheap to copy, read in place.
package struct JSONValue: Sendable {
  package let document: JSONDocument
  /// The value's place on the document's tape.
  package let index: Int

  package init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = index
  }

  package var entry: JSONTapeEntry { document.entry(at: index) }
  package var kind: JSONKind { entry.kind }
  package var isNull: Bool { kind == .null }

  /// The bytes the value takes up in the text, quotes and brackets included.
  package var byteRange: Range<Int> {
    let entry = entry
    return Int(entry.start)..<Int(entry.end)
  }

  /// The value as written in the text.
  package var text: String { String(decoding: document.bytes[byteRange], as: UTF8.self) }

  /// The first `limit` characters of the value as it stands in the text, and whether they are all of it.
  package func text(limit: Int) -> (text: String, isWhole: Bool) {
    // No character takes more than four bytes, so that one that is cut is beyond the limit.
    let beginning = String(decoding: document.bytes[byteRange].prefix(4 * limit + 4), as: UTF8.self)
    let cut = beginning.unicodeScalars.prefix(limit)
    return (String(cut), cut.endIndex == beginning.endIndex)
  }

  /// The boolean, or `nil` if this is not a boolean.
  package var bool: Bool? {
    switch kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The number with its exact value, or `nil` if this is not a number.
  package var number: JSONNumber? { kind == .number ? JSONNumber(validText: document.bytes[byteRange]) : nil }

  /// The number if it is a 64-bit integer (`1.0` and `1e2` are), otherwise `nil`.
  package var int: Int? { number?.int }

  /// The integer if it is written as a few digits only, read from the tape; otherwise `nil`.
  package var smallInteger: Int? {
    let word = entry.word
    let value = Int(word >> JSONTapeEntry.countShift)
    return word & 0xFF == JSONTapeEntry.integerCode && value < JSONTapeEntry.countLimit ? value : nil
  }

  /// The string with its escapes resolved, or `nil` if this is not a string.
  package var string: String? {
    let entry = entry
    guard entry.kind == .string else { return nil }
    let inner = document.bytes[Int(entry.start) + 1..<Int(entry.end) - 1]
    return entry.hasEscapes ? JSONEscapes.unescape(inner) : String(decoding: inner, as: UTF8.self)
  }

  /// The number of items or members; 0 for all that is neither array nor object.
  package var count: Int {
    let entry = entry
    guard entry.kind == .array || entry.kind == .object else { return 0 }
    let counted = Int(entry.word >> JSONTapeEntry.countShift)
    guard counted == JSONTapeEntry.countLimit else { return counted }
    var total = 0
    var child = index + 1
    while child < Int(entry.next) {
      if entry.kind == .object { child += 1 }
      child = Int(document.entry(at: child).next)
      total += 1
    }
    return total
  }

  /// The items of an array in order; empty for any other value.
  package var items: JSONItems { JSONItems(self) }
  /// The members of an object in the text's order, duplicates included; none for all else.
  package var members: JSONMembers { JSONMembers(self) }

  /// The value of the member named `key`; the last one if the key is repeated (as most readers do).
  package subscript(key: String) -> JSONValue? {
    indexOfMember(key).map { JSONValue(document: document, index: $0) }
  }

  /// The member named `key`, that whose value the subscript gives.
  package func member(named key: String) -> JSONMember? {
    indexOfMember(key).map { index in
      let key = JSONValue(document: document, index: index - 1)
      return JSONMember(keyValue: key, value: JSONValue(document: document, index: index))
    }
  }

  private func indexOfMember(_ key: String) -> Int? {
    guard kind == .object else { return nil }
    var key = key
    return key.withUTF8 { name in document.indexOfMember(name, in: index) }
  }

  /// The item at `position`, from 0, or `nil` past the end.
  package subscript(position: Int) -> JSONValue? {
    guard position >= 0 else { return nil }
    var remaining = position
    for item in items {
      if remaining == 0 { return item }
      remaining -= 1
    }
    return nil
  }
}

/// The items of an array.
package struct JSONItems: Sequence, IteratorProtocol, Sendable {
  private let document: JSONDocument
  private var index: Int
  private let end: Int

  init(_ value: JSONValue) {
    document = value.document
    index = value.index + 1
    end = value.kind == .array ? Int(value.entry.next) : 0
  }

  package mutating func next() -> JSONValue? {
    guard index < end else { return nil }
    defer { index = Int(document.entry(at: index).next) }
    return JSONValue(document: document, index: index)
  }
}

/// The members of an object.
package struct JSONMembers: Sequence, IteratorProtocol, Sendable {
  private let document: JSONDocument
  private var index: Int
  private let end: Int

  init(_ value: JSONValue) {
    document = value.document
    index = value.index + 1
    end = value.kind == .object ? Int(value.entry.next) : 0
  }

  package mutating func next() -> JSONMember? {
    guard index < end else { return nil }
    let key = JSONValue(document: document, index: index)
    let value = JSONValue(document: document, index: index + 1)
    index = Int(document.entry(at: index + 1).next)
    return JSONMember(keyValue: key, value: value)
  }
}

/// A member of an object: its key, as a value with a position, and its value.
package struct JSONMember: Sendable {
  package let keyValue: JSONValue
  package let value: JSONValue

  /// The key with its escapes resolved.
  package var key: String { keyValue.string ?? "" }

  /// Returns true if the key is `name`, without building a string if it has no escapes.
  package func isNamed(_ name: String) -> Bool {
    let entry = keyValue.entry
    if entry.hasEscapes { return key.isExactly(name) }
    guard name.utf8.count == Int(entry.end - entry.start) - 2 else { return false }
    var name = name
    return name.withUTF8 { name in keyValue.withStringBytes { $0.hasSameBytes(as: name) } }
  }
}

extension JSONValue {
  /// The value in a canonical notation: no white space, only the escapes RFC 8259 section 7 requires, numbers as
  /// written.
  ///
  /// Different notations of the same strings give the same text, so that a search in it finds what a reader would.
  package var canonicalText: String {
    switch kind {
    case .null, .true, .false, .number: text
    case .string: JSONEscapes.quote(string ?? "")
    case .array: "[" + items.map(\.canonicalText).joined(separator: ",") + "]"
    case .object:
      "{" + members.map { JSONEscapes.quote($0.key) + ":" + $0.value.canonicalText }.joined(separator: ",") + "}"
    }
  }
}

extension JSONValue {
  /// The value as text in a path, a query, a header or a sentence: a string as it is, a 64-bit integer by its digits
  /// (`17` for `17.0` and `1.7e1`), any other value as JSON without white space.
  package var plainText: String {
    switch kind {
    case .string: string ?? ""
    case .number: number?.int.map(String.init) ?? text
    case .null, .true, .false, .array, .object: canonicalText
    }
  }

  /// The value in a notation that is the same for all equal values: numbers by value, members sorted by name.
  ///
  /// If a member is repeated, the last one counts, as everywhere.
  package var normalText: String {
    switch kind {
    case .null, .true, .false: return text
    case .number: return number?.normalText ?? text
    case .string: return JSONEscapes.quote(string ?? "")
    case .array: return "[" + items.map(\.normalText).joined(separator: ",") + "]"
    case .object:
      let entries = Dictionary(members.map { (Array($0.key.utf8), $0) }) { $1 }.sorted {
        $0.key.lexicographicallyPrecedes($1.key)
      }
      return "{" + entries.map { JSONEscapes.quote($1.key) + ":" + $1.value.normalText }.joined(separator: ",") + "}"
    }
  }

  /// A copy of the value in a document of its own, so that keeping it does not keep the whole response in memory.
  package var detached: JSONValue {
    switch kind {
    case .null: .null
    default: (try? JSONDocument(parsing: text, limits: JSONLimits(depth: 10_000)))?.root ?? .null
    }
  }
}
