/// One change to a JSON value.
package enum JSONEdit: Sendable {
  case remove(JSONPointer)
  case replace(JSONPointer, JSONValue)
  /// Adds a member to the object at the place.
  case add(JSONPointer, String, JSONValue)
  /// Swaps the values at two places.
  case swap(JSONPointer, JSONPointer)
  /// Changes the number of items of the array at the place. It is shortened, or its last item is repeated; each copy
  /// gets a new value for the member at the pointer `varying`.
  case resize(JSONPointer, Int, varying: JSONPointer?)
  /// Replaces the value at the place by a transformed one.
  case transform(JSONPointer, JSONTransform)

  /// Returns the value with the change applied; `nil` if its place does not exist.
  package func applied(to value: JSONValue) -> JSONValue? {
    switch self {
    case .remove(let place): value.editing(place) { _ in .some(nil) }
    case .replace(let place, let new): value[place].flatMap { _ in value.editing(place) { _ in .some(new) } }
    case .add(let place, let name, let new):
      value.editing(place) { object in
        guard object.kind == .object, object[name] == nil else { return nil }
        return .some(.object(object.members.map { ($0.key, $0.value) } + [(name, new)]))
      }
    case .swap(let first, let second): swapped(value, first, second)
    case .resize(let place, let count, let varying):
      value.editing(place) { $0.resized(to: count, varying: varying).map { .some($0) } }
    case .transform(let place, let transform): value.editing(place) { transform.applied(to: $0).map { .some($0) } }
    }
  }

  private func swapped(_ value: JSONValue, _ first: JSONPointer, _ second: JSONPointer) -> JSONValue? {
    guard let left = value[first], let right = value[second] else { return nil }
    return value.editing(first) { _ in .some(right) }?.editing(second) { _ in .some(left) }
  }
}

extension JSONValue {
  fileprivate func resized(to count: Int, varying: JSONPointer?) -> JSONValue? {
    guard kind == .array, self.count > 0 || count == 0 else { return nil }
    var items = Array(items.prefix(count))
    guard let last = items.last else { return .array(items) }
    while items.count < count {
      guard let varying else {
        items.append(last)
        continue
      }
      let number = items.count
      guard let copy = last.editing(varying, { JSONTransform.vary(number).applied(to: $0).map { .some($0) } }) else {
        return nil
      }
      items.append(copy)
    }
    return .array(items)
  }
}

extension [JSONEdit] {
  /// Returns the value with all changes applied in order; `nil` if one of their places does not exist.
  package func applied(to value: JSONValue) -> JSONValue? {
    guard !isEmpty else { return nil }
    return reduce(.some(value)) { value, edit in value.flatMap { edit.applied(to: $0) } }
  }
}

extension JSONValue {
  /// Returns the value with the part at `place` replaced by the result of `change`; if the result is an inner `nil`,
  /// the part is removed. Returns `nil` if the place does not exist or `change` returns `nil`.
  fileprivate func editing(_ place: JSONPointer, _ change: (JSONValue) -> JSONValue??) -> JSONValue? {
    guard let part = self[place], let changed = change(part) else { return nil }
    if let changed { return replacing(part, with: changed) }
    guard let outer = place.parent, let token = place.tokens.last, let parent = self[outer] else { return nil }
    let rest: JSONValue =
      parent.kind == .array
      ? .array(parent.items.enumerated().filter { String($0.offset) != token }.map(\.element))
      : .object(parent.members.filter { !$0.isNamed(token) }.map { ($0.key, $0.value) })
    return replacing(parent, with: rest)
  }

  /// Returns the value with `part`, a value inside it, replaced by `new`; `nil` if the result is not valid JSON.
  private func replacing(_ part: JSONValue, with new: JSONValue) -> JSONValue? {
    var bytes = Array(document.bytes[byteRange.lowerBound..<part.byteRange.lowerBound])
    bytes += new.document.bytes[new.byteRange]
    bytes += document.bytes[part.byteRange.upperBound..<byteRange.upperBound]
    return (try? JSONDocument(parsing: bytes))?.root
  }
}

/// A change from a valid value to an invalid one; different values give different results.
package enum JSONTransform: Sendable {
  /// Appends text to a string.
  case append(String)
  /// Adds an integer to a number.
  case add(Int)
  /// Changes the type: a string becomes a number, a number a string of it, and a boolean a string of its word.
  case retype
  /// Changes the value to a different one of the same type; the result differs for each number.
  case vary(Int)
  /// Reverses the items.
  case reverse
  case negate
  /// Reverses the characters in the last segment of a path, which then keeps its form but names something else.
  case reverseEnd
  /// Replaces a part of a string by other text.
  case substitute(String, String)

  func applied(to value: JSONValue) -> JSONValue? {
    switch (self, value.kind) {
    case (.append(let suffix), .string): .string((value.string ?? "") + suffix)
    case (.add(let amount), .number): Self.sum(value, amount)
    case (.retype, .string): .integer(Self.number(for: value.string ?? ""))
    case (.retype, .number): .string(value.text)
    case (.retype, .true), (.retype, .false): .string(value.text)
    case (.vary(let number), .string): .string("\(value.string ?? "")-\(number)")
    case (.vary(let number), .number): Self.sum(value, number + 1_000)
    case (.reverse, .array): .array(value.items.reversed())
    case (.substitute(let part, let other), .string):
      Self.text(value.string ?? "", with: other, for: part).map { .string($0) }
    case (.reverseEnd, .string): Self.reversedEnd(value.string ?? "").map { .string($0) }
    case (.negate, .true): .bool(false)
    case (.negate, .false): .bool(true)
    default: nil
    }
  }

  /// Returns `text` with `new` in place of each `part`; `nil` if it has no `part`.
  private static func text(_ text: String, with new: String, for part: String) -> String? {
    var (result, rest, isFound) = ([UInt8](), Array(text.utf8)[...], false)
    while let first = rest.first {
      if !part.isEmpty, rest.starts(with: part.utf8) {
        result += Array(new.utf8)
        rest = rest.dropFirst(part.utf8.count)
        isFound = true
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return isFound ? String(decoding: result, as: UTF8.self) : nil
  }

  private static func reversedEnd(_ text: String) -> String? {
    let end = text.split(separator: "/").last ?? ""
    let reversed = String(end.reversed())
    return reversed == end ? nil : text.dropLast(end.count) + reversed
  }

  private static func sum(_ value: JSONValue, _ amount: Int) -> JSONValue? {
    if let int = value.int { return .integer(int &+ amount) }
    return value.number.map { number in JSONValue.building { $0.double(number.double + Double(amount)) } }
  }

  /// Nine digits that are the same for the same text (FNV-1a).
  private static func number(for text: String) -> Int {
    let hash = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    return Int(hash % 900_000_000) + 100_000_000
  }
}
