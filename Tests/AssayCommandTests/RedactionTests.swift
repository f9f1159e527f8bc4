import AssayJSON
import Foundation
import TestKit
import Testing

/// A secret goes out where the contract puts it, and comes back in nothing a person or a machine reads.
@Suite(.serialized) struct RedactionTests {
  /// What is planted, by the environment variable the contract takes it from.
  static let planted = [
    "ASSAY_TEST_PATH": "path/secret+7f3a",
    "ASSAY_TEST_QUERY": "query secret&8b2c=",
    "ASSAY_TEST_HEADER": "header-secret-9d1e",
    "ASSAY_TEST_COOKIE": "cookie-secret-0a4b",
    "ASSAY_TEST_BODY": "body \"secret\" \\ 1c5d <ü>",
    "ASSAY_TEST_MULTIPART": "multipart-secret-2e6f",
    "ASSAY_TEST_BASIC": Data("visitor:basic-secret-6c3d".utf8).base64EncodedString(),
  ]
  /// What is given on the command line, behind `Basic`, and what the server hands out for the contract to capture.
  static let others = [
    "flag-secret-3a7b", "basic-secret-6c3d", "issued-by-the-server-4711", "issued/in a-stream-\"0815\"",
    "cookie-of-the-server-5150",
  ]
  private static let contract = Repository.path("fixtures/redaction/contract.json")

  @Test func plantedSecretsAreInNoOutput() async throws {
    let server = try RunningServer.python(Repository.path("fixtures/redaction/echo.py"))
    let folder = try TemporaryFolder()
    let formats = [
      "json", "junit", "junit-rich", "markdown", "github", "azure", "sarif", "gitlab", "ctrf", "tap", "allure", "html",
    ]
    var arguments = ["verify", Self.contract, "--server", server.servers["api"] ?? ""]
    arguments += ["--header", "X-Flag: \(Self.others[0])", "--record", folder.path("recording.har")]
    for format in formats { arguments += ["--report", "\(format)=\(folder.path(format))"] }
    let outcome = try await Program.assay.finish(arguments, environment: Self.planted)
    #expect(outcome.status == 1, "the echo keeps no promise: \(outcome.errors)")
    try await expectNoSecret(in: outcome, folder)
    #expect(try folder.text("json").contains("${ASSAY_TEST_"), "the tokens stand where the secrets were")
    #expect(try folder.text("recording.har").contains("Bearer ${grant}"), "the stream's own secret was sent on")
    #expect(try !locations(folder.text("json")).contains("/token"), "judged as it came, of the right length and form")

    let again = ["verify", Self.contract, "--replay", folder.path("recording.har")]
    let replayed = try await Program.assay.finish(again + ["--report", "json=\(folder.path("replayed"))"])
    #expect(replayed.status == 1)
    #expect(try findings(folder.text("replayed")) == findings(folder.text("json")))
  }

  /// The recording of that run holds none either, nor what is made of it where nobody knows the secrets any more.
  @Test func plantedSecretsAreInNoDriftReport() async throws {
    let server = try RunningServer.python(Repository.path("fixtures/redaction/echo.py"))
    let folder = try TemporaryFolder()
    let live = ["--server", server.servers["api"] ?? "", "--header", "X-Flag: \(Self.others[0])"]
    let recording = folder.path("run.har")
    for (source, environment) in [
      (live + ["--record", recording], Self.planted), (["--replay", recording], [:]),
    ] {
      let reports = ["json", "markdown", "html"].flatMap { ["--report", "\($0)=\(folder.path($0))"] }
      let outcome = try await Program.assay.finish(
        ["drift", Self.contract] + source + reports,
        environment: environment
      )
      #expect(outcome.status == 1, "the echo keeps no promise: \(outcome.errors)")
      try await expectNoSecret(in: outcome, folder)
      #expect(try folder.text("json").contains("${ASSAY_TEST_"), "the tokens stand where the secrets were")
    }
  }

