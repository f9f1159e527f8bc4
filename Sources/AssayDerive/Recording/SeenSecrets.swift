import AssayHTTP
import AssayJSON
import AssayObservation
import AssayVerifier

/// What in a recording is for nobody else's eyes, and what stands for it in the draft: a variable of the environment where
/// it is sent, a made-up word where it came.
struct SeenSecrets: Sendable {
  /// The variable each value is sent as.
  private var variables: [String: String] = [:]
  /// The word that stands for each value in an answer.
  private var words: [String: String] = [:]
  private var values: [String] = []
  /// The variables the draft needs, in order.
  private(set) var needed: [String] = []

  /// Values shorter than this are looked for as a whole text alone.
  private static let shortestPart = 6

  init(_ seen: SeenCalls) {
    for value in seen.hidden { add(value, name: "secret") }
    for call in seen.calls { add(call) }
    sort()
  }

  /// Those of one answer, and of the query it came for.
  init(_ answer: JSONValue, query: [(name: String, value: String)]) {
    for (name, value) in query where Self.isSecret(name, value) { add(value, name: name) }
    add(answer)
    sort()
  }

  /// Puts the longest first: one may be a part of another.
  private mutating func sort() { values = words.keys.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) } }

  private mutating func add(_ value: String, name: String) {
    guard !value.isEmpty, words[value] == nil else { return }
    words[value] = "hidden-\(words.count + 1)"
    variables[value] = Self.variable(name)
  }

  /// `X-Api-Key` as the name of a variable: `X_API_KEY`.
  static func variable(_ name: String) -> String {
    let parts = name.nameWords.map { $0.filter { $0.isASCII }.uppercased() }.filter { !$0.isEmpty }
    let text = parts.joined(separator: "_")
    let whole = text.isEmpty ? "SECRET" : Credentials.isSecret(text) ? text : text + "_SECRET"
    return whole.first?.isNumber == true ? "API_\(whole)" : whole
  }

  // MARK: What is secret

  private mutating func add(_ call: SeenCall) {
    let exchange = call.exchange
    for header in exchange.request.headers + (exchange.response?.head.headers ?? call.stream?.head?.headers ?? []) {
      for (_, place) in Credentials.values(of: header) {
        let value = String(header.value[place])
        guard value.utf8.count >= 4 else { continue }
        add(value, name: header.isNamed("Authorization") ? Self.scheme(of: header.value) : header.name)
      }
    }
    if let info = call.url.userInfo {
      add(info, name: "password")
      if let colon = info.firstIndex(of: ":") { add(String(info[info.index(after: colon)...]), name: "password") }
    }
    for (name, value) in FormPairs.read(call.url.query ?? "") where Self.isSecret(name, value) {
      add(value, name: name)
    }
    for (name, value) in exchange.parameters.multipart where Self.isSecret(name, value) { add(value, name: name) }
    if let json = exchange.requestJSON { add(json) } else if call.isForm { addForm(exchange.request.body) }
    if let json = exchange.json { add(json) }
    for event in call.stream?.events ?? [] { if let json = event.json { add(json) } }
  }

  /// `Bearer` in front of a token names it.
  private static func scheme(of value: String) -> String {
    let scheme = value.split(separator: " ", maxSplits: 1)
    return scheme.count == 2
      ? (scheme[0].lowercased() == "basic" ? "basic_credentials" : "\(scheme[0])_token") : "token"
  }

  private mutating func addForm(_ body: [UInt8]) {
    for (name, value) in FormPairs.read(String(decoding: body, as: UTF8.self)) where Self.isSecret(name, value) {
      add(value, name: name)
    }
  }

  private mutating func add(_ root: JSONValue) {
    var pending = [(name: "", value: root)]
    while let (name, value) = pending.popLast() {
      if let text = value.string {
        if Self.isSecret(name, text) { add(text, name: name) }
        if text.contains("://") { addQuery(of: text) }
      }
      for item in value.items { pending.append((name, item)) }
      for member in value.members { pending.append((member.key, member.value)) }
    }
  }

  /// Of an address with a signature in it, as of a file to fetch, whoever has it is let in.
  private mutating func addQuery(of address: String) {
    guard let url = HTTPURL(address) else { return }
    for (name, value) in FormPairs.read(url.query ?? "") {
      let isSigned = ["sig", "signature", "key", "policy", "credential"].contains { name.nameWords.contains($0) }
      if (isSigned || Credentials.isSecret(name)) && value.utf8.count >= Self.shortestPart { add(value, name: name) }
    }
    if let info = url.userInfo { add(info, name: "password") }
  }

  /// Whether a value is secret by the name it stands under, or by its own looks.
  static func isSecret(_ name: String, _ value: String) -> Bool {
    if isToken(value) { return true }
    guard Credentials.isSecret(name), !value.isEmpty else { return false }
    let words = name.nameWords
    if words.contains(where: { $0.hasPrefix("pass") || $0 == "pwd" || $0 == "secret" || $0 == "otp" }) { return true }
    // `token_type: bearer`, `auth: none`, `tokens: 512` tell nothing.
    let isPlain = value.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || $0 == 0x5F || $0 == 0x2D }
    return value.utf8.count >= shortestPart && !(isPlain && value.utf8.count < 16) && !value.contains(" ")
  }

  /// Whether it has the form tokens of well-known issuers have.
  private static func isToken(_ value: String) -> Bool {
    guard value.utf8.count >= 16, !value.contains(" ") else { return value.hasPrefix("-----BEGIN ") }
    if value.hasPrefix("eyJ"), value.split(separator: ".").count == 3 { return true }
    let beginnings = [
      "sk-", "sk_", "pk_live", "rk_live", "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "xoxa-",
      "AKIA", "ASIA", "AIza", "ya29.", "whsec_", "SG.", "npm_", "pypi-", "-----BEGIN ", "Bearer ey",
    ]
    return beginnings.contains { value.hasPrefix($0) }
  }

  // MARK: What stands for it

  /// Whether there is a secret in `text`.
  func holds(_ text: String) -> Bool { !values.isEmpty && range(in: text[...]) != nil }

  private func range(in text: Substring) -> (Range<String.Index>, String)? {
    if words[String(text)] != nil { return (text.startIndex..<text.endIndex, String(text)) }
    for value in values where value.utf8.count >= Self.shortestPart {
      if let range = text.firstRange(of: value) { return (range, value) }
    }
    return nil
  }

  /// A text that came, each secret in it replaced by its word.
  func shown(_ text: String) -> String { replacing(text[...], { $0 }) { words[$0] ?? "hidden" } }

  /// A text that is sent, as a template: each secret in it is a variable of the environment.
  mutating func template(_ text: String) -> String {
    var used: [String] = []
    let variables = variables
    let whole = replacing(text[...], ExampleWriter.escaped) { value in
      used.append(variables[value] ?? "SECRET")
      return "${\(used[used.count - 1])}"
    }
    for name in used { need(name) }
    return whole
  }

  /// Takes up a variable of the environment a header is sent with as a whole.
  mutating func need(_ name: String) { if !needed.contains(name) { needed.append(name) } }

  private func replacing(_ text: Substring, _ plain: (String) -> String, _ secret: (String) -> String) -> String {
    guard let (range, value) = range(in: text) else { return plain(String(text)) }
    return replacing(text[..<range.lowerBound], plain, secret) + secret(value)
      + replacing(text[range.upperBound...], plain, secret)
  }

  /// All of them, to be looked for in what is made of the recording.
  var all: [Secret] { values.map { Secret(name: variables[$0] ?? "SECRET", value: $0) } }
}

extension SeenCall {
  var isForm: Bool {
    exchange.request.headers["Content-Type"].flatMap { MediaType($0) }?.essence == "application/x-www-form-urlencoded"
  }
}
