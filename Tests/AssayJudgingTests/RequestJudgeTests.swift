import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import Foundation
import TestKit
import Testing

/// The requests of `fixtures/receiving/cases.json`, and what an app learns about each.
struct RequestJudgeTests {
  static let folder = Repository.fixtures.appending(path: "receiving")

  @Test func says() throws {
    let bytes = try Repository.bytes(Self.folder.appending(path: "contract.json"))
    let contract = try ContractLoader.load(bytes: bytes, file: "contract.json")
    let cases = try JSONDocument(parsing: try Repository.bytes(Self.folder.appending(path: "cases.json"))).root
    var text = ""
    for example in cases.items {
      let operation = try #require(contract.operation(named: example["operation"]?.string ?? ""))
      let findings = RequestJudge(contract: contract, operation: operation).findings(for: Self.request(example))
      text += "== \(example["name"]?.string ?? "")\n" + findings.map(FindingText.text).joined() + "\n"
    }
    try Golden.expect(text, Self.folder.appending(path: "expected.txt"))
  }

  /// A form of very many names takes no time by their square.
  @Test(.timeLimit(.minutes(1))) func readsALongForm() throws {
    let bytes = try Repository.bytes(Self.folder.appending(path: "contract.json"))
    let contract = try ContractLoader.load(bytes: bytes, file: "contract.json")
    let operation = try #require(contract.operation(named: "fill"))
    let names = (0..<100_000).map { "k\($0)=1&k\($0)=2" }.joined(separator: "&")
    let request = ReceivedRequest(
      method: "POST",
      headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
      body: Array("age=seven&tags=1&\(names)".utf8)
    )
    let findings = RequestJudge(contract: contract, operation: operation).findings(for: request)
    #expect(findings.map(\.rule) == ["schema.required", "schema.type"])
  }

  private static func request(_ json: JSONValue) -> ReceivedRequest {
    var request = ReceivedRequest(
      method: "POST",
      path: ScopeFixture.texts(json["path"]),
      query: json["query"]?.items.map { ($0[0]?.string ?? "", $0[1]?.string ?? "") } ?? [],
      headers: ScopeFixture.headers(json["headers"]),
      body: Array((json["body"]?.string ?? "").utf8)
    )
    if let path = json["writtenPath"] { request.writtenPath = ScopeFixture.texts(path) }
    if let query = json["writtenQuery"]?.string { request.writtenQuery = FormPairs.written(query) }
    guard let parts = json["form"] else { return request }
    var form = MultipartForm()
    for part in parts.items {
      form.parts.append(
        MultipartForm.Part(
          name: part["name"]?.string ?? "",
          filename: part["filename"]?.string,
          content: Array((part["content"]?.string ?? "").utf8)
        )
      )
    }
    let (contentType, body) = form.encode()
    request.headers.append(HTTPHeader("Content-Type", contentType))
    request.body = body
    return request
  }
}
