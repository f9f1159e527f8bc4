import AssayHTTP
import AssayText

/// The `curl` arguments that send a form.
struct FormArguments {
  /// The shell command that pipes a file into `curl`; empty if none is needed.
  private(set) var source = ""
  private(set) var arguments: [String] = []
  /// A shell comment that names the files needed.
  private(set) var note = ""

  /// Creates the arguments for `form`; `nil` if curl cannot send it, because of a name its syntax does not allow, or
  /// control characters in the text of a field with its own type. One file of at most `mostOfFile` bytes is included in
  /// the line; a longer one is read from its path in `files`, or made by a command if it is mostly padding.
  init?(_ form: MultipartForm, _ files: [String: String], mostOfFile: Int) {
    let large = form.parts.filter { $0.filename != nil && $0.content.count > mostOfFile }
    let small = form.parts.filter { $0.filename != nil && $0.content.count <= mostOfFile }
    // One file can be piped into curl.
    let isFree = small.isEmpty && large.count == 1
    guard small.count <= 1, form.parts.allSatisfy(Self.isPlain) else { return nil }
    var missing: [String] = []
    for part in form.parts {
      let type = part.contentType.map { ";type=\($0)" } ?? ""
      switch part.filename {
      case let name? where part.content.count > mostOfFile:
        let path = files[name]
        if path == nil, isFree, let made = CurlCommand.made(part.content) {
          source = made + " | "
          arguments += ["-F", CurlCommand.quoted("\(part.name)=@-;filename=\(name)\(type)")]
          continue
        }
        arguments += [
          "-F", CurlCommand.quoted("\(part.name)=@\(path.map { "\($0);filename=\(name)" } ?? name)\(type)"),
        ]
        if path == nil { missing.append("\(name): the \(part.content.count) bytes sent") }
      case let name?:
        source = CurlCommand.printf(part.content) + " | "
        arguments += ["-F", CurlCommand.quoted("\(part.name)=@-;filename=\(name)\(type)")]
      case nil:
        guard let text = CurlCommand.plainText(part.content) else { return nil }
        let value = part.contentType == nil ? text : Self.quotedForCurl(text)
        arguments += [
          part.contentType == nil ? "--form-string" : "-F", CurlCommand.quoted("\(part.name)=\(value)\(type)"),
        ]
      }
    }
    note = missing.joined(separator: ", ")
  }

  /// Returns true if curl accepts the names of the part unchanged.
  private static func isPlain(_ part: MultipartForm.Part) -> Bool {
    let words = [part.name, part.filename ?? "x", part.contentType ?? "x"]
    let isRead = words.allSatisfy { word in
      !word.isEmpty && CurlCommand.plainText(Array(word.utf8)) != nil && !word.contains { "\"\\,".contains($0) }
    }
    return isRead && !part.name.contains("=") && part.filename?.contains(";") != true
      // Without a type curl would choose one by the file's name.
      && (part.filename == nil || part.contentType != nil)
  }

  private static func quotedForCurl(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}
