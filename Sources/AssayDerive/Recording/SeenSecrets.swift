import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText
import AssaySecrets

/// The secrets of a recording, and their replacements in the draft: an environment variable where one is sent, a
/// made-up word where it is received.
struct SeenSecrets: Sendable {
  /// The name of the environment variable for each secret, by the secret.
  private var variables: [String: String] = [:]
  /// The word that replaces each secret in responses, by the secret.
  private var words: [String: String] = [:]
  /// The secrets that occurred only as numbers. They are not recognised inside a longer number or a word.
  private var numbers: Set<String> = []
  /// The values to search for inside texts, the longest first.
  private var parts: [String] = []
  private var search = SecretAutomaton()
  /// The variables that the draft needs, in order.
  private(set) var needed: [String] = []

  /// The least length of a value that is searched for inside texts; shorter values must be the whole text.
  private static let shortestPart = 6

  init(_ seen: RecordedCalls) {
    for value in seen.hidden { add(value, name: "secret") }
    for call in seen.calls { add(call) }
    prepare()
  }

  /// Collects the secrets of one response, and of the URL it was received from; each gets its own variable.
  init(_ answer: JSONValue?, of url: HTTPURL) {
    var counts: [String: Int] = [:]
    for (name, value) in Self.pathSecrets(url) + Self.secrets(url) where words[value] == nil {
      let count = counts[Self.variable(name), default: 0] + 1
      counts[Self.variable(name)] = count
      add(value, name: count == 1 ? name : "\(name)_\(count)")
    }
    if let answer { add(answer) }
    prepare()
  }

  private mutating func prepare() {
    parts = all.map(\.value).filter { $0.utf8.count >= Self.shortestPart }
    search = SecretAutomaton(parts.map { Array($0.utf8) })
  }

  private mutating func add(_ value: String, name: String) {
    guard !value.isEmpty, words[value] == nil else { return }
    words[value] = "hidden-\(words.count + 1)"
    variables[value] = Self.variable(name)
  }

  /// Returns the name of a variable: `X_API_KEY` for `X-Api-Key`.
  static func variable(_ name: String) -> String {
    let parts = name.asciiWords.map { $0.uppercased() }
    let text = parts.joined(separator: "_")
    let whole = text.isEmpty ? "SECRET" : Credentials.isSecret(text) ? text : text + "_SECRET"
    return whole.first?.isNumber == true ? "API_\(whole)" : whole
  }

  // MARK: What is secret

  private mutating func add(_ call: RecordedCall) {
    let exchange = call.exchange
    for header in exchange.request.headers + (exchange.response?.head.headers ?? call.stream?.head?.headers ?? []) {
      for (_, place) in Credentials.values(of: header) {
        let value = String(header.value[place])
        guard value.utf8.count >= 4 else { continue }
        add(value, name: header.isNamed("Authorization") ? Self.scheme(of: header.value) : header.name)
      }
    }
    for (name, value) in Self.secrets(call.url) { add(value, name: name) }
    // The name in front alone does not tell: `auth/oauth2` is a path.
    for (name, value) in Self.pathSecrets(call.url) where Self.isToken(value) { add(value, name: name) }
    for (name, value) in exchange.parameters.multipart where Self.isSecret(name, value) { add(value, name: name) }
    if let json = exchange.requestJSON { add(json) } else if call.isForm { addForm(exchange.request.body) }
    if let json = exchange.json { add(json) }
    for event in call.stream?.events ?? [] { if let json = event.json { add(json) } }
    if call.step == nil {
      for message in call.stream?.sent ?? [] {
        if let json = try? JSONDocument(parsing: message.data).root { add(json) }
      }
    }
    for given in call.given where Self.isSecret(given.name, given.value) {
      add(given.value, name: given.name)
    }
  }

  /// Returns the name for a credential from the scheme before it, such as `Bearer`.
  private static func scheme(of value: String) -> String {
    let scheme = value.halves(" ")
    return scheme.count == 2
      ? (scheme[0].lowercased() == "basic" ? "basic_credentials" : "\(scheme[0])_token") : "token"
  }

  private mutating func addForm(_ body: [UInt8]) {
    for (name, value) in FormPairs.read(String(decoding: body, as: UTF8.self)) where Self.isSecret(name, value) {
      add(value, name: name)
    }
  }

  private mutating func add(_ root: JSONValue) {
    NamedValue.visit(root) { value in
      if value.isNumber {
        // One of two digits keeps no secret.
        guard value.text.utf8.count > 2, let name = Self.secretName(of: value), words[value.text] == nil else { return }
        numbers.insert(value.text)
        add(value.text, name: name)
        return
      }
      if let name = Self.secretName(of: value) {
        numbers.remove(value.text)
        add(value.text, name: name)
      }
      guard value.text.contains("://"), let url = HTTPURL(value.text) else { return }
      for (name, value) in Self.secrets(url, isAnswered: true) { add(value, name: name) }
    }
  }

