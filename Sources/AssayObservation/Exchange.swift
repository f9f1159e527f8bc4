package import AssayHTTP
package import AssayJSON

/// One request and its response.
package struct Exchange: Sendable {
  package var request: HTTPRequest
  /// The first request, if a redirect led from it to `request`.
  package var first: HTTPRequest?
  /// The values from which the request was made, which contracts read as `$request.path.…` and similar.
  package var parameters: RequestParameters
  /// The response; `nil` if no header section was received. The body may be incomplete: see `end`.
  package var response: HTTPResponse?
  package var end: TransferEnd
  /// The answer's body as JSON; `nil` if it is not JSON. Of a body of XML, the value that ``XMLReader`` reads.
  package var json: JSONValue?
  /// True if ``json`` was read from XML, as the media type says.
  package private(set) var isXML = false
  /// The reason why the body is not JSON; `nil` if it is.
  package var jsonError: JSONError?
  /// The request's body as JSON; `nil` if it is not JSON. Of a body of XML, the value that ``XMLReader`` reads.
  package var requestJSON: JSONValue?
  /// The texts hidden in the exchange, in the order of ``mapTexts(_:data:)``.
  package var hidden: [HiddenText] = []

  /// Makes an exchange, and parses both bodies as JSON once, that of the response within `limits`.
  package init(
    request: HTTPRequest,
    parameters: RequestParameters = RequestParameters(),
    response: HTTPResponse?,
    end: TransferEnd,
    limits: JSONLimits = .answer
  ) {
    self.request = request
    self.parameters = parameters
    self.response = response
    self.end = end
    requestJSON = request.bodyValue
    // Part of an answer is not JSON, or by chance other JSON than was meant.
    if let response, end.reason == .complete || end.reason == .stopped {
      do throws(JSONError) { json = try JSONDocument(parsing: response.body, limits: limits).root } catch {
        jsonError = error
        // Asked last, as taking a media type apart costs more than most bodies do.
        guard response.head.mediaType?.isXML == true else { return }
        json = try? XMLReader.value(parsing: response.body)
        isXML = json != nil
      }
    }
  }
}

extension HTTPRequest {
  fileprivate var bodyValue: JSONValue? {
    if body.isEmpty { return nil }
    if let json = try? JSONDocument(parsing: body, limits: .answer) { return json.root }
    guard headers["Content-Type"].flatMap(MediaType.init)?.isXML == true else { return nil }
    return try? XMLReader.value(parsing: body)
  }
}

/// The named inputs of a request: path parameters, query parameters and form fields.
package struct RequestParameters: Sendable {
  package var path: [String: String]
  package var query: [String: String]
  /// The form fields as text; for a file part, its file name.
  package var multipart: [String: String]

  package init(path: [String: String] = [:], query: [String: String] = [:], multipart: [String: String] = [:]) {
    self.path = path
    self.query = query
    self.multipart = multipart
  }
}
