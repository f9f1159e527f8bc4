import AssayJSON

/// An element of the contract that has a name of its own.
package protocol Named {
  var name: String { get }
}

/// A list in the contract's order whose elements are found by their names at once, however many there are.
@propertyWrapper
package struct ByName<Element: Named> {
  package var wrappedValue: [Element] {
    didSet { positions = Self.positions(in: wrappedValue) }
  }
  /// The places of the elements; of several with one name, the first.
  private var positions: [ExactText: Int]

  package init(wrappedValue: [Element]) {
    self.wrappedValue = wrappedValue
    positions = Self.positions(in: wrappedValue)
  }

  private static func positions(in elements: [Element]) -> [ExactText: Int] {
    var positions: [ExactText: Int] = [:]
    positions.reserveCapacity(elements.count)
    for index in elements.indices.reversed() { positions[elements[index].name] = index }
    return positions
  }

  /// The element called `name`, compared by its code points.
  func first(named name: String) -> Element? { positions[name].map { wrappedValue[$0] } }

  /// The elements called one of `names`, in the order of the list.
  func all(named names: some Sequence<String>) -> [Element] {
    Set(names.compactMap { positions[$0] }).sorted().map { wrappedValue[$0] }
  }
}

extension ByName: Sendable where Element: Sendable {}