  /// What a browser recorded holds the credentials themselves; no report shows them, and none of its own answer's.
  @Test(arguments: [("verify", ["json", "junit-rich", "markdown", "html"]), ("drift", ["json", "markdown", "html"])])
  func secretsOfABrowserAreInNoReport(_ command: String, _ formats: [String]) async throws {
    let folder = try TemporaryFolder()
    let secrets = ["bearer-4711-abcd", "cookie-0815-efgh", "cookie-2342-ijkl", "issued-by-the-server-4711"]
    let har = try String(contentsOf: Repository.root.appending(path: "fixtures/redaction/browser.har"), encoding: .utf8)
    for secret in secrets { #expect(har.contains(secret)) }
    let reports = formats.flatMap { ["--report", "\($0)=\(folder.path($0))"] }
    let outcome = try await Program.assay.finish(
      [command, "fixtures/redaction/contract.json", "--replay", "fixtures/redaction/browser.har"] + reports,
      folder: Repository.root
    )
    #expect(outcome.status == 1, "\(outcome.errors)")
    try await expectNoSecret(of: secrets, in: outcome, folder)
  }

  /// However many names a value has, and whatever else has its name.
  @Test func everyNameOfAValueStandsForItOnTheWire() async throws {
    let folder = try TemporaryFolder()
    let server = try RunningServer.python(Repository.path("fixtures/redaction/echo.py"), [folder.path("wire")])
    let same = "same-value-5d8e"
    var environment = Self.planted
    for name in ["ASSAY_TEST_HEADER", "ASSAY_TEST_COOKIE", "ASSAY_TEST_TOKEN"] { environment[name] = same }
    let fields = [
      "Authorization: Bearer ${ASSAY_TEST_TOKEN}", "X-Flag: \(same)", "X-Other: \(same)",
      "ASSAY_TEST_TOKEN: another-value",
    ]
    let outcome = try await Program.assay.finish(
      ["verify", Self.contract, "--server", server.servers["api"] ?? "", "--report", "json=\(folder.path("json"))"]
        + fields.flatMap { ["--header", $0] },
      environment: environment
    )
    #expect(outcome.status == 1, "\(outcome.errors)")
    let wire = try folder.text("wire")
    for field in [
      "Authorization: Bearer \(same)", "X-Flag: \(same)", "X-Other: \(same)", "X-Api-Key: \(same)",
      "Cookie: session=\(same)", "ASSAY_TEST_TOKEN: another-value",
    ] { #expect(wire.contains("\(field)\n"), "\(field) in \(wire)") }
    #expect(!wire.contains("${"), "\(wire)")
    #expect(try !folder.text("json").contains(same))
  }

  /// What goes wrong before an answer is told with the URL, and libcurl's words, which may hold it too.
  @Test(arguments: ["nobody listens", "no TLS", "no such host", "no URL", "no answer in time"])
  func plantedSecretsAreInNoErrorMessage(_ trouble: String) async throws {
    let server = try RunningServer.python(Repository.path("fixtures/redaction/echo.py"))
    let host = (server.servers["api"] ?? "").dropFirst("http://".count)
    let url =
      switch trouble {
      case "nobody listens": "http://visitor:${ASSAY_TEST_HEADER}@127.0.0.1:1/${ASSAY_TEST_COOKIE}"
      case "no TLS": "https://visitor:${ASSAY_TEST_HEADER}@\(host)/${ASSAY_TEST_COOKIE}"
      case "no such host": "http://${ASSAY_TEST_HEADER}.invalid:80/${ASSAY_TEST_COOKIE}"
      case "no URL": "http://${ASSAY_TEST_BODY}/${ASSAY_TEST_COOKIE}"
      default: "http://visitor:${ASSAY_TEST_HEADER}@\(host)/stall/${ASSAY_TEST_COOKIE}"
      }
    let folder = try TemporaryFolder()
    var arguments = ["verify", Self.contract, "--server", url, "--timeout", "500ms"]
    arguments += ["--record", folder.path("recording.har"), "--report", "json=\(folder.path("json"))"]
    let outcome = try await Program.assay.finish(arguments, environment: Self.planted)
    #expect(outcome.status != 0, "\(outcome.output)")
    try await expectNoSecret(in: outcome, folder)
  }

  /// Where a URL is malformed, the password in it is no less one.
  @Test(arguments: [
    "http://user:pass-word-9f3b@host:99999", "http://user:pass-word-9f3b x@host", "http//user:pass-word-9f3b@host",
    "htp://user:pass-word-9f3b@host", "user:pass-word-9f3b@host?k=1", "http://user:pass-word-9f3b@",
    "http://user:pass-word-9f3b@[::1",
  ])
  func passwordsOfMalformedURLsAreNotQuoted(_ url: String) async throws {
    let folder = try TemporaryFolder()
    let text = try Fixtures.text("hostile/contract.json").replacing("http://127.0.0.1:1", with: url)
    try Data(text.utf8).write(to: folder.url.appending(path: "contract.json"))
    let contract = folder.path("contract.json")
    for arguments in [
      ["lint", contract], ["verify", contract, "--timeout", "300ms"], ["promises", contract],
      ["verify", Repository.path("fixtures/hostile/contract.json"), "--timeout", "300ms", "--server", url],
      ["verify", Repository.path("fixtures/hostile/contract.json"), "--timeout", "300ms", "--server", "api=\(url)"],
      ["init", url, "--into", folder.path("project")],
    ] {
      let outcome = try await Program.assay.finish(arguments)
      #expect(outcome.status != 0 || arguments[0] == "lint" || arguments[0] == "promises")
      #expect(
        !(outcome.output + outcome.errors).contains("pass-word"),
        "\(arguments): \(outcome.output)\(outcome.errors)"
      )
    }
  }

  /// A server gives it back as a bare number, too.
  @Test func aSecretOfDigitsIsInNoRecording() async throws {
    let server = try RunningServer.python(Repository.path("fixtures/redaction/echo.py"))
    let folder = try TemporaryFolder()
    let outcome = try await Program.assay.finish(
      [
        "verify", Self.contract, "--server", server.servers["api"] ?? "", "--header", "X-Secret-Pin: 4815162342108",
        "--record", folder.path("recording.har"), "--report", "json=\(folder.path("json"))",
      ],
      environment: Self.planted
    )
    #expect(outcome.status == 1, "the echo keeps no promise: \(outcome.errors)")
    try await expectNoSecret(of: ["4815162342108"], in: outcome, folder)
    #expect(try folder.text("recording.har").contains(#"\"number\":1000000000000"#), "it is a number still")
  }

  @Test(arguments: ["verify", "drift"]) func whatIsTooShortToHideIsSaid(_ command: String) async throws {
    let outcome = try await Program.assay.finish([
      command, Repository.path("fixtures/hostile/contract.json"), "--timeout", "300ms", "--header", "X-Api-Key: dev",
    ])
    #expect(outcome.errors.contains("X-Api-Key is too short or too plain"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("dev"))
  }

  /// `--header 'NAME:Field: value'`, next to a field for every server.
  @Test func aFieldForOneServerGoesToNoOther() async throws {
    let folder = try TemporaryFolder()
    let operation = { (name: String, server: String) in
      #"""
      "\#(name)": { "server": "\#(server)", "request": { "method": "GET", "path": "/\#(name)" },
        "responses": { "200": { "content": "application/json", "body": { "type": "object" } } } }
      """#
    }
    let contract = try folder.write(
      #"""
      { "contract": "1", "service": "two", "title": "Two servers",
        "servers": { "first": { "url": "http://127.0.0.1:1" }, "second": { "url": "http://127.0.0.1:2" } },
        "operations": { \#(operation("one", "first")), \#(operation("two", "second")) },
        "scenarios": { "both": { "steps": [ { "operation": "one" }, { "operation": "two" } ] } } }
      """#,
      to: "contract.json"
    )
    let mock = try RunningServer.mock(contract)
    let outcome = try await Program.assay.finish(
      [
        "verify", contract, "--header", "first:X-First: 8f14e45fceea167a", "--header", "X-Every: 9e107d9d372bb682",
        "--record", folder.path("recording.har"),
      ] + mock.serverFlags
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    let log = try #require(try JSONDocument(parsing: folder.text("recording.har")).root["log"])
    let entries = try #require(log["entries"]).items
    let sent = entries.map { entry -> [String] in
      let names = entry["request"]?["headers"]?.items.compactMap { $0["name"]?.string }
      return (names ?? []).filter { $0.hasPrefix("X-") }.sorted()
    }
    #expect(sent == [["X-Every", "X-First"], ["X-Every"]])
  }

  /// Looks for every secret in all that was printed, and in every file of `folder`.
  private func expectNoSecret(
    of secrets: [String] = Array(planted.values) + others,
    in outcome: Program.Outcome,
    _ folder: TemporaryFolder
  ) async throws {
    try Data(outcome.output.utf8).write(to: folder.url.appending(path: "standard output"))
    try Data(outcome.errors.utf8).write(to: folder.url.appending(path: "standard error"))
    let secrets = try JSONEncoder().encode(secrets)
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path("")).map(folder.path).filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }
    let search = try await Program.python.finish(
      [Repository.path("fixtures/redaction/find_secrets.py"), String(decoding: secrets, as: UTF8.self)] + files
    )
    #expect(search.status == 0, "\(search.errors)")
    for line in search.output.split(separator: "\n") { Issue.record("\(line)") }
  }

  /// The findings without their excerpts, which may leave three letters of a secret in front of an ellipsis: too few to be
  /// known for a part of it.
  private func findings(_ report: String) throws -> [NSDictionary] {
    let root = try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any]
    return (root?["findings"] as? [[String: Any]] ?? []).map { $0.filter { $0.key != "excerpt" } as NSDictionary }
  }

  private func locations(_ report: String) throws -> [String] {
    try findings(report).compactMap { $0["location"] as? String }
  }
}
