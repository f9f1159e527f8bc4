package import AssayHTTP
import AssayJSON
package import AssayObservation

/// Makes the request of a step from the operation's examples and what the step lays over them.
///
/// `${NAME}` stays as the contract wrote it, in URL, headers and body: secrets are put in where requests leave.
package struct RequestBuilder: Sendable {
  private let contract: Contract

  package init(contract: Contract) {
    self.contract = contract
  }

  /// The request of `step` to the server at `baseURL`, and the values it was made from. `files` reads a file named
  /// relative to the contract.
  package func build(
    step: Step,
    scope: Scope,
    baseURL: String,
    files: (String) -> [UInt8]?
  ) -> Result<(HTTPRequest, RequestParameters), RequestProblem> {
    guard let operation = contract.operation(named: step.operation) else {
      return .failure(
        .missingInput(MissingInput(expression: step.operation, reason: "the contract has no such operation"))
      )
    }
    var draft = RequestDraft(operation: operation, step: step, scope: scope)
    do throws(RequestProblem) {
      let path = try draft.path()
      let query = try draft.query()
      try draft.fillHeaders()
      try draft.fillBody(files: files)
      var request = draft.request
      request.url = Self.join(baseURL, path, query)
      return .success((request, draft.parameters))
    } catch {
      return .failure(error)
    }
  }

  /// The operation's path behind the server's own, as OpenAPI 3.1 section 4.8.5 joins them; a query of the server comes first.
  private static func join(_ base: String, _ path: String, _ query: String) -> String {
    let parts = base.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var prefix = parts.first ?? ""
    if path.hasPrefix("/") { while prefix.hasSuffix("/") { prefix.removeLast() } }
    let queries = (parts.dropFirst().map(String.init) + [query]).filter { !$0.isEmpty }
    return prefix + path + (queries.isEmpty ? "" : "?" + queries.joined(separator: "&"))
  }
}
