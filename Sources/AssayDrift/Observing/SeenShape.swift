import AssayContract
import AssayJSON
import AssaySchema
import AssayText

/// The shape of undocumented values: their types and their content.
///
/// The number of names per object and the depth are limited, and the order in which values are added does not matter.
package struct SeenShape: Sendable {
  private static let mostNames = 24
  private static let deepest = 4

  private(set) var types: JSONTypes = []
  private var members: [String: SeenShape] = [:]
  private var isCut = false
  /// The shape of all items of arrays; empty if there were none.
  private var items: [SeenShape] = []

  package init() {}

  /// Adds one value; `hide` removes secrets from a member's name.
  mutating func add(_ value: JSONValue, _ hide: (String) -> String, depth: Int = 0) {
    types.insert(JSONTypes(of: value))
    guard depth < Self.deepest else { return }
    for item in value.items {
      if items.isEmpty { items = [SeenShape()] }
      items[0].add(item, hide, depth: depth + 1)
    }
    for member in value.members {
      let name = hide(member.key).shortened(to: ObservedShape.longestText)
      members[name, default: SeenShape()].add(member.value, hide, depth: depth + 1)
      guard members.count > Self.mostNames, let last = members.keys.max() else { continue }
      // The names kept are the same in any order of values.
      members[last] = nil
      isCut = true
    }
  }

  /// True if a value was added that is an object with at least one member.
  var hasMembers: Bool { !members.isEmpty }

  /// The shape as text: `{id: string, tags: [string], price: integer or null}`.
  var text: String {
    var parts: [String] = []
    if types.contains(.object) {
      let inside = members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text)" } + (isCut ? ["…"] : [])
      parts.append(inside.isEmpty ? "object" : "{\(inside.joined(separator: ", "))}")
    }
    if types.contains(.array) { parts.append(items.first.map { "[\($0.text)]" } ?? "array") }
    let scalars = types.subtracting([.object, .array])
    if !scalars.isEmpty { parts.append(scalars.description) }
    return parts.isEmpty ? "nothing" : parts.joined(separator: " or ")
  }
}

/// The undocumented bodies of all answers with one status.
package struct SeenBody: Sendable {
  package private(set) var count = 0
  private var shape: SeenShape?
  /// The media types of bodies that are not JSON.
  private var otherTypes = LeastTexts(limit: 3)

  mutating func add(_ json: JSONValue?, mediaType: String, _ hide: (String) -> String) {
    count += 1
    guard let json else { return otherTypes.insert(hide(mediaType).shortened(to: ObservedShape.longestText)) }
    var seen = shape ?? SeenShape()
    seen.add(json, hide)
    shape = seen
  }

  /// The bodies in words: `{error: string}`, `text/html`.
  var text: String { ((shape.map { [$0.text] } ?? []) + otherTypes.texts).joined(separator: " or ") }
}
