import AssayContract
import AssayHTTP
import AssayJSON
import AssayObservation

/// A request that reached an operation, taken apart as contracts refer to its parts.
struct IncomingCall: Sendable {
  var operation: Operation
  var exchange: Exchange
  var form: MultipartForm?
  /// Why the body could not be taken apart, where its media type says it could; a sentence.
  var bodyProblem: String?

  init(_ request: ReceivedRequest, operation: Operation, path: [String: String], query: String?, url: String) {
    self.operation = operation
    var parameters = RequestParameters(path: path, query: Self.query(query))
    let type = request.headers["Content-Type"].flatMap(MediaType.init)
    if type?.essence == "multipart/form-data" {
      do throws(MultipartError) {
        let parsed = try MultipartForm(parsing: request.body, boundary: type?.parameters["boundary"] ?? "")
        form = parsed
        for part in parsed.parts where parameters.multipart[part.name] == nil {
          parameters.multipart[part.name] = part.filename ?? String(decoding: part.content, as: UTF8.self)
        }
      } catch {
        bodyProblem = "the body is not multipart/form-data: \(error)"
      }
    }
    exchange = Exchange(
      request: HTTPRequest(method: request.method, url: url, headers: request.headers, body: request.body),
      parameters: parameters,
      response: nil,
      end: TransferEnd(.complete)
    )
  }

  /// The request as a resource remembers it: its path, query, form and body.
  var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("path", Self.object(exchange.parameters.path)), ("query", Self.object(exchange.parameters.query)),
      ("multipart", Self.object(exchange.parameters.multipart)),
    ]
    if let body = exchange.requestJSON { members.append(("body", body)) }
    return .object(members)
  }

  private static func object(_ values: [String: String]) -> JSONValue {
    .object(values.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
  }

  /// The pairs of a query as forms write them (WHATWG URL section 5.1); of a name that comes twice, the first value.
  static func query(_ text: String?) -> [String: String] {
    var pairs: [String: String] = [:]
    for pair in (text ?? "").split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let decode = { (part: Substring) in PercentEncoding.decode(part, plusIsSpace: true) ?? String(part) }
      let name = decode(parts[0])
      if pairs[name] == nil { pairs[name] = parts.count > 1 ? decode(parts[1]) : "" }
    }
    return pairs
  }
}