  /// Returns the name because of which a value of a body is secret, its own or that of an enclosing member; `nil` if it
  /// is not secret.
  private static func secretName(of value: NamedValue) -> String? {
    if isSecret(value.name, value.text) { return value.name }
    // What is inside a secret may tell when it ends.
    guard let name = value.secretName, isSecret(name, value.text), DateTime(value.text) == nil else { return nil }
    return name
  }

  /// Returns the secrets of a URL, except its path. Anyone who has an address with a signature in it, such as that of
  /// a file to fetch, may use it in any form.
  private static func secrets(_ url: HTTPURL, isAnswered: Bool = false) -> [(name: String, value: String)] {
    var secrets: [(name: String, value: String)] = []
    if let info = url.userInfo {
      secrets.append(("password", info))
      if let colon = info.firstIndex(of: ":") {
        let password = String(info[info.index(after: colon)...])
        secrets += [("password", password), ("password", PercentEncoding.decode(password) ?? password)]
      }
    }
    for (name, value) in url.pairs {
      let isSigned = ["sig", "signature", "key", "policy", "credential"].contains { name.nameWords.contains($0) }
      let isGiven = isAnswered && (isSigned || Credentials.isSecret(name)) && value.utf8.count >= shortestPart
      if isGiven || isSecret(name, value) || isSigned && looksSecret(value) { secrets.append((name, value)) }
    }
    return secrets
  }

  /// Returns the secret segments of the path, each with the name of the segment before it.
  private static func pathSecrets(_ url: HTTPURL) -> [(name: String, value: String)] {
    var secrets: [(name: String, value: String)] = []
    var name = ""
    for segment in url.path.split(separator: "/") {
      let value = PercentEncoding.decode(String(segment)) ?? String(segment)
      let isSecret = isSecret(name, value)
      if isSecret { secrets.append((name, value)) }
      // A secret names nothing.
      name = isSecret ? "" : value
    }
    return secrets
  }

  /// Returns true if a value is secret by its name or its form.
  static func isSecret(_ name: String, _ value: String) -> Bool {
    if isToken(value) { return true }
    guard Credentials.isSecret(name), !value.isEmpty else { return false }
    return isPassword(name) || looksSecret(value)
  }

  /// Returns true if any value under a name is secret, however plain it is.
  static func isPassword(_ name: String) -> Bool {
    Credentials.isSecret(name)
      && name.nameWords.contains { $0.hasPrefix("pass") || $0 == "pwd" || $0 == "secret" || $0 == "otp" }
  }

  /// Returns true if `value`, found where a secret is expected, can be one. Short values and plain words are not:
  /// `token_type: bearer`, `auth: none`, `tokens: 512`.
  private static func looksSecret(_ value: String) -> Bool {
    let isPlain = value.allSatisfy { $0.isPlain(or: "_-") && !$0.isNumber }
    return value.utf8.count >= shortestPart && !(isPlain && value.utf8.count < 16) && !value.contains(" ")
  }

  /// Returns true if a value that a document shows under a name is a credential, not a word in place of one.
  static func isCredential(_ name: String, _ value: String) -> Bool {
    if isToken(value) { return true }
    guard isSecret(name, value), !value.contains(where: { "<>{}[]*…".contains($0) }) else { return false }
    guard isWords(value) else { return true }
    let lowered = value.lowercased()
    return (isPassword(name) || value.utf8.count >= 16)
      && !["your", "example", "xxx", "token", "secret", "password", "key", "string", "text"].contains {
        lowered.contains($0)
      }
  }

  /// Returns true if a text consists of words and of numbers of up to four digits, as `YOUR_KEY_1`.
  private static func isWords(_ text: String) -> Bool {
    text.split { !$0.isLetter && !$0.isNumber }.allSatisfy { word in
      word.allSatisfy(\.isLetter) || word.count < 5 && word.allSatisfy(\.isNumber)
    }
  }

