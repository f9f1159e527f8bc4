import AssayHTTP

/// The named parts of a request, read back from its URL and its body.
enum HARQuery {
  struct Parameter: Hashable {
    var name: String
    var value: String
  }

  /// The pairs of the URL's query (WHATWG URL section 5.1); what cannot be decoded stays as it is.
  static func parameters(of url: String) -> [Parameter] {
    guard let mark = url.firstIndex(of: "?") else { return [] }
    let query = url[url.index(after: mark)...].prefix { $0 != "#" }
    return query.split(separator: "&").map { pair in
      let equals = pair.firstIndex(of: "=")
      return Parameter(
        name: decoded(pair[..<(equals ?? pair.endIndex)]),
        value: equals.map { decoded(pair[pair.index(after: $0)...]) } ?? ""
      )
    }
  }

  /// The parts of a multipart body; `nil` where it is none.
  static func form(_ body: [UInt8], _ contentType: String) -> MultipartForm? {
    guard let type = MediaType(contentType), type.essence == "multipart/form-data",
      let boundary = type.parameters["boundary"]
    else { return nil }
    return try? MultipartForm(parsing: body, boundary: boundary)
  }

  private static func decoded(_ text: Substring) -> String {
    PercentEncoding.decode(text, plusIsSpace: true) ?? String(text)
  }
}
