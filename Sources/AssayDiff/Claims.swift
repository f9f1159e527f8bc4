import AssayJSON

/// The parts of one of two contracts that comparisons have looked at: a difference there is classified, reported or
/// not.
struct Claims {
  /// The keys looked at, by the place of their object; a place is looked at itself where it is listed.
  private var keys: [JSONPointer: Set<String>] = [:]
  /// The places looked at with all that is inside.
  private var whole: Set<JSONPointer> = []
  /// The schemas that were compared.
  private var schemas: Set<JSONPointer> = []

  /// Claims what is said under `keys` at `pointer`.
  mutating func insert(_ keys: [String], of pointer: JSONPointer) {
    self.keys[pointer, default: []].formUnion(keys)
  }

  /// Claims all that stands at `pointer`.
  mutating func insertWhole(_ pointer: JSONPointer) { whole.insert(pointer) }

  /// Claims the keywords of the schema at `pointer`, apart from the schemas they hold.
  mutating func insertSchema(_ pointer: JSONPointer) { schemas.insert(pointer) }

  /// Returns true if everything at `pointer` is claimed.
  func holdsWhole(_ pointer: JSONPointer) -> Bool { whole.contains(pointer) }

  /// Returns true if the value of `key` at `pointer` is claimed.
  func holds(_ key: String, of pointer: JSONPointer) -> Bool { keys[pointer]?.containsExactly(key) ?? false }

  /// Returns true if the schema at `pointer` was compared.
  func holdsSchema(_ pointer: JSONPointer) -> Bool { schemas.contains(pointer) }

  /// The places that are claimed, or in which something is.
  var places: Set<JSONPointer> {
    JSONPointer.surroundings(of: [Array(keys.keys), Array(whole), Array(schemas)].joined())
  }
}

extension JSONPointer {
  /// `pointers`, and all that hold them, apart from the root.
  static func surroundings(of pointers: some Sequence<JSONPointer>) -> Set<JSONPointer> {
    var found: Set<JSONPointer> = []
    for pointer in pointers {
      var place = pointer
      while !place.tokens.isEmpty, found.insert(place).inserted { place.tokens.removeLast() }
    }
    return found
  }
}
