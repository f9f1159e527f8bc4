import AssayJSON
import AssayText

extension JSONMember {
  /// The name's UTF-8: strings that differ in it are different names, also where Unicode takes them for equivalent.
  var name: [UInt8] { keyValue.withStringBytes { Array($0) } }
}

/// The names of an object's members, by likeness to one that is missing.
enum MemberNames {
  /// Those of `names` that members have.
  static func present(_ names: [[UInt8]], in object: JSONValue) -> Set<[UInt8]> {
    let wanted = Set(names)
    var absent = wanted
    for member in object.members where !absent.isEmpty { absent.remove(member.name) }
    return wanted.subtracting(absent)
  }

  /// At most 20 of the members that are there, nearest first.
  static func nearest(to name: String, in object: JSONValue) -> [String] {
    SpellingSuggestion.ranked(object.members.prefix(100).map(\.key), byLikenessTo: name)
  }
}
