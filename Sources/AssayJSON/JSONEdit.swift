/// One change to a JSON value.
package enum JSONEdit: Sendable {
  case remove(JSONPointer)
  case replace(JSONPointer, JSONValue)
  /// Adds a member to the object at the place.
  case add(JSONPointer, String, JSONValue)
  /// Exchanges the values at two places.
  case swap(JSONPointer, JSONPointer)
  /// Changes the item count of the array at the place: cuts it, or repeats its last item with the member at the second
  /// place made new in each copy.
  case resize(JSONPointer, Int, varying: JSONPointer?)
  /// Makes another value from the one at the place.
  case transform(JSONPointer, JSONTransform)

  /// The value with the change made; `nil` where its place is not there.
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
  /// The value with all changes made in order; `nil` where one's place is not there.
  package func applied(to value: JSONValue) -> JSONValue? {
    guard !isEmpty else { return nil }
    return reduce(.some(value)) { value, edit in value.flatMap { edit.applied(to: $0) } }
  }
}

extension JSONValue {
  /// The value with what stands at `place` replaced by what `change` makes of it, or removed where that is `nil`; `nil`
  /// where the place is not there or `change` gives up.
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

  /// The value with the bytes of `part`, a value inside of it, replaced by those of `new`.
  private func replacing(_ part: JSONValue, with new: JSONValue) -> JSONValue? {
    var bytes = Array(document.bytes[byteRange.lowerBound..<part.byteRange.lowerBound])
    bytes += new.document.bytes[new.byteRange]
    bytes += document.bytes[part.byteRange.upperBound..<byteRange.upperBound]
    return (try? JSONDocument(parsing: bytes))?.root
  }
}

/// Makes a wrong value from a right one, a different one from each, so that different values stay different.
package enum JSONTransform: Sendable {
  /// Puts text after a string.
  case append(String)
  /// Adds to a number, as it is written.
  case add(Int)
  /// A number for a string, the number as a string for a number, the word as a string for a truth value.
  case retype
  /// Another value of the same type, a different one for each number.
  case vary(Int)
  /// The items in reverse.
  case reverse
  case negate
  /// The last segment of a path backwards: of the same form, and the name of something else.
  case reverseEnd
  /// Other text in place of a part of a string.
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
      (value.string ?? "").contains(part) ? .string((value.string ?? "").replacing(part, with: other)) : nil
    case (.reverseEnd, .string): Self.reversedEnd(value.string ?? "").map { .string($0) }
    case (.negate, .true): .bool(false)
    case (.negate, .false): .bool(true)
    default: nil
    }
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
