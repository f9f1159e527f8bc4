import AssayJSON
import AssaySchema

/// The names of members inside one value that the contract's expressions read, even if no schema describes them.
struct ReadNames: Sendable {
  /// The places that are read, relative to the value; `*` is any item or member.
  var places: [ArraySlice<String>] = []
  /// The schemas that the value is tested against to determine its kind, which also read members.
  var conditions: [SchemaView] = []

  /// The names of the value's members that are read.
  var names: Set<String> {
    var names = Set(places.compactMap(\.first).filter { $0 != ObservedShape.anyName })
    for part in tried {
      names.formUnion(part.children.compactMap { $0.role.memberName })
      names.formUnion(part["required"]?.items.compactMap(\.string) ?? [])
    }
    return names
  }

  /// Returns the names that are read inside the member `name`.
  func member(_ name: String) -> ReadNames {
    ReadNames(
      places: inner { $0 == name || $0 == ObservedShape.anyName },
      conditions: children { $0.memberName == name }
    )
  }

  /// The names that are read inside members that are not described by name.
  var furtherMembers: ReadNames { ReadNames(places: inner { _ in true }) }

  /// The names that are read inside the items.
  var items: ReadNames {
    ReadNames(
      places: inner { $0 == ObservedShape.anyName || JSONPointer.arrayIndex($0) != nil },
      conditions: children(\.isOfItems)
    )
  }

  private func inner(_ isMeant: (String) -> Bool) -> [ArraySlice<String>] {
    places.filter { $0.count > 1 && isMeant($0[$0.startIndex]) }.map { $0.dropFirst() }
  }

  /// The schemas of ``conditions`` that apply to the value itself.
  private var tried: [SchemaView] { conditions.flatMap { $0.sameValue(branches: true) } }

  private func children(_ isMeant: (SchemaRole) -> Bool) -> [SchemaView] {
    tried.flatMap(\.children).filter { isMeant($0.role) }.map(\.schema)
  }
}
