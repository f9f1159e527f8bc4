import AssayHTTP
import AssayJSON
import AssayObservation

extension Credentials {
  /// The members by which answers hand out tokens (RFC 6749 section 5.1, OpenID Connect Core section 3.1.3.3).
  private static let members: Set = [
    "access_token", "accessToken", "refresh_token", "refreshToken", "id_token", "idToken", "session_token",
    "sessionToken", "client_secret", "clientSecret", "api_key", "apiKey", "password",
  ]
  /// The bytes of the shortest and the longest of them.
  private static let lengths = 6...13
  /// No JSON with a token in it is a shorter text.
  private static let shortestEmbedded = 24

  /// The tokens an answer hands out, however deep they stand in its body; of one that is no JSON, those that are written in it
  /// as in JSON, or as in a form.
  static func handedOut(by exchange: Exchange) -> [Secret] {
    handedOut(in: exchange.response?.body ?? [], exchange.json)
  }

  /// The tokens an event hands out.
  static func handedOut(by event: ObservedEvent) -> [Secret] {
    event.event.isBinary ? [] : handedOut(in: event.event.bytes, event.json)
  }

  /// The tokens that a body, which is `json` or no JSON at all, hands out.
  static func handedOut(in body: [UInt8], _ json: JSONValue? = nil) -> [Secret] {
    var secrets: [Secret] = []
    func add(_ name: String, _ text: String, inList: Bool = false) {
      // In a list behind such a name a sentence says what is wrong with what was sent.
      guard text.utf8.count >= shortest, !(inList && text.contains(" ")) else { return }
      secrets.append(Secret(name: name, value: text))
    }
    func add(writtenIn text: [UInt8]) {
      WrittenMember.visit(text, inObjects: false, named: members.contains) { member in
        if !member.isNumber { add(member.name, member.text, inList: member.isInside) }
      }
    }
    guard let json else {
      add(writtenIn: body)
      return secrets
    }
    let signs = signs(in: json)
    if signs.isNamed {
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
    for index in signs.embedded {
      if let text = JSONValue(document: json.document, index: index).string { add(writtenIn: Array(text.utf8)) }
    }
    return secrets
  }

  /// Whether one of the strings in `json` is such a member's name, and which of them may hold JSON.
  ///
  /// A look at each string's length and at its last letters: answers seldom hand out anything.
  private static func signs(in json: JSONValue) -> (isNamed: Bool, embedded: [Int]) {
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
          let escapes = escapes(in: bytes[Int(entry.start) + 1..<Int(entry.end) - 1])
          // Each letter of a name may be written in six bytes.
          if escapes.letters, !isNamed, length <= 6 * lengths.upperBound {
            isNamed = JSONValue(document: document, index: index).string.map(members.contains) == true
          }
          if escapes.quotes, length >= shortestEmbedded { embedded.append(index) }
        } else if lengths.contains(length), !isNamed, isEnd(bytes, Int(entry.end) - 1) {
          isNamed = JSONValue(document: document, index: index).string.map(members.contains) == true
        }
      }
    }
    return (isNamed, embedded)
  }

  /// Whether letters, or an underline, are written as escapes in the inside of a string, and whether quotes are.
  private static func escapes(in text: Slice<UnsafeBufferPointer<UInt8>>) -> (letters: Bool, quotes: Bool) {
    var (letters, quotes) = (false, false)
    var cursor = text.startIndex
    while cursor < text.endIndex {
      guard text[cursor] == 0x5C, cursor + 1 < text.endIndex else {
        cursor += 1
        continue
      }
      if text[cursor + 1] == 0x22 {
        quotes = true
      } else if text[cursor + 1] == UInt8(ascii: "u"), text[cursor...].prefix(4).elementsEqual(#"\u00"#.utf8) {
        let digit = cursor + 4 < text.endIndex ? text[cursor + 4] : 0
        letters = letters || (0x34...0x37).contains(digit)
        quotes = quotes || digit == 0x32
      }
      cursor += 2
    }
    return (letters, quotes)
  }

  /// Whether what ends at `end` ends as one of the names does: `token`, `secret`, `key`, `Key`, `password`.
  private static func isEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ end: Int) -> Bool {
    switch (bytes[end - 3], bytes[end - 2], bytes[end - 1]) {
    case (0x6B, 0x65, 0x6E), (0x72, 0x65, 0x74), (0x6B, 0x65, 0x79), (0x4B, 0x65, 0x79), (0x6F, 0x72, 0x64): true
    default: false
    }
  }
}
