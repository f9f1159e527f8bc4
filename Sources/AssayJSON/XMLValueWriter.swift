/// A writer of JSON values as XML, the reverse of ``XMLReader``.
package enum XMLValueWriter {
  /// Returns `value`, an object with one member, as an XML document whose root that is; `nil` if it cannot be one,
  /// because it has several members, is not an object, or has a name that XML does not allow.
  package static func text(of value: JSONValue) -> String? {
    guard value.kind == .object, value.count == 1, let root = value.members.first(where: { _ in true }),
      root.value.kind != .array
    else { return nil }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    return write(root.key, root.value, &text) ? text + "\n" : nil
  }

  private static func write(_ name: String, _ value: JSONValue, _ text: inout String) -> Bool {
    if value.kind == .array { return value.items.allSatisfy { write(name, $0, &text) } }
    guard isName(name) else { return false }
    text += "<\(name)"
    guard value.kind == .object else {
      let content = value.kind == .null ? "" : value.string ?? value.text
      text += ">\(escaped(content))</\(name)>"
      return true
    }
    for member in value.members {
      guard let attribute = attribute(member.key) else { continue }
      guard isName(attribute) else { return false }
      text += " \(attribute)=\"\(escaped(member.value.string ?? member.value.text, isAttribute: true))\""
    }
    text += ">"
    for member in value.members where attribute(member.key) == nil {
      if member.key == "#text" {
        text += escaped(member.value.string ?? member.value.text)
      } else if !write(member.key, member.value, &text) {
        return false
      }
    }
    text += "</\(name)>"
    return true
  }

  /// Returns the name of the attribute that a member with `key` stands for; `nil` if it stands for an element or the text.
  private static func attribute(_ key: String) -> String? {
    // By code points: the name may begin with a combining one.
    key.unicodeScalars.first == "@" ? String(key.unicodeScalars.dropFirst()) : nil
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.enumerated().allSatisfy { XMLReader.isNameByte($0.element, isFirst: $0.offset == 0) }
  }

  private static func escaped(_ text: String, isAttribute: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "\t" where isAttribute: result += "&#9;"
      case "\n" where isAttribute: result += "&#10;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case "\r": result += "&#13;"
      case "\0"..<" ": continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
