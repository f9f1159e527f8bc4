import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
package import AssayObservation

/// An entry of a browser's or proxy's recording that is not judged, and the reason.
package struct UnjudgedEntry: Sendable {
  package var entry: HAREntry
  /// The reason, as a clause for people.
  package var reason: String
}

extension UnjudgedEntry {
  /// Returns the reason why a recorded entry is not a call of the contract, if its method, server and path match no
  /// operation.
  static func reasonForeign(_ entry: HAREntry, _ called: EntryMatcher.CalledOperation, in contract: Contract) -> String
  {
    let request = entry.exchange.request
    if case .unlisted(let part, _, _) = called {
      return "no operation of \(contract.service) with this method and path has the request's \(part)"
    }
    return switch request.method.uppercased() {
    case "CONNECT": "a tunnel through a proxy; the calls in it are entries of their own"
    case "OPTIONS" where request.headers["Access-Control-Request-Method"] != nil:
      "a browser's CORS preflight request"
    case _ where entry.urlOfWebSocket != nil: "no operation of \(contract.service) is a WebSocket there"
    case _ where HTTPURL(request.url) == nil: "its URL is not one of HTTP"
    default: "no operation of \(contract.service) has this method, server and path"
    }
  }

  /// Returns the reason why a recorded response says nothing about the backend, for example because it comes from a
  /// cache; `nil` if it can be judged. `calls` are the recorded URLs, by operation.
  static func reasonEmpty(
    _ entry: HAREntry,
    _ operation: AssayContract.Operation,
    in contract: Contract,
    _ calls: [String: Set<String>]
  ) -> String? {
    let exchange = entry.exchange
    let status = exchange.response?.head.status ?? 0
    if status == 304 { return "the answer 304 says that the recorder had the real one already" }
    if entry.isFromCache { return "the answer came from the recorder's own cache, not from the backend" }
    if exchange.end.reason == .cancelled { return "it was blocked, or given up before an answer came" }
    if (300..<400).contains(status), let target = redirectTarget(of: exchange),
      calls[operation.name]?.contains(target) ?? false
    {
      return "it was redirected to \(target), which is an entry of its own"
    }
    // A file that is sent is not in every recording, so that a form is not held against its sender.
    guard (400..<500).contains(status), !isForm(operation) else { return nil }
    return mistake(in: entry, operation, contract).map { "it was refused, and rightly: \($0)" }
  }

  /// Returns the first fault of the recorded request, as a sentence; `nil` if the contract allows the request.
  static func mistake(in entry: HAREntry, _ operation: AssayContract.Operation, _ contract: Contract) -> String? {
    let exchange = entry.exchange
    let query = HTTPURL(exchange.request.url)?.query ?? ""
    var received = ReceivedRequest(
      method: exchange.request.method,
      path: exchange.parameters.path,
      query: FormPairs.read(query),
      headers: exchange.request.headers,
      body: exchange.request.body
    )
    received.writtenQuery = FormPairs.written(query)
    let findings = RequestJudge(contract: contract, operation: operation).findings(for: received)
    return findings.first { $0.level == .must }?.message
  }

  private static func redirectTarget(of exchange: Exchange) -> String? {
    guard let location = exchange.response?.head.headers["Location"] else { return nil }
    return URIReference(location).resolved(against: URIReference(exchange.request.url)).text
  }

  static func isForm(_ operation: AssayContract.Operation) -> Bool {
    if case .multipart? = operation.request.content { true } else { false }
  }
}
