package import AssayJSON

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
    case .transform(let place, let transform):
      value.editing(place) { transform.applied(to: $0).map { .some($0) } }
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
  func applied(to value: JSONValue) -> JSONValue? {
    guard !isEmpty else { return nil }
    return reduce(.some(value)) { value, edit in value.flatMap { edit.applied(to: $0) } }
  }
}

extension JSONValue {
  /// The value with what stands at `place` replaced by what `change` makes of it, or removed where that is `nil`; `nil`
  /// where the place is not there or `change` gives up.
  func editing(_ place: JSONPointer, _ change: (JSONValue) -> JSONValue??) -> JSONValue? {
    guard let token = place.tokens.first else {
      guard case .some(.some(let new)) = change(self) else { return nil }
      return new
    }
    let rest = JSONPointer(tokens: Array(place.tokens.dropFirst()))
    guard let child = self[JSONPointer(tokens: [token])] else { return nil }
    let new: JSONValue?
    if rest.tokens.isEmpty {
      guard let changed = change(child) else { return nil }
      new = changed
    } else {
      guard let changed = child.editing(rest, change) else { return nil }
      new = changed
    }
    if kind == .array {
      return .array(items.enumerated().compactMap { String($0.offset) == token ? new : $0.element })
    }
    return .object(
      members.compactMap { member in
        guard member.isNamed(token) else { return (member.key, member.value) }
        return new.map { (member.key, $0) }
      }
    )
  }
}
