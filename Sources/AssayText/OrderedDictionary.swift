/// Values by key, in the order in which the keys were first set. A key is found by its hash.
package struct OrderedDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  package typealias Element = (key: Key, value: Value)

  package private(set) var elements: [Element] = []
  private var places: [Key: Int] = [:]

  package init() {}

  /// Of elements with the same key the last value counts, at the place of the first.
  package init(_ elements: some Sequence<Element>) {
    for element in elements { set(element.value, for: element.key) }
  }

  package var count: Int { elements.count }
  package var values: [Value] { elements.map(\.value) }

  package subscript(key: Key) -> Value? { places[key].map { elements[$0].value } }

  /// The value of `key`; changing that of a new key begins with `value`, at the end.
  package subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    _modify {
      let place = places[key] ?? elements.count
      if place == elements.count { set(value(), for: key) }
      yield &elements[place].value
    }
  }

  package mutating func set(_ value: Value, for key: Key) { add(value, for: key) { $0 = value } }

  /// Appends `value` if `key` has none, and changes the one it has otherwise.
  package mutating func add(_ value: Value, for key: Key, orElse change: (inout Value) -> Void) {
    guard let place = places[key] else {
      places[key] = elements.count
      return elements.append((key, value))
    }
    change(&elements[place].value)
  }
}
