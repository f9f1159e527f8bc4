package import AssayJSON

/// A string or number inside a JSON value, with the names that describe it.
package struct NamedValue: Sendable {
  /// The name of the member whose value, or an item of whose list, is the text; empty if absent.
  package var name: String
  /// The name of the outermost enclosing member whose name marks its value as secret; `nil` if absent.
  package var secretName: String?
  package var value: JSONValue
  /// The text of the string, or of the number as it is written.
  package var text: String
  package var isNumber: Bool { value.kind == .number }

  /// Passes all strings and numbers in `root` to `take`, at any depth.
  package static func visit(_ root: JSONValue, _ take: (NamedValue) -> Void) {
    var pending: [(name: String, secretName: String?, value: JSONValue)] = [("", nil, root)]
    while let (name, secretName, value) = pending.popLast() {
      switch value.kind {
      case .string, .number:
        let text = value.string ?? value.text
        take(NamedValue(name: name, secretName: secretName, value: value, text: text))
      case .array: for item in value.items { pending.append((name, secretName, item)) }
      case .object:
        for member in value.members {
          let key = member.key
          pending.append((key, secretName ?? (Credentials.isSecret(key) ? key : nil), member.value))
        }
      case .true, .false, .null: break
      }
    }
  }
}
