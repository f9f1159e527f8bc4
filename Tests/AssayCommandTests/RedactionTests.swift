import Foundation
import Testing

/// A secret goes out where the contract puts it, and comes back in nothing a person or a machine reads.
struct RedactionTests {
  /// What is planted, by the environment variable the contract takes it from.
  static let planted = [
    "ASSAY_TEST_PATH": "path/secret+7f3a",
    "ASSAY_TEST_QUERY": "query secret&8b2c=",
    "ASSAY_TEST_HEADER": "header-secret-9d1e",
    "ASSAY_TEST_COOKIE": "cookie-secret-0a4b",
    "ASSAY_TEST_BODY": "body \"secret\" \\ 1c5d",
    "ASSAY_TEST_MULTIPART": "multipart-secret-2e6f",
  ]
  /// What is given on the command line, and what the server hands out for the contract to capture.
  static let others = ["flag-secret-3a7b", "issued-by-the-server-4711"]

  @Test func plantedSecretsAreInNoOutput() async throws {
    let server = try PythonServer(Checkout.path("fixtures/redaction/echo.py"))
    let folder = try TemporaryFolder()
    let formats = ["json", "junit", "junit-rich", "markdown", "github", "sarif", "ctrf", "tap", "html"]
    var arguments = [
      "verify", Checkout.path("fixtures/redaction/contract.json"), "--server", server.servers["api"] ?? "",
    ]
    arguments += ["--header", "X-Flag: \(Self.others[0])"]
    for format in formats { arguments += ["--report", "\(format)=\(folder.path(format))"] }
    let outcome = try await AssayProcess.run(arguments, environment: Self.planted)
    #expect(outcome.status == 1, "the echo keeps no promise: \(outcome.errors)")
    var outputs = ["standard output": outcome.output, "standard error": outcome.errors]
    for format in formats { outputs[format] = try folder.text(format) }
    for (name, text) in outputs {
      for secret in Array(Self.planted.values) + Self.others { expect(secret, isNotIn: text, name) }
    }
    #expect(outputs["json"]?.contains("${ASSAY_TEST_") == true, "the tokens stand where the secrets were")
  }

  /// The recording of that run holds none either, nor what is made of it where nobody knows the secrets any more.
  @Test func plantedSecretsAreInNoDriftReport() async throws {
    let server = try PythonServer(Checkout.path("fixtures/redaction/echo.py"))
    let folder = try TemporaryFolder()
    let contract = Checkout.path("fixtures/redaction/contract.json")
    let live = ["--server", server.servers["api"] ?? "", "--header", "X-Flag: \(Self.others[0])"]
    let recording = folder.path("run.har")
    for (source, environment) in [
      (live + ["--record", recording], Self.planted), (["--replay", recording], [:]),
    ] {
      let formats = ["json", "markdown", "html"]
      let reports = formats.flatMap { ["--report", "\($0)=\(folder.path($0))"] }
      let outcome = try await AssayProcess.run(["drift", contract] + source + reports, environment: environment)
      #expect(outcome.status == 1, "the echo keeps no promise: \(outcome.errors)")
      let names = formats + ["run.har"]
      for (name, text) in try [("output", outcome.output), ("errors", outcome.errors)]
        + names.map({ ($0, try folder.text($0)) })
      {
        for secret in Array(Self.planted.values) + Self.others { expect(secret, isNotIn: text, name) }
      }
      #expect(try folder.text("json").contains("${ASSAY_TEST_"), "the tokens stand where the secrets were")
    }
  }

  /// What a browser recorded holds the credentials themselves; no report shows them, and none of its own answer's.
  @Test func secretsOfABrowserAreInNoReport() async throws {
    let folder = try TemporaryFolder()
    let secrets = ["bearer-4711-abcd", "cookie-0815-efgh", "cookie-2342-ijkl", "issued-by-the-server-4711"]
    let har = try String(contentsOf: Checkout.root.appending(path: "fixtures/redaction/browser.har"), encoding: .utf8)
    for secret in secrets { #expect(har.contains(secret)) }
    for (command, formats) in [
      ("verify", ["json", "junit-rich", "markdown", "html"]), ("drift", ["json", "markdown", "html"]),
    ] {
      let reports = formats.flatMap { ["--report", "\($0)=\(folder.path($0))"] }
      let outcome = try await AssayProcess.run(
        [command, "fixtures/redaction/contract.json", "--replay", "fixtures/redaction/browser.har"] + reports,
        folder: Checkout.root
      )
      #expect(outcome.status == 1, "\(outcome.errors)")
      for text in try [outcome.output, outcome.errors] + formats.map(folder.text) {
        for secret in secrets { expect(secret, isNotIn: text, command) }
      }
    }
  }

  private func expect(_ secret: String, isNotIn text: String, _ name: String) {
    for spelling in spellings(of: secret) {
      #expect(!text.contains(spelling), "\(name) shows \(secret) as \(spelling)")
    }
  }

  /// The forms a secret could have slipped through in.
  private func spellings(of secret: String) -> [String] {
    let json = String(decoding: (try? JSONEncoder().encode(secret)) ?? Data(), as: UTF8.self).dropFirst().dropLast()
    let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    let percent = secret.addingPercentEncoding(withAllowedCharacters: unreserved) ?? secret
    let base64 = Data(secret.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
    return [secret, String(json), percent, percent.lowercased(), String(base64.dropLast(2))]
  }
}
