package import AssayJSON

/// A value during an evaluation: read from a document, or computed.
package enum Operand: Sendable {
  case json(JSONValue)
  case integer(Int)
  case number(JSONNumber)
  case text(String)
  case bool(Bool)
  case list([Operand])

  /// The JSON kind of the value; both truth values are `.true`.
  var kind: JSONKind {
    switch self {
    case .json(let value): value.kind == .false ? .true : value.kind
    case .integer, .number: .number
    case .text: .string
    case .bool: .true
    case .list: .array
    }
  }

  var number: JSONNumber? {
    switch self {
    case .json(let value): value.number
    case .number(let number): number
    case .integer(let integer): JSONNumber(integer)
    default: nil
    }
  }

  /// The number if it is an integer written without point and exponent; read without allocation.
  var plainInteger: Int? {
    switch self {
    case .integer(let integer): integer
    case .json(let value): value.plainInteger
    default: nil
    }
  }

  var text: String? {
    switch self {
    case .json(let value): value.string
    case .text(let text): text
    default: nil
    }
  }

  var bool: Bool? {
    switch self {
    case .json(let value): value.bool
    case .bool(let bool): bool
    default: nil
    }
  }

  /// The number of items if the value is an array.
  var itemCount: Int? {
    switch self {
    case .json(let value): value.kind == .array ? value.count : nil
    case .list(let items): items.count
    default: nil
    }
  }

  /// The value as JSON.
  package var json: JSONValue {
    switch self {
    case .json(let value): value
    case .integer(let integer): .integer(integer)
    case .number(let number): JSONValue.building { $0.raw(number.text) }
    case .text(let text): .string(text)
    case .bool(let bool): .bool(bool)
    case .list(let items): .array(items.map(\.json))
    }
  }

  /// The value's place in its document, if it was read from one.
  var place: JSONPointer? { if case .json(let value) = self { value.pointer } else { nil } }
}

/// The items of an array, from a document or computed.
struct OperandItems: Sequence, IteratorProtocol {
  private var stored: JSONItems?
  private var computed: ArraySlice<Operand>

  /// Makes a sequence of the items of `operand`; `nil` if it is not an array.
  init?(_ operand: Operand) {
    switch operand {
    case .json(let value):
      guard value.kind == .array else { return nil }
      stored = value.items
      computed = []
    case .list(let items):
      computed = items[...]
    default: return nil
    }
  }

  mutating func next() -> Operand? {
    if stored != nil { return stored?.next().map { .json($0) } }
    return computed.popFirst()
  }
}

extension Operand: Equatable {
  /// Equality of JSON values: numbers by value, strings by code points, objects without order.
  package static func == (left: Operand, right: Operand) -> Bool {
    var work = 0
    return left.isEqual(to: right, addingWork: &work)
  }

  /// Returns true if both are equal. Adds the number of values compared up to the first difference to `work`.
  func isEqual(to other: Operand, addingWork work: inout Int) -> Bool {
    if case .json(let value) = self, case .json(let other) = other {
      return value.isEqual(to: other, addingWork: &work)
    }
    work += 1
    guard kind == other.kind else { return false }
    switch kind {
    case .null: return true
    case .true, .false: return bool == other.bool
    case .number:
      if let integer = plainInteger, let other = other.plainInteger { return integer == other }
      return number == other.number
    case .string:
      guard let text, let other = other.text else { return false }
      if text.utf8.count == other.utf8.count { work += text.utf8.count / 256 }
      return text.utf8.elementsEqual(other.utf8)
    case .array:
      guard let first = OperandItems(self), let second = OperandItems(other), itemCount == other.itemCount else {
        return false
      }
      for (item, match) in zip(first, second) where !item.isEqual(to: match, addingWork: &work) { return false }
      return true
    case .object: return json.isEqual(to: other.json, addingWork: &work)
    }
  }

  /// Returns true if this value sorts before `other`: numbers by value, strings by code points; `nil` if they cannot be
  /// compared.
  func precedes(_ other: Operand) -> Bool? {
    switch (kind, other.kind) {
    case (.number, .number):
      if let plainInteger, let second = other.plainInteger { return plainInteger < second }
      guard let number, let second = other.number else { return nil }
      return number < second
    case (.string, .string):
      guard let text, let second = other.text else { return nil }
      return text.unicodeScalars.lexicographicallyPrecedes(second.unicodeScalars)
    default: return nil
    }
  }
}

extension Operand: Hashable {
  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch kind {
    case .null: break
    case .true, .false: hasher.combine(bool)
    case .number: hasher.combine(number)
    case .string: for byte in (text ?? "").utf8 { hasher.combine(byte) }
    case .array:
      for item in OperandItems(self).map(Array.init) ?? [] { hasher.combine(item) }
    case .object: hasher.combine(json)
    }
  }
}

extension JSONValue {
  /// The integer, if the number has at most 18 digits and is written without point and exponent.
  fileprivate var plainInteger: Int? {
    let range = byteRange
    guard kind == .number, range.count <= 18 else { return nil }
    var value = 0
    for byte in document.bytes[range] where byte != UInt8(ascii: "-") {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return document.bytes[range.lowerBound] == UInt8(ascii: "-") ? -value : value
  }
}
