import AssayHTTP
import AssayText

// What lets the page of any origin call the mock, with credentials (WHATWG Fetch, "CORS protocol", "HTTP responses").

extension ServerRequest {
  /// True if a browser asks for permission to make a request (WHATWG Fetch, "CORS-preflight fetch").
  var isPreflight: Bool {
    method == "OPTIONS" && headers["Origin"] != nil && headers["Access-Control-Request-Method"] != nil
  }
}

extension Reply {
  /// Adds the CORS fields that allow a page to read the response; `request` has the header fields of the page's
  /// request. Fields set by the contract are kept.
  mutating func allow(_ request: [HTTPHeader]) {
    guard let origin = request["Origin"] else { return }
    var fields = [
      // With credentials `*` would not do.
      HTTPHeader("Access-Control-Allow-Origin", origin), HTTPHeader("Access-Control-Allow-Credentials", "true"),
    ]
    if let method = request["Access-Control-Request-Method"] {
      fields.append(HTTPHeader("Access-Control-Allow-Methods", method))
      if let names = request["Access-Control-Request-Headers"] {
        fields.append(HTTPHeader("Access-Control-Allow-Headers", names))
      }
    } else if !headers.isEmpty {
      fields.append(HTTPHeader("Access-Control-Expose-Headers", headers.map(\.name).joined(separator: ", ")))
    }
    for field in fields where headers[field.name] == nil { headers.append(field) }
    if headers["Vary"]?.contains("Origin") != true { headers.append(HTTPHeader("Vary", "Origin")) }
  }
}
