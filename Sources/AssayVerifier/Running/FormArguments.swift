import AssayHTTP

/// The arguments with which `curl` sends a form.
struct FormArguments {
  /// The command that writes a file into `curl`; empty where none is needed.
  private(set) var source = ""
  private(set) var arguments: [String] = []
  /// The files that have to be there.
  private(set) var note = ""

  /// The arguments for `form`; `nil` where curl cannot send it so: a name that its syntax does not know, or text with control
  /// characters in a field that says its type. A file of at most `mostOfFile` bytes is written by the line, one of them; a longer
  /// one is read from its path in `files`.
  init?(_ form: MultipartForm, _ files: [String: String], mostOfFile: Int) {
    let small = form.parts.filter { $0.filename != nil && $0.content.count <= mostOfFile }
    guard small.count <= 1, form.parts.allSatisfy(Self.isPlain) else { return nil }
    var missing: [String] = []
    for part in form.parts {
      let type = part.contentType.map { ";type=\($0)" } ?? ""
      switch part.filename {
      case let name? where part.content.count > mostOfFile:
        let path = files[name]
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

  /// Returns true if curl takes the names of the part as they are.
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
