import AssayJSON

/// An element of the contract that has a name of its own.
package protocol Named {
  var name: String { get }
}

/// A list in the contract's order whose elements are found by name in constant time.
@propertyWrapper
package struct ByName<Element: Named> {
  package var wrappedValue: [Element] {
    didSet { positions = Self.positions(in: wrappedValue) }
  }
  /// The position of each element by name; of several with the same name, that of the first.
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

  /// Returns the element named `name`, compared by code points.
  func first(named name: String) -> Element? { positions[name].map { wrappedValue[$0] } }

  /// Returns the elements whose names are in `names`, in the order of the list.
  func all(named names: some Sequence<String>) -> [Element] {
    Set(names.compactMap { positions[$0] }).sorted().map { wrappedValue[$0] }
  }
}

extension ByName: Sendable where Element: Sendable {}
