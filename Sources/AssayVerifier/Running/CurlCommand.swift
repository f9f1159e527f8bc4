package import AssayHTTP
import AssayText

/// A request as a POSIX shell command line that sends it again with `curl`.
package enum CurlCommand {
  /// The largest body, or file of a form, that is included in the command line, in bytes.
  private static let mostBody = 16_384

  /// Returns the command line, with every word quoted and each secret replaced by a shell variable, named by the
  /// secret's token.
  ///
  /// Text content is passed as an argument; other bytes are piped into `curl` by `printf`. A longer file in a form is
  /// read from its path in `files`, by name; for any other long content, a comment names the file to create.
  package static func text(
    _ request: HTTPRequest,
    isStream: Bool = false,
    files: [String: String] = [:]
  ) -> String {
    var words = ["curl", isStream ? "-siN" : "-si"]
    // Brackets and braces in a URL are not a pattern.
    if request.url.contains(where: { "[]{}".contains($0) }) { words.append("-g") }
    let content = Content(of: request, files)
    let isImplied = request.method == (content.arguments.isEmpty ? "GET" : "POST")
    if request.method == "HEAD" { words.append("-I") } else if !isImplied { words += ["-X", quoted(request.method)] }
    if let digest = request.digest { words += ["--digest", "-u", quoted("\(digest.user):\(digest.password)")] }
    let unsent = ["content-length", "host"] + (content.isForm ? ["content-type"] : [])
    for header in request.headers where !unsent.contains(header.name.lowercased()) {
      // curl takes a field without a value for one to leave out, unless a semicolon ends it.
      words += ["-H", quoted(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")]
    }
    // Without this curl would name the type of an HTML form.
    if !content.arguments.isEmpty, !content.isForm, request.headers["Content-Type"] == nil {
      words += ["-H", "Content-Type:"]
    }
    words += content.arguments + [quoted(request.url)]
    return content.source + words.joined(separator: " ") + (content.note.isEmpty ? "" : "  # \(content.note)")
  }

  /// The parts of the command that send a request's content: the `curl` arguments, and the commands that pipe it into
  /// `curl`.
  private struct Content {
    var source = ""
    var arguments: [String] = []
    /// A shell comment that names the files needed.
    var note = ""
    /// True if curl encodes a form, and sets its content type itself.
    var isForm = false

    init(of request: HTTPRequest, _ files: [String: String]) {
      if request.body.isEmpty { return }
      if !request.isGzipped, let form = request.form, let parts = FormArguments(form, files, mostOfFile: mostBody) {
        (source, arguments, note, isForm) = (parts.source, parts.arguments, parts.note, true)
      } else if request.body.count > mostBody, let made = CurlCommand.made(request.body) {
        source = made + (request.isGzipped ? " | gzip -c" : "") + " | "
        arguments = ["--data-binary", "@-"]
      } else if request.body.count > mostBody {
        let size = "BODY: the \(request.body.count) bytes sent"
        (source, note) = request.isGzipped ? ("gzip -c BODY | ", "\(size), before gzip") : ("", size)
        arguments = ["--data-binary", request.isGzipped ? "@-" : "@BODY"]
      } else if !request.isGzipped, let text = plainText(request.body) {
        arguments = ["--data-raw", quoted(text)]
      } else {
        source = printf(request.body) + (request.isGzipped ? " | gzip -c" : "") + " | "
        arguments = ["--data-binary", "@-"]
      }
    }
  }

  /// Returns the bytes as text that can be part of a command line; `nil` if they are not valid UTF-8 or contain control
  /// characters.
  static func plainText(_ bytes: [UInt8]) -> String? {
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Returns the `printf` command that writes the bytes: control characters and invalid UTF-8 as escapes, a secret as
  /// its variable.
  static func printf(_ bytes: [UInt8]) -> String {
    if let text = plainText(bytes) { return "printf %s \(quoted(text))" }
    var formats = ""
    var words: [String] = []
    func add(_ text: String, _ format: String) {
      if text.isEmpty { return }
      formats += format
      words.append(text)
    }
    var rest = escaped(bytes)[...]
    while let variable = variable(in: rest) {
      add(single(rest[..<variable.range.lowerBound]), "%b")
      add("\"$\(variable.name)\"", "%s")
      rest = rest[variable.range.upperBound...]
    }
    add(single(rest), "%b")
    return (["printf", words.count == 1 ? formats : "'\(formats)'"] + words).joined(separator: " ")
  }

  /// The least length of a run of equal bytes that the command line repeats instead of containing it.
  private static let longRun = 1_024
  /// The maximum number of parts of a command that writes long content.
  private static let mostParts = 400

  /// Returns the command that writes long content, most of which is runs of equal bytes, such as the padding of a picture;
  /// `nil` if the rest is also too long for a command line.
  static func made(_ bytes: [UInt8]) -> String? {
    var parts: [String] = []
    var rest: [UInt8] = []
    var inLine = 0
    func write() {
      if !rest.isEmpty { parts.append(printf(rest)) }
      inLine += rest.count
      rest = []
    }
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let run = bytes[index...].prefix { $0 == byte }.count
      if run < longRun {
        rest += bytes[index..<index + run]
      } else {
        write()
        let octal = String(byte, radix: 8)
        let turned =
          byte == 0 ? "" : " | tr '\\000' '\\" + String(repeating: "0", count: 3 - octal.utf8.count) + octal + "'"
        parts.append("head -c \(run) /dev/zero" + turned)
      }
      index += run
      if inLine + rest.count > mostBody || parts.count > mostParts { return nil }
    }
    write()
    return "{ " + parts.joined(separator: "; ") + "; }"
  }

  /// Returns the bytes in the form that `printf %b` reads.
  private static func escaped(_ bytes: [UInt8]) -> String {
    let isText = String(validating: bytes, as: UTF8.self) != nil
    var result: [UInt8] = []
    for byte in bytes {
      switch byte {
      case 0x5C: result += [0x5C, 0x5C]
      case 0x0A: result += [0x5C, 0x6E]
      case 0x20...0x7E: result.append(byte)
      case 0x80... where isText: result.append(byte)
      default:
        let octal = String(byte, radix: 8)
        result += Array(("\\0" + String(repeating: "0", count: 3 - octal.utf8.count) + octal).utf8)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the text in single quotes, so that a shell does not interpret it; each `${NAME}` becomes a variable in
  /// double quotes.
  static func quoted(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let variable = variable(in: rest) {
      result += single(rest[..<variable.range.lowerBound]) + "\"$\(variable.name)\""
      rest = rest[variable.range.upperBound...]
    }
    result += single(rest)
    return result.isEmpty ? "''" : result
  }

  /// Returns the first `${NAME}` in `text` whose name is valid for a shell variable; `nil` if none exists.
  private static func variable(in text: Substring) -> (range: Range<String.Index>, name: String)? {
    guard let start = text.firstRange(of: "${"), let end = text[start.upperBound...].firstIndex(of: "}") else {
      return nil
    }
    let name = text[start.upperBound..<end].map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return (start.lowerBound..<text.index(after: end), String(name))
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
