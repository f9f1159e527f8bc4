package import AssayHTTP

/// A request as a line for a POSIX shell that sends it again, with `curl`.
package enum CurlCommand {
  /// The longest body that stands in the line, in bytes.
  private static let mostBody = 2_000

  /// The line: every word quoted, each secret the variable its token names.
  package static func text(_ request: HTTPRequest, isStream: Bool = false) -> String {
    var words = ["curl", isStream ? "-siN" : "-si"]
    // Brackets and braces in a URL are no pattern.
    if request.url.contains(where: { "[]{}".contains($0) }) { words.append("-g") }
    var headers = request.headers
    var body: [String] = []
    if !request.isGzipped, let form = request.form {
      headers.removeAll { $0.name.lowercased() == "content-type" }
      body = form.parts.flatMap { part in
        [part.filename == nil && part.contentType == nil ? "--form-string" : "-F", quoted(field(part))]
      }
    } else if !request.body.isEmpty {
      let text = String(validating: request.body, as: UTF8.self)
      let isShort = request.body.count <= mostBody && text?.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } == true
      // What cannot be part of a line comes from a file.
      body = isShort ? ["--data-raw", quoted(text ?? "")] : ["--data-binary", "@BODY"]
    }
    // Coded on its way by the program that knows how.
    var coder = ""
    if request.isGzipped, let last = body.last {
      coder = last == "@BODY" ? "gzip -c BODY | " : "printf %s \(last) | gzip -c | "
      body = ["--data-binary", "@-"]
    }
    let isFile = body.last == "@BODY" || coder.contains("BODY")
    let isImplied = request.method == (body.isEmpty ? "GET" : "POST")
    if request.method == "HEAD" { words.append("-I") } else if !isImplied { words += ["-X", quoted(request.method)] }
    for header in headers where !["content-length", "host"].contains(header.name.lowercased()) {
      words += ["-H", quoted("\(header.name): \(header.value)")]
    }
    words += body + [quoted(request.url)]
    return coder + words.joined(separator: " ")
      + (isFile ? "  # BODY: the \(request.body.count) bytes sent" + (coder.isEmpty ? "" : ", before gzip") : "")
  }

  private static func field(_ part: MultipartForm.Part) -> String {
    guard let file = part.filename else {
      let text = String(decoding: part.content.prefix(mostBody), as: UTF8.self)
      guard let type = part.contentType else { return "\(part.name)=\(text)" }
      let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\(part.name)=\"\(escaped)\";type=\(type)"
    }
    return "\(part.name)=@\(file)" + (part.contentType.map { ";type=\($0)" } ?? "")
  }

  /// The text in single quotes, where a shell reads nothing but a quote; `${NAME}` as a variable in double quotes.
  static func quoted(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
      result += single(rest[..<start.lowerBound])
      let name = rest[start.upperBound..<end].map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
      result += "\"$\(String(name))\""
      rest = rest[rest.index(after: end)...]
    }
    result += single(rest)
    return result.isEmpty ? "''" : result
  }

  private static func single(_ text: Substring) -> String {
    guard !text.isEmpty else { return "" }
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-_./:@%+=,".utf8.contains(byte)
    }
    return isPlain ? String(text) : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
