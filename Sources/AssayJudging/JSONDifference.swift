import AssayJSON
import AssayText

/// The search for the first place at which two values differ.
enum JSONDifference {
  /// Returns the first place at which `left` and `right` differ, with the value on each side (`nil` if missing). If the
  /// two are of different kinds, the place is the root.
  static func first(_ left: JSONValue, _ right: JSONValue) -> (JSONPointer, JSONValue?, JSONValue?) {
    var place = JSONPointer()
    var (left, right) = (left, right)
    // Each turn goes one level down, and no value is deeper than its parser allows.
    while true {
      switch (left.kind, right.kind) {
      case (.object, .object):
        let name =
          left.members.first { right[$0.key] != $0.value }?.key
          ?? right.members.first { left[$0.key] == nil }?.key
        guard let name else { return (place, left, right) }
        place = place.appending(name)
        guard let before = left[name], let after = right[name] else { return (place, left[name], right[name]) }
        (left, right) = (before, after)
      case (.array, .array):
        guard left.count == right.count,
          let index = zip(left.items, right.items).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset,
          let before = left[index], let after = right[index]
        else { return (place, left, right) }
        place = place.appending(String(index))
        (left, right) = (before, after)
      default: return (place, left, right)
      }
    }
  }
}

extension JSONValue {
  /// The names of members that usually contain the reason of an error, the most specific first.
  private static let failureNames = ["error", "error_message", "reason", "detail", "message"]

  /// The explanation in a failed job's response, shortened if long; `nil` if none exists. It is searched in the members
  /// of the object and of the objects directly inside it.
  var failureText: String? {
    guard kind == .object else { return nil }
    let nested = members.lazy.prefix(50).map(\.value).filter { $0.kind == .object }
    for value in [self] + nested.prefix(10) {
      for name in Self.failureNames {
        if let text = value[name]?.string, !text.isEmpty { return text.abridged }
      }
    }
    return nil
  }
}
