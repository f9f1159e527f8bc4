package import AssayHTTP
package import AssayJSON
package import AssayObservation

/// The rules by which secrets are recognised in an exchange without a declaration: credentials, cookies, and values
/// whose names indicate a secret.
package enum Credentials {
  /// Returns true if a name marks its value as secret by one of its words, as in `API_KEY`, `X-Auth-Token`,
  /// `sessionToken`.
  package static func isSecret(_ name: String) -> Bool {
    var words = NameWords()
    for byte in name.utf8 {
      if words.tells(behind: byte) { return true }
    }
    return words.tellAtEnd()
  }

  /// A reader of a name that finds, byte by byte, the words which mark the name's value as secret.
  private struct NameWords {
    private var (isKey, opens, wasLower) = (false, false, false)
    /// Facts about the words read so far: `isTokens` is true after "tokens", which can also mean a count; `letsIn` is
    /// true after a word of authorisation, such as "access".
    private var (isTokens, letsIn) = (false, false)
    /// True if a word read so far, such as "page" or "cursor", shows that the value leads to another page of a list.
    private var turnsPages = false
    /// The letters of the current word as one number, which is large enough for every word searched for.
    private var word: UInt128 = 0
    private var length = 0

    /// Reads the next byte of the name. Returns true if the byte ends a word that alone marks the value as secret.
    mutating func tells(behind byte: UInt8) -> Bool {
      let isLower = (0x61...0x7A).contains(byte)
      let isUpper = (0x41...0x5A).contains(byte)
      if (isUpper && wasLower) || !(isUpper || isLower), endsTelling() { return true }
      if isUpper || isLower {
        word = word << 8 | UInt128(byte | 0x20)
        length += 1
      }
      wasLower = isLower
      return false
    }

    /// Returns true if the last word alone, or two of the words together, mark the value as secret.
    mutating func tellAtEnd() -> Bool { endsTelling() || (isKey && opens) || (isTokens && letsIn) }

    private mutating func endsTelling() -> Bool {
      let (ended, count) = (word, length)
      (word, length) = (0, 0)
      guard (3...16).contains(count) else { return false }
      isKey = isKey || ended == key || ended == keys
      isTokens = isTokens || ended == tokens
      letsIn = letsIn || doors[count].contains(ended)
      opens = opens || openers[count].contains(ended)
      turnsPages = turnsPages || pagers[count].contains(ended)
      if turnsPages, ended == token { return false }
      return telling[count].contains(ended)
    }
  }

  /// Returns words by length, each as one number of its letters, because the names of all fields in all responses are
  /// compared.
  private static func words(_ texts: String...) -> [[UInt128]] {
    (0...16).map { length in texts.filter { $0.utf8.count == length }.map(number) }
  }

  private static func number(_ word: String) -> UInt128 { word.utf8.reduce(0) { $0 << 8 | UInt128($1) } }

  private static let telling = words(
    "auth",
    "authentication",
    "authorization",
    "apikey",
    "bearer",
    "cookie",
    "cookies",
    "credential",
    "credentials",
    "csrf",
    "jwt",
    "otp",
    "pass",
    "passphrase",
    "passwd",
    "password",
    "passwords",
    "pwd",
    "secret",
    "secrets",
    "token",
    "xsrf"
  )
  private static let key = number("key")
  private static let keys = number("keys")
  private static let token = number("token")
  private static let tokens = number("tokens")
  /// Words that mark a token as not secret: `next_page_token`, `continuationToken`.
  private static let pagers = words("page", "next", "continuation", "cursor")
  /// The words that, together with "key", mark a value as secret.
  private static let openers = words("access", "api", "encryption", "functions", "private", "signing", "subscription")
  /// The words that, together with "tokens", mark a value as secret. In `max_tokens`, by contrast, tokens are counted.
  private static let doors = words("access", "api", "refresh", "session")
  /// The least length of a value that is hidden: shorter ones, such as `lang=en`, reveal nothing, and hiding them
  /// everywhere would make texts unreadable.
  static let shortest = 8

  /// The fields that describe the communication, not the caller; their values are common words that a response may
  /// contain.
  package static let openFields: Set = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "connection", "content-language",
    "content-type", "origin", "pragma", "referer", "user-agent",
  ]

  /// Returns the credentials of `exchange`, recognised by name; those in `fields`, in lower case, are secret under any
  /// name.
  ///
  /// The first `harmless` header fields of the response are known to hold none.
  package static func all(in exchange: Exchange, fields: Set<String> = [], besides harmless: Int = 0) -> [Secret] {
    var secrets: [Secret] = []
    func add(_ name: String, _ value: some StringProtocol, _ kind: Secret.Kind = .credential) {
      if value.utf8.count >= shortest { secrets.append(Secret(name: name, value: String(value), kind: kind)) }
    }
    func add(_ header: HTTPHeader) {
      let values = values(of: header, fields: fields)
      guard !values.isEmpty else { return }
      // A cookie may say no more than how its page is to look.
      let isCookie = header.name.utf8.count < 11 && header.name.lowercased().hasSuffix("cookie")
      for (name, value) in values { add(name, header.value[value], isCookie ? .variable : .credential) }
    }
    for header in exchange.request.headers { add(header) }
    for header in exchange.response?.head.headers.dropFirst(harmless) ?? [] { add(header) }
    if exchange.request.url.utf8.contains(UInt8(ascii: "@")), let userInfo = HTTPURL(exchange.request.url)?.userInfo {
      add("userinfo", userInfo)
    }
    return secrets + handedOut(by: exchange)
  }

  /// Returns the places of secrets in a field's value, by name; none if neither the name marks it as secret nor
  /// `fields` contains it.
  package static func values(
    of header: HTTPHeader,
    fields: Set<String> = []
  ) -> [(name: String, value: Range<String.Index>)] {
    let value = header.value
    if header.isCookie {
      // RFC 6265 sections 4.1 and 4.2: pairs in a request; in an answer one, followed by attributes.
      let pairs = value.split(separator: ";")
      return (header.isNamed("cookie") ? pairs[...] : pairs.prefix(1)).compactMap { pair in
        let parts = pair.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let text = parts[1].drop { $0 == "\"" }.prefix { $0 != "\"" }
        return ("\(header.name).\(parts[0].drop { $0 == " " })", text.startIndex..<text.endIndex)
      }
    }
    // RFC 9110 section 11.6.2: the scheme in front is not secret. A challenge contains no credentials.
    guard isSecret(header.name) || (!fields.isEmpty && fields.contains(header.name.lowercased())) else { return [] }
    let name = header.name.lowercased()
    guard !name.hasSuffix("-authenticate"), !name.hasPrefix("access-control-"),
      let last = value.split(separator: " ", maxSplits: 1).last
    else { return [] }
    return [(header.name, last.startIndex..<last.endIndex)]
  }

  /// Returns each string and number in `value`; true, false and null are not secret.
  package static func secrets(in value: JSONValue, name: String) -> [Secret] {
    switch value.kind {
    case .string: value.string.map { [Secret(name: name, value: $0)] } ?? []
    case .number: [Secret(name: name, value: value.text)]
    case .array: value.items.enumerated().flatMap { secrets(in: $0.element, name: "\(name).\($0.offset)") }
    case .object: value.members.flatMap { secrets(in: $0.value, name: "\(name).\($0.key)") }
    case .true, .false, .null: []
    }
  }
}

extension HTTPHeader {
  fileprivate var isCookie: Bool { isNamed("cookie") || isNamed("set-cookie") }
}
