import AssayContract
import AssayHTTP
import AssayJSON
import AssayObservation
import Foundation
import TestKit
import Testing

/// The steps of `fixtures/requests/contract.json`, and the request each makes.
struct RequestBuilderTests {
  static let folder = Repository.fixtures.appending(path: "requests")

  @Test func buildsTheRequests() throws {
    let contract = try ContractLoader.load(
      bytes: try Repository.bytes(Self.folder.appending(path: "contract.json")),
      file: "contract.json"
    )
    let scope = try JSONDocument(parsing: try Repository.bytes(Self.folder.appending(path: "scope.json"))).root
    var text = ""
    for step in contract.scenarios.flatMap(\.steps) {
      let built = RequestBuilder(contract: contract).build(
        step: step,
        scope: ScopeFixture.scope(scope),
        baseURL: "http://host/base/",
        files: { ["photo.jpg": Array("JPEG".utf8), "other.png": Array("PNG".utf8)][$0] }
      )
      text += "== \(step.id)\n" + Self.transcript(built) + "\n"
    }
    try Golden.expect(text, Self.folder.appending(path: "expected.txt"))
  }

  private static func transcript(_ built: Result<(HTTPRequest, RequestParameters), RequestProblem>) -> String {
    switch built {
    case .failure(let problem): return "not made: \(problem)\n"
    case .success(let (request, parameters)):
      var lines = ["\(request.method) \(request.url)"]
      lines += request.headers.map { "\($0.name): \($0.value)" }
      if !request.body.isEmpty {
        lines.append("")
        lines.append(String(decoding: request.body, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n"))
      }
      for (kind, values) in [
        ("path", parameters.path), ("query", parameters.query), ("multipart", parameters.multipart),
      ] where !values.isEmpty {
        lines.append(
          "-- \(kind): " + values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " | ")
        )
      }
      return lines.joined(separator: "\n") + "\n"
    }
  }
}