  /// Returns true if a line of a document shows a credential: a token, a value under the name of one, or the password
  /// in a URL.
  static func isShown(in line: String) -> Bool {
    let words = line.split { $0.isWhitespace || "\"'`=&?,;:<>(){}[]\\".contains($0) }.filter { $0 != "|" }
    if words.contains(where: { isToken(String($0)) }) { return true }
    for (name, word) in zip(words, words.dropFirst()) {
      let between = line[name.endIndex..<word.startIndex]
      // In prose, the plain word after `password` is seldom its value.
      let isLiteral = between.contains("=") || between.last == "\"" || between.last == "'"
      guard isLiteral || word.utf8.count >= shortestPart && !isWords(String(word)) else { continue }
      if isCredential(name.lowercased() == "basic" ? "auth" : String(name), String(word)) { return true }
    }
    let parts = line.split(whereSeparator: \.isWhitespace)
    // The credentials that curl sends.
    if zip(parts, parts.dropFirst()).contains(where: { ["-u", "--user"].contains($0) && $1.contains(":") }) {
      return true
    }
    return parts.contains { word in
      guard let scheme = word.firstRange(of: "://") else { return false }
      let authority = word[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
      return authority.contains("@") && authority.prefix { $0 != "@" }.contains(":")
    }
  }

  /// Returns true if the value has the form of tokens from well-known issuers.
  static func isToken(_ value: String) -> Bool {
    guard value.utf8.count >= 16, !value.contains(" ") else { return value.hasPrefix("-----BEGIN ") }
    if value.hasPrefix("eyJ"), value.split(separator: ".").count == 3 { return true }
    let beginnings = [
      "sk-", "sk_", "pk_live", "rk_live", "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "xoxa-",
      "AKIA", "ASIA", "AIza", "ya29.", "whsec_", "SG.", "npm_", "pypi-", "-----BEGIN ", "Bearer ey",
    ]
    return beginnings.contains { value.hasPrefix($0) }
  }

  // MARK: What stands for it

  /// Returns true if `text` contains one of the recording's secrets.
  func holds(_ text: String) -> Bool { !words.isEmpty && !places(in: text, Array(text.utf8)).isEmpty }

  /// Returns true if a text or a number of `value` contains a secret or is one: a short secret has to be the whole
  /// text.
  func holds(_ value: JSONValue) -> Bool {
    switch value.kind {
    case .string: holds(value.string ?? "")
    case .number: holds(value.text)
    case .array: value.items.contains { holds($0) }
    case .object: value.members.contains { holds($0.value) }
    default: false
    }
  }

  /// Returns the places of secrets in `text`, whose bytes are `bytes`: in order, with overlapping ones merged.
  private func places(in text: String, _ bytes: [UInt8]) -> [(range: Range<Int>, value: String)] {
    if words[text] != nil { return [(bytes.indices, text)] }
    let matches = search.matches(in: bytes).filter { match in
      !numbers.contains(parts[match.pattern]) || Self.isAlone(match.range, in: bytes)
    }
    let sorted = matches.sorted { left, right in
      let (first, second) = (left.range, right.range)
      return (first.lowerBound, second.upperBound) < (second.lowerBound, first.upperBound)
    }
    var places: [(range: Range<Int>, value: String)] = []
    for match in sorted {
      let value = parts[match.pattern]
      guard let last = places.last, match.range.lowerBound < last.range.upperBound else {
        places.append((match.range, value))
        continue
      }
      let end = max(last.range.upperBound, match.range.upperBound)
      places[places.count - 1].range = last.range.lowerBound..<end
    }
    return places
  }

  private static func isAlone(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
    func isPart(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
    }
    return (range.lowerBound == 0 || !isPart(bytes[range.lowerBound - 1]))
      && (range.upperBound == bytes.count || !isPart(bytes[range.upperBound]))
  }

  /// Returns a received text with each secret replaced by its word.
  func shown(_ text: String) -> String { replacing(text, { $0 }) { words[$0] ?? "hidden" } }

  /// Returns a number as written in a draft; a secret is replaced by a different number of the same length.
  func shown(number text: String) -> String {
    guard words[text] != nil, let first = text.utf8.firstIndex(where: { (0x30...0x39).contains($0) }) else {
      return text
    }
    let rest = text[text.index(after: first)...].utf8.map { (0x30...0x39).contains($0) ? 0x30 : $0 }
    return text[..<first] + (text.utf8[first] == 0x30 ? "0" : "1") + String(decoding: rest, as: UTF8.self)
  }

  /// Returns a text to send as a template, with an environment variable for each secret.
  mutating func template(_ text: String) -> String {
    var used: [String] = []
    let variables = variables
    let whole = replacing(text, ExampleWriter.escaped) { value in
      used.append(variables[value] ?? "SECRET")
      return "${\(used[used.count - 1])}"
    }
    for name in used { need(name) }
    return whole
  }

  /// Adds the environment variable `name` to those that the draft needs.
  mutating func need(_ name: String) { needed.add(name) }

  private func replacing(_ text: String, _ plain: (String) -> String, _ secret: (String) -> String) -> String {
    if words.isEmpty { return plain(text) }
    let bytes = Array(text.utf8)
    let places = places(in: text, bytes)
    if places.isEmpty { return plain(text) }
    var result = ""
    var end = 0
    for (range, value) in places {
      result += plain(String(decoding: bytes[end..<range.lowerBound], as: UTF8.self)) + secret(value)
      end = range.upperBound
    }
    return result + plain(String(decoding: bytes[end...], as: UTF8.self))
  }

  /// All secrets of the recording, the longest first, to be hidden in the finished draft.
  var all: [Secret] {
    words.keys.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }.map {
      Secret(name: variables[$0] ?? "SECRET", value: $0)
    }
  }
}

extension RecordedCall {
  /// True if the body was sent as gzip; the recording has it uncompressed.
  var isCompressed: Bool { step != nil && exchange.request.headers["Content-Encoding"]?.lowercased() == "gzip" }

  var isForm: Bool {
    sentType?.essence == "application/x-www-form-urlencoded"
  }
}
