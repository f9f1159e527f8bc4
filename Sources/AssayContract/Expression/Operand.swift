package import AssayJSON

/// A value in the middle of an evaluation: one of a document, read in place, or one that was computed.
package enum Operand: Sendable {
  case json(JSONValue)
  case integer(Int)
  case number(JSONNumber)
  case text(String)
  case bool(Bool)
  case list([Operand])

  /// What it is; both truth values are `.true`.
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

  /// The number where it is an integer written without point and exponent; found without allocation.
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

  /// The number of items, where it is an array.
  var itemCount: Int? {
    switch self {
    case .json(let value): value.kind == .array ? value.count : nil
    case .list(let items): items.count
    default: nil
    }
  }

  /// What it takes to compare all of it, in steps of an evaluation; 0 for what has nothing in it.
  var extent: Int {
    switch self {
    case .json(let value) where value.kind == .object || value.kind == .array: value.byteRange.count / 4
    case .list(let items): items.reduce(0) { $0 + 1 + $1.extent }
    default: 0
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

  /// Its place in the document it comes from, where it comes from one.
  var place: JSONPointer? { if case .json(let value) = self { value.pointer } else { nil } }
}

/// The items of an array, from a document or computed.
struct OperandItems: Sequence, IteratorProtocol {
  private var stored: JSONItems?
  private var computed: ArraySlice<Operand>

  /// Makes the items of `operand`; `nil` where it is no array.
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
    if case .json(let left) = left, case .json(let right) = right { return left == right }
    guard left.kind == right.kind else { return false }
    switch left.kind {
    case .null: return true
    case .true, .false: return left.bool == right.bool
    case .number:
      if let left = left.plainInteger, let right = right.plainInteger { return left == right }
      return left.number == right.number
    case .string:
      guard let left = left.text, let right = right.text else { return false }
      return left.utf8.elementsEqual(right.utf8)
    case .array:
      guard let first = OperandItems(left), let second = OperandItems(right), left.itemCount == right.itemCount else {
        return false
      }
      return zip(first, second).allSatisfy { $0 == $1 }
    case .object: return left.json == right.json
    }
  }

  /// Whether this one comes before `other`: numbers by value, strings by code points; `nil` where they do not compare.
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
  /// A number of up to 18 digits without point and exponent.
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
