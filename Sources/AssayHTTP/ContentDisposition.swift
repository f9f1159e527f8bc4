/// A `Content-Disposition` value as forms use it (RFC 7578 section 4.2).
package struct ContentDisposition: Hashable, Sendable {
  /// In lower case: `form-data`.
  package var type: String
  /// The parameters by lower-case name, quotes and the percent-encoding of `"`, CR and LF undone.
  package var parameters: [String: String]

  /// Reads a value; `nil` where a parameter is malformed or comes twice.
  package init?(_ text: String) {
    var rest = Substring(text)
    type = Self.take(&rest) { $0 != ";" }.lowercased()
    parameters = [:]
    while rest.first == ";" {
      rest.removeFirst()
      let name = Self.take(&rest) { $0 != "=" && $0 != ";" }.lowercased()
      guard rest.first == "=", !name.isEmpty, parameters[name] == nil else { return nil }
      rest.removeFirst()
      rest = rest.drop { $0 == " " || $0 == "\t" }
      guard let value = rest.first == "\"" ? Self.quoted(&rest) : Self.take(&rest, while: { $0 != ";" }) else {
        return nil
      }
      parameters[name] = value
    }
    guard !type.isEmpty, rest.isEmpty else { return nil }
  }

  private static func take(_ text: inout Substring, while isWanted: (Character) -> Bool) -> String {
    let part = text.prefix(while: isWanted)
    text = text[part.endIndex...]
    return String(part.trimmingBlanks)
  }

  /// Reads up to the closing quote. A backslash escapes a quote alone: some clients send Windows paths as they are.
  private static func quoted(_ text: inout Substring) -> String? {
    var value = ""
    text.removeFirst()
    while let character = text.popFirst() {
      if character == "\"" {
        text = text.drop { $0 == " " || $0 == "\t" }
        return unescaped(value)
      }
      value.append(character == "\\" && text.first == "\"" ? text.removeFirst() : character)
    }
    return nil
  }

  private static func unescaped(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let character = rest.popFirst() {
      if character == "%", let meant = ["22": "\"", "0D": "\r", "0A": "\n"][rest.prefix(2).uppercased()] {
        result += meant
        rest = rest.dropFirst(2)
      } else {
        result.append(character)
      }
    }
    return result
  }
}
