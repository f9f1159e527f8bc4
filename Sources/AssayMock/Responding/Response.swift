package import AssayFindings
import AssayHTTP
package import AssayObservation

/// An answer of the responder, with what it noticed about the request.
package struct Response: Sendable {
  package var reply: Reply
  /// The operation's place in the contract; `nil` where the request meant none.
  package var operation: Int?
  /// What the client did wrong.
  package var findings: [Finding]
  /// The exchange as the client will see it; `nil` for streams and refusals.
  package var exchange: Exchange?

  init(reply: Reply, operation: Int? = nil, findings: [Finding] = []) {
    self.reply = reply
    self.operation = operation
    self.findings = findings
  }

  static func unknownPath(_ request: ServerRequest, _ server: String, nearest: String?) -> Response {
    let target = request.target.prefix(200)
    let hint = nearest.map { " Did you mean \($0)?" } ?? ""
    let detail = "The contract knows no \(target) on the server \(server).\(hint)"
    return Response(
      reply: Reply(Problem(status: 404, title: "Unknown path", detail: detail)),
      findings: [
        Finding(
          level: .must,
          rule: "request.path",
          location: "\(request.method) \(target)",
          message: detail,
          expected: nearest ?? "a path of the contract",
          actual: String(target)
        )
      ]
    )
  }

  static func wrongMethod(_ request: ServerRequest, _ path: String, allowed: [String]) -> Response {
    let listed = allowed.joined(separator: ", ")
    let detail = "The contract knows \(path.prefix(200)) with \(listed), not with \(request.method)."
    var reply = Reply(Problem(status: 405, title: "Method not allowed", detail: detail))
    reply.headers.append(HTTPHeader("Allow", listed))
    return Response(
      reply: reply,
      findings: [
        Finding(
          level: .must,
          rule: "request.method",
          location: "\(request.method) \(path.prefix(200))",
          message: detail,
          expected: listed,
          actual: request.method,
          alternatives: allowed
        )
      ]
    )
  }
}
