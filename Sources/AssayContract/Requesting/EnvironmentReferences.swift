package import AssayJSON
import AssayText

/// The references `${NAME}` in the parts of a contract that are sent, which are read from the environment.
package enum EnvironmentReferences {
  /// Returns the parts that are sent, in order: servers, requests, messages, credentials and steps.
  package static func sent(in contract: JSONValue) -> [JSONValue] {
    var parts = [contract["servers"]].compactMap { $0 }
    for member in contract["operations"]?.members ?? JSONValue.null.members {
      if let request = member.value["request"] { parts.append(request) }
      messages(in: member.value) { parts.append($0) }
    }
    return parts + ["securitySchemes", "groups", "before", "scenarios", "after"].compactMap { contract[$0] }
  }

  /// Passes the WebSocket messages of each operation that has any to `take`.
  private static func messages(in value: JSONValue, _ take: (JSONValue) -> Void) {
    for item in value.items { messages(in: item, take) }
    for member in value.members {
      if member.isNamed("send"), member.value.kind == .array {
        take(member.value)
      } else {
        messages(in: member.value, take)
      }
    }
  }

  /// Returns the names in `text`.
  package static func names(in text: String) -> [String] {
    var names: [String] = []
    var rest = text[...]
    while let start = rest.firstRange(of: "${") {
      rest = rest[start.upperBound...]
      guard let end = rest.firstIndex(of: "}") else { break }
      let name = rest[..<end]
      if isName(name) { names.append(String(name)) }
    }
    return names
  }

  /// Returns true if `name` follows the name of HTTP's Basic scheme in `text`, as user and password in Base64.
  package static func isCredentials(_ name: String, in text: String) -> Bool {
    text.lowercased().contains("basic ${\(name.lowercased())}")
  }

  /// Returns true if `text` is a name as defined by POSIX: letters, digits and `_`, not starting with a digit.
  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return text.utf8.allSatisfy { byte in
      byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
  }
}
