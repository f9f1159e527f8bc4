import AssayJSON

/// The `${NAME}` in the parts of a contract that are sent.
enum EnvironmentReferences {
  /// The texts that are sent: those of servers, requests and steps, in order.
  static func texts(in contract: JSONValue) -> [String] {
    var texts: [String] = []
    func visit(_ value: JSONValue) {
      if let text = value.string { texts.append(text) }
      for item in value.items { visit(item) }
      for member in value.members { visit(member.value) }
    }
    if let servers = contract["servers"] { visit(servers) }
    for member in contract["operations"]?.members ?? JSONValue.null.members {
      if let request = member.value["request"] { visit(request) }
    }
    if let scenarios = contract["scenarios"] { visit(scenarios) }
    return texts
  }

  /// The names in one text.
  static func names(in text: String) -> [String] {
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

  /// Whether `name` stands behind the name of HTTP's Basic scheme in `text`, as user and password in Base64.
  static func isCredentials(_ name: String, in text: String) -> Bool {
    text.lowercased().contains("basic ${\(name.lowercased())}")
  }

  /// A name as POSIX has it: letters, digits and `_`, no digit first.
  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return text.utf8.allSatisfy { byte in
      byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
  }
}
