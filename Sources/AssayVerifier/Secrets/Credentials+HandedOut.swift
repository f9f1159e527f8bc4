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
      let range = JSONValue(document: json.document, index: index).byteRange
      add(writtenIn: Array(json.document.bytes[range.dropFirst().dropLast()]))
    }
    return secrets
  }

  /// Whether one of the strings in `json` is such a member's name, and which of them may hold JSON.
  ///
  /// A look at each string's length and at its last letter: answers seldom hand out anything.
  private static func signs(in json: JSONValue) -> (isNamed: Bool, embedded: [Int]) {
    var (isNamed, embedded) = (false, [Int]())
    let document = json.document
    let (string, escapeBit) = (UInt32(JSONKind.string.rawValue), JSONTapeEntry.escapeBit)
    withExtendedLifetime(document) {
      let entries = document.entries
      for index in json.index..<Int(json.entry.next) {
        let entry = entries[index]
        guard entry.word & 0xFF == string else { continue }
        let length = Int(entry.end - entry.start) - 2
        if entry.word & escapeBit != 0 {
          // Each letter of a name may be written in six bytes.
          if length <= 6 * lengths.upperBound {
            isNamed = isNamed || JSONValue(document: document, index: index).string.map(members.contains) == true
          }
          if length >= shortestEmbedded { embedded.append(index) }
        } else if lengths.contains(length), !isNamed, isEnd(document.bytes[Int(entry.end) - 2]) {
          isNamed = JSONValue(document: document, index: index).string.map(members.contains) == true
        }
      }
    }
    return (isNamed, embedded)
  }

  /// Whether one of the names ends with it: `token`, `secret`, `key`, `password`.
  private static func isEnd(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "y"), UInt8(ascii: "d"): true
    default: false
    }
  }
}
