import AssayFindings
package import AssayJSON

/// How a finding says where it is: a prefix (`event 4 `, `poll 3 `) and a JSON Pointer, a header's name or `status`.
package enum FindingLocation {
  /// The location of `pointer` behind `prefix`; of the whole document, the prefix without its space.
  package static func text(prefix: String, pointer: JSONPointer) -> String {
    pointer.tokens.isEmpty ? whole(prefix: prefix) : prefix + pointer.description
  }

  /// The location of all that `prefix` stands for.
  package static func whole(prefix: String) -> String { prefix.hasSuffix(" ") ? String(prefix.dropLast()) : prefix }

  /// The pointer of a location: what begins at its first slash; the root where there is none.
  package static func pointer(of location: String) -> JSONPointer {
    guard let slash = location.firstIndex(of: "/") else { return JSONPointer() }
    return JSONPointer(String(location[slash...])) ?? JSONPointer()
  }
}
