import AssayHTTP
import AssayJSON
import AssayObservation
import TestKit
import Testing

@testable import AssaySecrets

/// Secrets in all the forms they come back in.
struct SecretVaultTests {
  @Test(arguments: [[0, 1], [1, 0]])
  func aSecretInsideAnotherLeavesNothingOfIt(_ order: [Int]) {
    let secrets = [Secret(name: "SHORT", value: "swordfish"), Secret(name: "LONG", value: "swordfish-and-chips")]
    let vault = SecretVault()
    for index in order { vault.add([secrets[index]]) }
    #expect(vault.hide("a swordfish-and-chips, a swordfish") == "a ${LONG}, a ${SHORT}")
  }

  /// JSON lets any letter be an escape (RFC 8259 section 7).
  @Test(arguments: [
    (#"a \u0073wordfish"#, "a ${A}"), (#"\u0073\u0077ord\u0066ish\n"#, #"${A}\n"#),
    (#"\"swordfis\u0068\""#, #"\"${A}\""#),
    (#"\uD83D\uDC1F-hook and \ud83d\udc1f-hook"#, "${B} and ${B}"),
    (#"C2VjcmV0\u002bK1NlY3JldDE\u003d"#, "${C}\\u003d"),
    (#"\u00zz \"#, #"\u00zz \"#), (#"\uD83D"#, #"\uD83D"#),
  ])
  func escapesHideNothing(_ text: String, _ concealed: String) {
    let secrets = [("A", "swordfish"), ("B", "🐟-hook"), ("C", "C2VjcmV0+K1NlY3JldDE")]
    let vault = SecretVault(secrets.map { Secret(name: $0, value: $1) })
    #expect(vault.hide(text) == concealed)
  }

  @Test func secretsThatOverlapLeaveNothingOfEither() {
    let vault = SecretVault([Secret(name: "A", value: "sword-fish"), Secret(name: "B", value: "fishmonger")])
    #expect(vault.hide("a sword-fishmonger!") == "a ${A}!")
  }

  @Test func twoNamesOfOneValueAreBothPutIn() {
    let vault = SecretVault([Secret(name: "A", value: "swordfish"), Secret(name: "B", value: "swordfish")])
    let request = vault.reveal(HTTPRequest(method: "GET", url: "http://host/${A}/${B}"))
    #expect(request.url == "http://host/swordfish/swordfish")
    #expect(vault.hide("swordfish") == "${A}")
  }

  /// A body of XML stays well-formed, and the value is hidden in every spelling that XML has for it.
  @Test(arguments: ["application/xml", "text/xml; charset=utf-8", "application/soap+xml"])
  func bodiesOfXMLHoldEscapedValues(type: String) {
    let vault = SecretVault([Secret(name: "A", value: "sword<&fish>\"1'")])
    let body = Array(#"<login key="${A}"><password>${A}</password></login>"#.utf8)
    let headers = [HTTPHeader("Content-Type", type)]
    let revealed = vault.reveal(HTTPRequest(method: "POST", url: "http://h/", headers: headers, body: body))
    let spelt = "sword&lt;&amp;fish&gt;&quot;1&apos;"
    #expect(
      String(decoding: revealed.body, as: UTF8.self)
        == "<login key=\"\(spelt)\"><password>\(spelt)</password></login>"
    )
    #expect(vault.hide(revealed.body) == body)
    for other in ["sword&#60;&#x26;fish>&#34;1'", "sword<&fish>\"1'", "sword&lt;&amp;fish>\"1'"] {
      #expect(vault.hide("<a>\(other)</a>") == "<a>${A}</a>")
    }
  }

  /// A password may look like anything.
  @Test func aTokenInsideASecretIsPartOfIt() {
    let vault = SecretVault([Secret(name: "A", value: "a-${B}-c"), Secret(name: "B", value: "inner")])
    let fields = ["${A}", "${B}${A}", "${${A}}", "$${A", "${C}${", "${A}${"].map { HTTPHeader("F", $0) }
    let revealed = vault.reveal(HTTPRequest(method: "GET", url: "http://host/${A}", headers: fields))
    #expect(revealed.url == "http://host/a-%24%7BB%7D-c")
    #expect(
      revealed.headers.map(\.value) == ["a-${B}-c", "innera-${B}-c", "${a-${B}-c}", "$${A", "${C}${", "a-${B}-c${"]
    )
  }

  /// Two scenarios that log in at the same time must not send one another's tokens.
  @Test func twoValuesOfOneNameAreToldApart() throws {
    let vault = SecretVault()
    try vault.learn([Secret(name: "token", value: "first-value")])
    try vault.learn([Secret(name: "token", value: "second-value")])
    try vault.learn([Secret(name: "token", value: "first-value")])
    #expect(vault.hide("first-value second-value") == "${token} ${token.2}")
  }

  /// The first bytes of each spelling are kept, not the spellings.
  @Test func aSecretTakesAtMostFourKilobytes() {
    let token = (0..<300).map { String(UnicodeScalar(UInt8(0x41 + $0 * 7 % 26))) }.joined()
    let automaton = SecretAutomaton([Array(token.utf8)]) { _ in true }
    #expect(automaton.size < 3_000)
  }

  /// A list of tokens is a name with very many values.
  @Test(.timeLimit(.minutes(1))) func manyValuesOfOneNameAreToldApart() {
    let vault = SecretVault((0..<60_000).map { Secret(name: "token", value: "value-\($0)") })
    #expect(vault.count == 60_000)
  }

  /// What is found of `se/cr et+"ü"` in each text.
  @Test(arguments: [
    #"se/cr et+"ü""#, #"{"a":"se/cr et+\"ü\""}"#, #"{"a":"se\/cr et+\"\u00fc\""}"#,
    #"{"a":"\u0073e\u002Fcr\u0020et+\u0022ü\""}"#,
    "se%2Fcr%20et%2B%22%C3%BC%22", "se%2fcr%20et%2b%22%c3%bc%22", "se%2Fcr+et%2B%22%C3%BC%22", "%73e/cr%20et+%22ü%22",
    "<p>se/cr et+&quot;&#252;&quot;</p>", "&#x73;e&#47;cr et&#43;&quot;&uuml;ü&quot;",
    #"{"url":"http:\/\/h\/?q=se%2Fcr+et%2B%22%C3%BC%22"}"#, #"{"html":"se/cr et+&#34;\u00fc&#34;"}"#,
    #"{"text":"{\"a\":\"\\u0073e\\\/cr et+\\\"ü\\\"\"}"}"#,
    #"{"text":"{\"text\":\"{\\\"a\\\":\\\"se/cr et+\\\\\\\"ü\\\\\\\"\\\"}\"}"}"#,
    #"{"text":"{\"text\":\"{\\\"a\\\":\\\"\\\\\\u0073e/cr et+\\\\\\u0022ü\\\\\\u0022\\\"}\"}"}"#,
  ])
  func findsEverySpelling(_ text: String) {
    let concealed = Self.vault.hide(text)
    if text.contains("&uuml;") {
      // Not every entity that HTML knows is known here, and this one is not the secret.
      #expect(concealed == text)
    } else {
      #expect(concealed.contains("${S}"), "\(concealed)")
      #expect(concealed.split(separator: "${S}", omittingEmptySubsequences: false).count == 2)
      #expect(!concealed.contains("cr"), "\(concealed)")
    }
  }

  /// A body that holds a secret, given back raw in an error, and that in the errors of whoever passes it on.
  @Test(arguments: [0, 1 << 20])
  func findsJSONInJSONInJSON(_ padding: Int) {
    var text = #"a "quoted" \secret\"#
    let vault = SecretVault([Secret(name: "S", value: text)])
    for level in 1...3 {
      let padding = String(repeating: "x", count: level == 3 ? padding : 0)
      text = #"{"error":\#(JSONEscapes.quote(text)),"padding":"\#(padding)"}"#
    }
    let concealed = String(decoding: vault.hide(Array(text.utf8)), as: UTF8.self)
    #expect(concealed.contains("${S}"))
    #expect(!concealed.contains("quoted"))
  }

  /// Base64 of the secret, alone and behind a user's name of each length, with and without padding, in both alphabets.
  @Test(
    arguments: ["", "u:", "us:", "usr:", "user:", "<<<>>>:"],
    ["se/cr et+\"ü\"", "a?b>c~d", "fo-r", "fi-es", "six-ix"]
  )
  func findsBase64(_ lead: String, _ value: String) {
    let vault = SecretVault([Secret(name: "S", value: value)])
    let whole = Base64.encode(Array((lead + value).utf8))
    let url = whole.replacing("+", with: "-").replacing("/", with: "_")
    for text in [whole, url, whole.replacing("/", with: "\\/"), whole.replacing("=", with: "%3D")] {
      let concealed = vault.hide("Basic \(text).")
      #expect(concealed.contains("${S}"), "\(lead + value) as \(text): \(concealed)")
      #expect(!concealed.contains("="), "\(concealed)")
    }
  }

  /// As mail wraps it (RFC 2045 section 6.8), and as it stands in JSON then.
  @Test(arguments: ["", "a", "user:"], ["\n", "\r\n", "\r\n  ", #"\n"#, #"\r\n"#])
  func base64InLinesHidesNothing(_ lead: String, _ end: String) {
    let vault = SecretVault([Secret(name: "S", value: "a-secret-of-some-length-4711")])
    let whole = Array(Base64.encode(Array((lead + "a-secret-of-some-length-4711").utf8)))
    let lines = stride(from: 0, to: whole.count, by: 12).map { String(whole[$0..<min($0 + 12, whole.count)]) }
    let concealed = vault.hide(lines.joined(separator: end) + "\nnext")
    #expect(concealed.contains("${S}") && concealed.hasSuffix("next"), "\(concealed)")
    #expect(lines.allSatisfy { !concealed.contains($0) || $0 == lines[0] }, "\(concealed)")
  }

  private static let vault = SecretVault([Secret(name: "S", value: #"se/cr et+"ü""#)])

  /// What is judged again must still be JSON: another number stands for one that is a secret.
  @Test(arguments: [
    (
      #"{"count":12345678,"id":"12345678","at":123456789.5,"is":true}"#,
      #"{"count":10000000,"id":"${PIN}","at":123456789.5,"is":true}"#
    ),
    (#"[12345678, -12345678e4, "a\"12345678"]"#, #"[10000000, -12345678e4, "a\"${PIN}"]"#),
    ("12345678", "${PIN}"), ("it is 12345678", "it is ${PIN}"), (#"{"a":x12345678}"#, #"{"a":x${PIN}}"#),
  ])
  func aNumberOfAnAnswerStaysOne(_ text: String, _ hidden: String) {
    let vault = SecretVault([Secret(name: "PIN", value: "12345678")])
    #expect(String(decoding: vault.hide(Array(text.utf8)), as: UTF8.self) == hidden)
  }

  /// Short values, plain words and numbers, and what the contract itself says would be hidden where they mean nothing.
  @Test(arguments: [
    ("abc", Secret.Kind.credential), ("true", .credential), ("2026", .credential), ("admin", .credential),
    ("analysis_complete", .credential), ("active", .variable), ("production", .variable), ("2026-11-20", .variable),
    ("v2", .variable),
  ])
  func commonWordsAreNotLookedFor(_ value: String, _ kind: Secret.Kind) {
    let vault = SecretVault([Secret(name: "S", value: value, kind: kind)], words: ["analysis_complete"])
    let text = "\(value) is \(Base64.encode(Array(value.utf8)))"
    #expect(vault.hide(text) == text)
  }

  @Test(arguments: [("hunter2", Secret.Kind.credential), ("swordfish", .credential), ("run-2026-a", .variable)])
  func otherValuesAre(_ value: String, _ kind: Secret.Kind) {
    #expect(SecretVault([Secret(name: "S", value: value, kind: kind)]).hide("a \(value)!") == "a ${S}!")
  }

  /// What is too short to be looked for is not shown where it was put.
  @Test func aShortCredentialIsHiddenInItsField() {
    let vault = SecretVault([Secret(name: "S", value: "abc")])
    let fields = [HTTPHeader("Authorization", "Bearer ${S}"), HTTPHeader("X-Flag", "abc")]
    let request = vault.reveal(HTTPRequest(method: "GET", url: "http://h/abc", headers: fields))
    #expect(request.headers.map(\.value) == ["Bearer abc", "abc"])
    let hidden = vault.hide(Exchange(request: request, response: nil, end: TransferEnd(.complete))).value
    #expect(hidden.request.headers.map(\.value) == ["Bearer ${S}", "abc"])
  }

  /// Findings shorten what they show: what is left of a secret is hidden as well.
  @Test(arguments: [
    ("it is \"a sword-fishm…\" (string)", "it is \"a ${S}…\" (string)"), ("…monger-4711 of", "…${S} of"),
    ("sword-fishmonger-4711…", "${S}…"), ("a swo… and …711", "a swo… and …711"), ("c3dvcmQtZmlz…", "${S}…"),
    (#""\u0073\u0077ord-fi\u00…""#, #""${S}…""#), ("sword%2Dfishm%6…", "${S}…"),
    ("of …word-fishmonger…", "of …${S}…"), (#"…fi\u0073hmo…"#, "…${S}…"), (#"…\u006fnger-4711""#, #"…${S}""#),
    ("…at 47…", "…at 47…"), ("…Zpc2htb25nZX…", "…${S}…"),
  ])
  func aPartOfASecretIsHidden(_ text: String, _ hidden: String) {
    #expect(SecretVault([Secret(name: "S", value: "sword-fishmonger-4711")]).hide(text) == hidden)
  }

  /// A recording is judged as the run was: what is hidden in it is as long as it was, and of the same form.
  @Test func aStandInIsOfTheSameForm() throws {
    var standIns = StandIns()
    let words: Set = ["sk_live_", "sk"]
    let text = #"sk_live_Ab9-\u0073\"z/ü"#
    let first = standIns.text(for: Array(text.utf8)[...], keeping: words)
    #expect(first.contains(/^sk_live_[A-F][a-f][0-9]-\\u00(6[7-9a-f]|7[0-9a])\\"[g-z]\/ü$/), "\(first)")
    #expect(first == standIns.text(for: Array(text.utf8)[...], keeping: words))
    #expect(first != standIns.text(for: Array("x".utf8) + Array(text.utf8)[1...], keeping: words))
  }

  /// A recorded body of XML stays one.
  @Test func aStandInKeepsTheReferencesOfXML() {
    var standIns = StandIns()
    let made = standIns.text(for: Array("sword&lt;&amp;fish".utf8)[...], keeping: [])
    #expect(made.count == "sword&lt;&amp;fish".count)
    #expect(made.contains("&lt;&amp;") && !made.contains("sword"), "\(made)")
  }

  /// Words stay wherever they stand in a text, and one that is all of it does not, but the word it ends with.
  @Test func aStandInKeepsTheWordsOfTheContract() {
    var standIns = StandIns()
    let words: Set = ["tokenizer", "zer", "en-us", "a", "s-1"]
    func standIn(_ text: String) -> String { standIns.text(for: Array(text.utf8)[...], keeping: words) }
    #expect(standIn("tokenizer").wholeMatch(of: /(?!token)[a-z]{6}zer/) != nil)
    #expect(standIn("tokenizer-9").wholeMatch(of: /tokenizer-[0-9]/) != nil)
    #expect(standIn("en-us-1a").wholeMatch(of: /en-us-1[a-f]/) != nil)
    #expect(standIn("zer") != "" && standIn("") == "")
  }

  /// Many secrets hidden in a run of a contract of as many words.
  @Test func standInsAreMadeInOneLookThroughTheWords() async throws {
    let growth = try await Work.growth(from: 250) { count in
      let words = Set((0..<count).map { "scenario-\($0)" })
      return {
        var standIns = StandIns()
        for number in 0..<count {
          _ = standIns.text(for: Array("7f3a-scenario-\(number)-5c11".utf8)[...], keeping: words)
        }
      }
    }
    #expect(growth < 10)
  }

  /// A server that sends a token would otherwise be sent the secret in a later call.
  @Test(arguments: ["${S}", #"{"a":"\u0024{S}"}"#, "%24%7BS%7D", "&#36;{S}"])
  func aTokenThatAServerSendsIsBroken(_ text: String) throws {
    let answer = HTTPResponse(head: HTTPResponseHead(status: 200), body: Array(text.utf8))
    let concealed = String(decoding: Self.vault.guarded(answer).body, as: UTF8.self)
    #expect(concealed.contains("$ {S}"))
    let captured = (try? JSONDocument(parsing: concealed))?.root["a"]?.string ?? concealed
    let request = HTTPRequest(method: "GET", url: "http://h/", headers: [HTTPHeader("A", captured)])
    #expect(Self.vault.reveal(request).headers["A"]?.contains("cr") == false)
    #expect(Self.vault.hide("${S}") == "${S}")
  }

  @Test func aTokenIsNoPlaceForASecret() {
    let vault = SecretVault([Secret(name: "password", value: "password")])
    #expect(vault.hide("${password} is a password") == "${password} is a ${password}")
  }

  @Test func aNameCannotEndItsToken() {
    #expect(Secret(name: #"Cookie.a"}b\"#, value: "x").token == "${Cookie.a__b_}")
  }

  /// Texts made to be slow: what nearly matches everywhere, what is nothing but escapes.
  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      String(repeating: "a", count: 1 << 14), String(repeating: "\\", count: 1 << 14),
      String(repeating: "%&+\\\\u", count: 1 << 11), String(repeating: "&#x", count: 1 << 12),
      "[" + String(repeating: "11111,", count: 1 << 11),
    ]
  )
  func takesTimeInProportion(_ text: String) { _ = Self.slow.hide(text) }

  private static let slow = SecretVault(
    (0..<20).map { Secret(name: "S\($0)", value: String(repeating: "a", count: 100 + $0) + "b") }
      + [Secret(name: "N", value: "11111111"), Secret(name: "A", value: "aaaaaaaa")]
  )
}
