import AssayJSON
import AssayText

/// The first place at which two values differ.
enum JSONDifference {
  /// Returns the place and its value on either side, `nil` without one; the root if they are of different kinds.
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
  /// The members documents put an error's words in, the most telling first.
  private static let failureNames = ["error", "error_message", "reason", "detail", "message"]

  /// The reason a failed job gives, cut if it is long; looks at the members of the answer and of its objects.
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
