import AssayContract
import AssayFindings
import AssayHTTP
import Foundation
import TestKit
import Testing

@Suite struct OperationSelectorTests {
  /// A request, and what it leads to: an operation, or the part whose value no operation lists.
  struct Case: CustomStringConvertible, Sendable {
    var path: String
    var headers: [HTTPHeader] = []
    var body = ""
    var means: String

    var description: String { "\(path) \(body) means \(means)" }
  }

  static let cases = [
    Case(path: "/rpc", body: #"{"jsonrpc": "2.0", "id": 7, "method": "tools/list"}"#, means: "list"),
    Case(path: "/rpc", body: #"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#, means: "initialized"),
    // What an operation lists counts for more than what it requires.
    Case(path: "/rpc", body: #"{"jsonrpc": "2.0", "method": "initialize"}"#, means: "initialize"),
    Case(path: "/rpc", body: #"{"jsonrpc": "1.0", "id": 7, "method": "tools/list"}"#, means: "list"),
    Case(path: "/rpc", body: #"{"jsonrpc": "2.0", "id": 7, "method": "tools/delete"}"#, means: "/method"),
    // Without a method it is a mistake of the request, which the nearest operation names.
    Case(path: "/rpc", body: #"{"jsonrpc": "2.0", "id": 7}"#, means: "initialize"),
    Case(path: "/rpc", body: #"[{"jsonrpc": "2.0"}]"#, means: "initialized"),
    Case(path: "/rpc", body: "{", means: "initialized"),
    Case(path: "/chat", body: #"{"text": "a"}"#, means: "chat"),
    Case(path: "/chat", body: #"{"text": "a", "stream": false}"#, means: "chat"),
    Case(path: "/chat", body: #"{"text": "a", "stream": true}"#, means: "chat-stream"),
    Case(path: "/chat", body: #"{"stream": true}"#, means: "chat-stream"),
    Case(path: "/", headers: [HTTPHeader("x-target", "Store.Scan")], body: "{}", means: "items"),
    Case(path: "/", headers: [HTTPHeader("X-Target", "Store.Drop")], body: "{}", means: "header x-target"),
    Case(path: "/", body: "{}", means: "tables"),
    Case(path: "/pictures", headers: [HTTPHeader("Content-Type", "application/json")], body: "{}", means: "fetch"),
    Case(
      path: "/pictures",
      headers: [HTTPHeader("Content-Type", "multipart/form-data; boundary=a")],
      body: "--a--\r\n",
      means: "upload"
    ),
  ]

  @Test(arguments: cases) func selects(_ example: Case) throws {
    let file = Repository.url("fixtures/cli/told-apart-by-request/contract.json")
    let contract = try ContractLoader.load(bytes: Array(try Data(contentsOf: file)), file: "contract.json")
    var paths = PathIndex()
    for operation in contract.operations { paths.append(operation.request.path) }
    let candidates = paths.matches(example.path).map { (path: $0, operation: contract.operations[$0.place].name) }
    let request = { MarkedRequest(query: "", headers: example.headers, body: Array(example.body.utf8)) }
    switch OperationSelector(contract).select(for: request, among: candidates, { $0 }) {
    case .operation(let called): #expect(called.operation == example.means)
    case .unlisted(let part, _, let listed):
      #expect(part.description == example.means)
      #expect(listed.count > 1)
    case .none: Issue.record("no candidate")
    }
  }
}
