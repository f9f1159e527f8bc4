import AssayText

/// Reading of the data that client code sends and decodes.
extension ClientCode {
  func readModels(_ part: [CodeToken], _ call: inout CallSighting) {
    for (index, token) in part.enumerated() where token.kind == .word && models.contains(token.text) {
      let before = part[safe: index - 1]
      let isBuilt =
        part[safe: index + 1]?.isMark("(") == true && before?.isMark("(") != true && before?.isMark("<") != true
      let isBody = part[max(0, index - 4)..<index].contains { $0.isWord("@Body") }
      let behind = part[safe: index + 2]
      let isReturned =
        before?.isMark("->") == true || before?.isMark("<") == true
        || before?.isMark(":") == true && part[safe: index - 2]?.isMark(")") == true
        || before?.isWord("as") == true || ["self", "class", "parse"].contains(behind?.text ?? "")
        || part[max(0, index - 4)..<index].contains {
          $0.isWord("decode", "Result", "Promise")
        }
      let isSent = ["Request", "Input", "Payload", "Create", "Body", "Params"].contains {
        token.text.hasSuffix($0) || token.text.hasPrefix($0)
      }
      if isBody || (isBuilt || isSent) && !isReturned {
        call.client.requestModels.add(token.text)
      } else if isReturned, !call.client.answerModels.contains(token.text) {
        call.client.answerModels.append(token.text)
      }
    }
  }

  func readForm(_ part: [CodeToken], _ call: inout CallSighting) {
    let makesForm = part.contains {
      $0.isWord("FormData", "MultipartBody", "files", "multipartFormData", "URLSearchParams", "@Part", "formData")
    }
    for (index, token) in part.enumerated() where token.kind == .string {
      if token.text.contains("form-data; name=\"") {
        if let field = Self.writtenField(part, index) { call.form.append(field) }
      } else if makesForm, token.text.isFieldName, let field = Self.field(part, index) {
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
    let near = part[max(0, index - 4)..<index]
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
      let before = part[max(0, index - 9)..<index].filter { $0.line >= token.line - 1 }
      let isNamed = before.contains { $0.kind == .word && names.contains($0.text) }
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
