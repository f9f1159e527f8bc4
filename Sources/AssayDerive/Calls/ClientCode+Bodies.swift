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
          $0.isWord("decode") || $0.isWord("Result") || $0.isWord("Promise")
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
      $0.isWord("FormData") || $0.isWord("MultipartBody") || $0.isWord("files") || $0.isWord("multipartFormData")
        || $0.isWord("URLSearchParams") || $0.isWord("@Part") || $0.isWord("formData")
    }
    for (index, token) in part.enumerated() where token.kind == .string {
      if let range = token.text.firstRange(of: "form-data; name=\"") {
        let rest = token.text[range.upperBound...]
        let name = String(rest.prefix { $0 != "\"" })
        let isFile = rest.contains("filename")
        var value: String?
        if !isFile,
          let next = part[safe: index + 1..<min(index + 14, part.count)]?.first(where: {
            $0.kind == .string && $0.line > token.line
          })
        {
          let text = next.text.trimmed
          if !text.contains("\\("), !text.hasPrefix("--"), !text.isEmpty { value = text }
        }
        if name.isFieldName { call.form.append(.init(name: name, isFile: isFile, value: value, line: token.line)) }
      } else if makesForm, let before = part[safe: index - 1],
        before.isMark("(") || before.isMark(":") && part[safe: index - 2]?.isWord("name") == true || before.isMark("{"),
        token.text.isFieldName
      {
        let caller = part[safe: index - 2]?.text ?? ""
        guard
          ["append", "set", "addFormDataPart", "createFormData", "@Part", "name", "append_field"].contains(caller)
            || before.isMark("{")
              && part[max(0, index - 4)..<index].contains(where: { $0.isWord("files") || $0.isWord("data") })
        else { continue }
        let value = part[safe: index + 2]
        let isFile =
          caller == "createFormData" || part[max(0, index - 4)..<index].contains { $0.isWord("files") }
          || value.map {
            $0.kind == .word
              && [
                "file", "blob", "image", "photo", "video", "audio", "imagefile", "fileinput", "input", "filebytes",
                "open",
              ].contains($0.text.lowercased())
          } == true || part[safe: index + 4]?.kind == .string && value?.kind == .word
        call.form.append(
          .init(name: token.text, isFile: isFile, value: value?.kind == .string ? value?.text : nil, line: token.line)
        )
      }
    }
    if call.form.isEmpty || call.contentType != nil { return }
    call.contentType =
      part.contains { $0.isWord("URLSearchParams") } ? "application/x-www-form-urlencoded" : "multipart/form-data"
  }

  func readBody(_ part: [CodeToken], at place: Int, _ call: inout CallSighting) {
    let names: Set<String> = [
      "json", "stringify", "body", "payload", "httpBody", "data", "params", "withJSONObject", "parameters",
      "requestBody", "jsonBody",
    ]
    for (index, token) in part.enumerated() where token.isMark("{") || token.isMark("[") {
      guard let key = part[safe: index + 1], key.kind == .string || key.kind == .word,
        part[safe: index + 2]?.isMark(":") == true
          || token.isMark("{") && part[safe: index + 2].map({ $0.isMark(",") || $0.isMark("}") }) == true
      else { continue }
      let before = part[max(0, index - 9)..<index].filter { $0.line >= token.line - 1 }
      let isNamed = before.contains { $0.kind == .word && names.contains($0.text) }
      let isArgument = part[safe: index - 1]?.isMark(",") == true && index - place <= 3 && index > place
      guard isNamed || isArgument, key.text != "method", key.text != "headers" else { continue }
      if before.contains(where: { $0.isWord("headers") || $0.isWord("params") })
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

  func readHeaders(_ part: [CodeToken], _ call: inout CallSighting) {
    for (index, token) in part.enumerated() where token.kind == .string {
      let lowered = token.text.lowercased()
      guard lowered == "authorization" || lowered.hasPrefix("x-") || lowered == "idempotency-key",
        token.text.isFieldName
      else { continue }
      var value = ""
      if let next = part[safe: index + 2], next.kind == .string, next.line - token.line <= 1 { value = next.text }
      if let word = part[safe: index - 1], word.isMark(":"),
        part[safe: index - 2]?.isWord("forHTTPHeaderField") == true,
        let text = part[max(0, index - 8)..<index].last(where: { $0.kind == .string })
      {
        value = text.text
      }
      call.headers.append(.init(name: token.text, value: value, line: token.line))
    }
  }
}
