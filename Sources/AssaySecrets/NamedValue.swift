package import AssayJSON

/// A text or a number inside a JSON value, with the names that tell what it is.
package struct NamedValue: Sendable {
  /// The member it stands in, itself or in a list; empty without one.
  package var name: String
  /// The outermost member around it whose name says that its value is secret.
  package var secretName: String?
  package var value: JSONValue
  /// The text, or the number as it is written.
  package var text: String
  package var isNumber: Bool { value.kind == .number }

  /// Hands all texts and numbers in `root` to `take`, however deep they stand.
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
