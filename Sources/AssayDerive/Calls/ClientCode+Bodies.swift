import AssayText

/// Reading of the data that client code sends and decodes.
extension ClientCode {
  func readModels(_ part: [CodeToken], _ call: inout CallSighting) {
    for (index, token) in part.enumerated() where token.isWord(in: models) {
      let (before, near) = (part.at(index - 1), part.last(4, before: index))
      let isBuilt = part.at(index + 1).isMark("(") && !before.isMark("(", "<")
      let isBody = near.contains { $0.isWord("@Body") }
      let isReturned =
        before.isMark("->", "<") || before.isMark(":") && part.at(index - 2).isMark(")")
        || before.isWord("as") || ["self", "class", "parse"].contains(part.at(index + 2).text)
        || near.contains { $0.isWord("decode", "Result", "Promise") }
      let isSent = ["Request", "Input", "Payload", "Create", "Body", "Params"].contains {
        token.text.hasSuffix($0) || token.text.hasPrefix($0)
      }
      if isBody || (isBuilt || isSent) && !isReturned {
        call.client.requestModels.add(token.text)
      } else if isReturned {
        call.client.answerModels.add(token.text)
      }
    }
  }

  func readForm(_ part: [CodeToken], _ call: inout CallSighting) {
    let makesForm = part.contains {
      $0.isWord("FormData", "MultipartBody", "files", "multipartFormData", "URLSearchParams", "@Part", "formData")
    }
    for (index, token) in part.enumerated() where token.kind == .string {
      let isAdded = makesForm && token.text.isFieldName
      if let field = Self.writtenField(part, index) ?? (isAdded ? Self.field(part, index) : nil) {
        call.form.append(field)
      }
    }
    if call.form.isEmpty || call.contentType != nil { return }
    call.contentType =
      part.contains { $0.isWord("URLSearchParams") } ? "application/x-www-form-urlencoded" : "multipart/form-data"
  }

  /// The field of a form that code writes as text: `Content-Disposition: form-data; name="x"`.
  private static func writtenField(_ part: [CodeToken], _ index: Int) -> CallSighting.Part? {
    let token = part[index]
    guard let range = token.text.firstRange(of: "form-data; name=\"") else { return nil }
    let rest = token.text[range.upperBound...]
    let name = String(rest.prefix { $0 != "\"" })
    let isFile = rest.contains("filename")
    let next = part[(index + 1)...].prefix(13).first { $0.kind == .string && $0.line > token.line }
    let text = next?.text.trimmed ?? ""
    let isValue = !isFile && !text.contains("\\(") && !text.hasPrefix("--") && !text.isEmpty
    return name.isFieldName ? .init(name: name, isFile: isFile, value: isValue ? text : nil, line: token.line) : nil
  }

  private static let files = CommaSeparated.set(
    "file, blob, image, photo, video, audio, imagefile, fileinput, input, filebytes, open"
  )
  private static let adders = CommaSeparated.set(
    "append, set, addFormDataPart, createFormData, @Part, name, append_field"
  )

  /// The field of a form that a call adds: `append("x", value)`, `files={"x": …}`.
  private static func field(_ part: [CodeToken], _ index: Int) -> CallSighting.Part? {
    let (before, caller) = (part.at(index - 1), part.at(index - 2))
    let near = part.last(4, before: index)
    guard before.isMark("(", "{") || before.isMark(":") && caller.isWord("name"),
      adders.contains(caller.text) || before.isMark("{") && near.contains(where: { $0.isWord("files", "data") })
    else { return nil }
    let value = part.at(index + 2)
    let isFile =
      caller.text == "createFormData" || near.contains { $0.isWord("files") }
      || value.kind == .word && (files.contains(value.text.lowercased()) || part.at(index + 4).kind == .string)
    let text = value.kind == .string ? value.text : nil
    return .init(name: part[index].text, isFile: isFile, value: text, line: part[index].line)
  }

  func readBody(_ part: [CodeToken], at place: Int, _ call: inout CallSighting) {
    let names: Set<String> = [
      "json", "stringify", "body", "payload", "httpBody", "data", "params", "withJSONObject", "parameters",
      "requestBody", "jsonBody",
    ]
    for (index, token) in part.enumerated() where token.isMark("{", "[") {
      guard let key = part[safe: index + 1], key.kind == .string || key.kind == .word,
        part.at(index + 2).isMark(":")
          || token.isMark("{") && part[safe: index + 2].map({ $0.isMark(",", "}") }) == true
      else { continue }
      let before = part.last(9, before: index).filter { $0.line >= token.line - 1 }
      let isNamed = before.contains { $0.isWord(in: names) }
      let isArgument = part.at(index - 1).isMark(",") && index - place <= 3 && index > place
      guard isNamed || isArgument, key.text != "method", key.text != "headers" else { continue }
      if before.contains(where: { $0.isWord("headers", "params") })
        && !before.contains(where: { $0.isWord("json") })
      {
        continue
      }
      var reader = SampleReader(Array(part[index...]))
      guard let sample = reader.value(), !sample.members.isEmpty else { continue }
      if sample.members.contains(where: { $0.name == "method" || $0.name == "headers" }) { continue }
      call.body = sample
      return
    }
  }
}
