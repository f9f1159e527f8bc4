import AssayHTTP
package import AssayJSON
package import AssayObservation
import AssayText

extension Credentials {
  /// The members in which responses return tokens (RFC 6749 section 5.1, OpenID Connect Core section 3.1.3.3).
  private static let members: Set = [
    "access_token", "accessToken", "refresh_token", "refreshToken", "id_token", "idToken", "session_token",
    "sessionToken", "client_secret", "clientSecret", "api_key", "apiKey", "password",
  ]
  /// Parts of these names; a text without any of them contains none of the names, unless their letters are escaped.
  private static let signs: [StaticString] = ["oken", "secret", "Secret", "api_key", "apiKey", "password"]
  /// The lengths of the names in bytes, from the shortest to the longest.
  private static let lengths = 6...13
  /// The size of a body, in bytes, from which it is first searched for signs.
  private static let large = 65_536
  /// The length of the shortest JSON text that can contain a token.
  private static let shortestEmbedded = 24

  /// Returns the tokens that a server sends in a response, as secrets, at any depth of its body. In a body that is not
  /// JSON, these are the ones written as in JSON or in a form.
  package static func handedOut(by exchange: Exchange) -> [Secret] {
    handedOut(in: exchange.response?.body ?? [], exchange.json)
  }

  /// Returns the tokens that a server sends in the data of an event, as secrets.
  package static func handedOut(by event: ObservedEvent) -> [Secret] {
    event.event.isBinary ? [] : handedOut(in: event.event.bytes, event.json)
  }

  /// Returns the tokens in a body; `json` is its value, or `nil` if it is not JSON.
  package static func handedOut(in body: [UInt8], _ json: JSONValue? = nil) -> [Secret] {
    var secrets: [Secret] = []
    func add(_ name: String, _ text: String, inList: Bool = false) {
      // In a list under such a name a sentence says what is wrong with what was sent.
      guard text.utf8.count >= shortest, !(inList && text.contains(" ")) else { return }
      secrets.append(Secret(name: name, value: text))
    }
    func add(writtenIn text: [UInt8]) {
      WrittenMember.visit(text, inObjects: false, named: members.contains) { member in
        if !member.isNumber { add(member.name, member.text, inList: member.isInside) }
      }
    }
    // What is large seldom hands out anything; of what is small each string is looked at sooner.
    let bytes = json?.document.bytes ?? body
    guard bytes.count < large || bytes.withUnsafeBytes(mayName) else { return [] }
    guard let json else {
      add(writtenIn: body)
      return secrets
    }
    let strings = strings(in: json)
    if strings.isNamed {
      // Outer ones first, each object once; a recursion could be made as deep as a body is.
      for index in json.index..<Int(json.entry.next) where json.document.entry(at: index).kind == .object {
        for member in JSONValue(document: json.document, index: index).members {
          guard member.value.kind == .string || member.value.kind == .array else { continue }
          let name = member.key
          guard members.contains(name) else { continue }
          if let text = member.value.string { add(name, text) }
          for item in member.value.items { item.string.map { add(name, $0, inList: true) } }
        }
      }
    }
    for index in strings.embedded {
      if let text = JSONValue(document: json.document, index: index).string { add(writtenIn: Array(text.utf8)) }
    }
    return secrets
  }

  /// Returns true if a text may contain the name of a member with tokens: it contains a typical part of such a name, or
  /// an escaped letter.
  private static func mayName(_ text: UnsafeRawBufferPointer) -> Bool {
    text.contains("\\u00") || signs.contains { text.contains($0) }
  }

  /// Returns whether a string in `json` is one of the names of members with tokens, and the tape indices of strings
  /// that may themselves contain JSON with such a name.
  private static func strings(in json: JSONValue) -> (isNamed: Bool, embedded: [Int]) {
    var (isNamed, embedded) = (false, [Int]())
    let document = json.document
    let (string, escapeBit) = (UInt32(JSONKind.string.rawValue), JSONTapeEntry.escapeBit)
    document.bytes.withUnsafeBufferPointer { bytes in
      let entries = document.entries
      for index in json.index..<Int(json.entry.next) {
        let entry = entries[index]
        guard entry.word & 0xFF == string else { continue }
        let length = Int(entry.end - entry.start) - 2
        if entry.word & escapeBit != 0 {
          // Each letter of a name may be written in six bytes.
          if !isNamed, length <= 6 * lengths.upperBound {
            isNamed = JSONValue(document: document, index: index).string.map(members.contains) == true
          }
          let text = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[Int(entry.start)..<Int(entry.end)])
          if length >= shortestEmbedded, text.contains("\\\"") || text.contains("\\u0022"), mayName(text) {
            embedded.append(index)
          }
        } else if lengths.contains(length), !isNamed, isEnd(bytes, Int(entry.end) - 1) {
          isNamed = JSONValue(document: document, index: index).string.map(members.contains) == true
        }
      }
    }
    return (isNamed, embedded)
  }

  /// Returns true if the bytes before `end` are the last letters of a name of members with tokens: of `token`,
  /// `secret`, `key`, `Key`, `password`.
  private static func isEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ end: Int) -> Bool {
    switch (bytes[end - 3], bytes[end - 2], bytes[end - 1]) {
    case (0x6B, 0x65, 0x6E), (0x72, 0x65, 0x74), (0x6B, 0x65, 0x79), (0x4B, 0x65, 0x79), (0x6F, 0x72, 0x64): true
    default: false
    }
  }
}
