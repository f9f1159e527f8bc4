import AssayJSON
import AssaySchema

/// The names a contract reads inside one value: it names these members, though no schema may describe them.
struct ReadNames: Sendable {
  /// Pointers from the value to what is read; `*` is any item, or any member.
  var places: [ArraySlice<String>] = []
  /// The schemas the value is tried against, to tell what it is.
  var conditions: [SchemaView] = []

  /// The members read by name.
  var names: Set<String> {
    var names = Set(places.compactMap(\.first).filter { $0 != ObservedShape.anyName })
    for part in tried {
      names.formUnion(part.children.compactMap { $0.role.memberName })
      names.formUnion(part["required"]?.items.compactMap(\.string) ?? [])
    }
    return names
  }

  /// Returns the names read inside the member `name`.
  func member(_ name: String) -> ReadNames {
    ReadNames(
      places: inner { $0 == name || $0 == ObservedShape.anyName },
      conditions: children { $0.memberName == name }
    )
  }

  /// The names read inside the members that no schema names.
  var furtherMembers: ReadNames { ReadNames(places: inner { _ in true }) }

  /// The names read inside the items.
  var items: ReadNames {
    ReadNames(
      places: inner { $0 == ObservedShape.anyName || JSONPointer.arrayIndex($0) != nil },
      conditions: children(\.isOfItems)
    )
  }

  private func inner(_ isMeant: (String) -> Bool) -> [ArraySlice<String>] {
    places.filter { $0.count > 1 && isMeant($0[$0.startIndex]) }.map { $0.dropFirst() }
  }

  /// All the conditions say of the value itself.
  private var tried: [SchemaView] { conditions.flatMap { $0.sameValue(branches: true) } }

  private func children(_ isMeant: (SchemaRole) -> Bool) -> [SchemaView] {
    tried.flatMap(\.children).filter { isMeant($0.role) }.map(\.schema)
  }
}
