import AssayJSON

/// The parts of one of two contracts that comparisons have covered: differences there are classified, whether they are
/// reported or not.
struct Claims {
  /// The compared keys, by the place of the object that contains them. Such a place itself also counts as compared.
  private var keys: [JSONPointer: Set<String>] = [:]
  /// The places that were compared with everything inside them.
  private var whole: Set<JSONPointer> = []
  /// The schemas that were compared.
  private var schemas: Set<JSONPointer> = []

  /// Marks the values of `keys` at `pointer` as compared.
  mutating func insert(_ keys: [String], of pointer: JSONPointer) {
    self.keys[pointer, default: []].formUnion(keys)
  }

  /// Marks everything at `pointer` as compared.
  mutating func insertWhole(_ pointer: JSONPointer) { whole.insert(pointer) }

  /// Marks the keywords of the schema at `pointer` as compared, except the schemas inside them.
  mutating func insertSchema(_ pointer: JSONPointer) { schemas.insert(pointer) }

  /// Returns true if everything at `pointer` was marked as compared.
  func holdsWhole(_ pointer: JSONPointer) -> Bool { whole.contains(pointer) }

  /// Returns true if the value of `key` at `pointer` was marked as compared.
  func holds(_ key: String, of pointer: JSONPointer) -> Bool { keys[pointer]?.containsExactly(key) ?? false }

  /// Returns true if the schema at `pointer` was compared.
  func holdsSchema(_ pointer: JSONPointer) -> Bool { schemas.contains(pointer) }

  /// The places marked as compared, and all places that contain one.
  var places: Set<JSONPointer> {
    JSONPointer.surroundings(of: [Array(keys.keys), Array(whole), Array(schemas)].joined())
  }
}

extension JSONPointer {
  /// Returns `pointers` and all places that contain them, except the root.
  static func surroundings(of pointers: some Sequence<JSONPointer>) -> Set<JSONPointer> {
    var found: Set<JSONPointer> = []
    for pointer in pointers {
      var place = pointer
      while !place.tokens.isEmpty, found.insert(place).inserted { place.tokens.removeLast() }
    }
    return found
  }
}
