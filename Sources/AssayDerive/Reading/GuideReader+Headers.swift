import AssayDocuments

/// Header fields that all requests need: what a guide says of them once, in front of its operations or under "Authentication".
extension GuideReader {
  /// Fields of answers, in lower case.
  private static let answered: Set<String> = [
    "set-cookie", "www-authenticate", "location", "retry-after", "etag", "link",
  ]

  /// Whether what stands here is about what lets calls in.
  private var isAboutAuthentication: Bool {
    place.outer.contains { Vocabulary.has(Vocabulary.authentication, in: $0.title) }
  }

  /// Whether a table is one of header fields.
  func isOfHeaders(_ table: MarkdownTable) -> Bool {
    guard let first = table.header.cells.first?.plain.lowercased() else { return false }
    return place.operations.isEmpty && place.role != .response && Vocabulary.has(Vocabulary.headers, in: first)
  }

  /// Takes the rows of a table outside all operations, or not: what is there must be of requests, and of all of them.
  mutating func takeGeneral(_ statements: [FieldStatement], header: String) -> Bool {
    let isHeaders = place.role == .headers || Vocabulary.has(Vocabulary.headers, in: header)
    guard isHeaders, place.role != .response, place.role != .failure,
      isAboutAuthentication || Vocabulary.has(Vocabulary.every, in: place.label)
        || statements.contains(where: { $0.isRequired == true })
    else { return false }
    for statement in statements {
      let example = statement.example ?? Self.scheme(in: statement.shape.about)
      addGeneral(statement.name, example, isRequired: statement.isRequired ?? true, statement.source)
    }
    return true
  }

  /// Takes the fields of a fence outside all operations.
  mutating func takeGeneral(_ headers: [CallSighting.Header]) -> Bool {
    guard !headers.isEmpty, place.role != .response, place.role != .failure,
      isAboutAuthentication || Vocabulary.has(Vocabulary.every, in: place.label)
    else { return false }
    for header in headers {
      addGeneral(header.name, header.value, isRequired: true, Source(place.document, header.line))
    }
    return true
  }

  /// "All requests need the header `X-Api-Key: KEY`."
  mutating func readGeneralHeaders(_ passage: Passage) {
    guard place.operations.isEmpty else { return }
    var line = passage.lines.lowerBound
    for (text, isLast) in passage.text.lines.flatMap({ Self.sentences(of: $0) }) {
      defer { if isLast { line += 1 } }
      let lowered = text.plain.lowercased()
      let isNamed = Vocabulary.has(Vocabulary.headers, in: lowered)
      guard isAboutAuthentication || isNamed && Vocabulary.has(Vocabulary.every, in: lowered) else { continue }
      if Vocabulary.has(Vocabulary.response, in: lowered), !Vocabulary.has(Vocabulary.request, in: lowered) { continue }
      let isRequired = !Vocabulary.has(Vocabulary.mayBe, in: lowered)
      let source = Source(place.document, min(line, passage.lines.upperBound))
      for run in text.runs where run.isCode {
        if let (name, value) = WireFence.header(run.text.trimmed) {
          addGeneral(name, value, isRequired: isRequired, source)
        } else if isNamed, run.text.contains("-") || run.text == "Authorization", run.text.isFieldName,
          run.text.first?.isUppercase == true || run.text.lowercased().hasPrefix("x-")
        {
          addGeneral(run.text, Self.scheme(in: text.plain), isRequired: isRequired, source)
        }
      }
    }
  }

  /// The sentences of a line, in order, and whether each is its last.
  private static func sentences(of line: MarkdownText) -> [(text: MarkdownText, isLast: Bool)] {
    var sentences = [MarkdownText()]
    for run in line.runs {
      let parts = run.isCode ? [run.text] : run.text.components(behind: ". ")
      for (index, part) in parts.enumerated() {
        if index > 0 { sentences.append(MarkdownText()) }
        var own = run
        own.text = part
        sentences[sentences.count - 1].runs.append(own)
      }
    }
    return sentences.enumerated().map { ($1, $0 == sentences.count - 1) }
  }

  /// `Bearer <token>` where a text tells of such.
  private static func scheme(in text: String) -> String? {
    text.lowercased().contains("bearer") ? "Bearer token" : nil
  }

  private mutating func addGeneral(_ name: String, _ value: String?, isRequired: Bool, _ source: Source) {
    let lowered = name.lowercased()
    guard name.isFieldName, !OperationTable.plainHeaders.contains(lowered), !Self.answered.contains(lowered),
      !lowered.contains("ratelimit"), !lowered.contains("rate-limit")
    else { return }
    if let index = generalHeaders.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
      generalHeaders[index].isRequired = generalHeaders[index].isRequired == true || isRequired
      generalHeaders[index].example = generalHeaders[index].example ?? value
      if !generalHeaders[index].sources.contains(source) { generalHeaders[index].sources.append(source) }
      return
    }
    generalHeaders.append(
      OperationDraft.Field(
        name: name,
        shape: Shape(types: ["string"], sources: [source], evidence: .stated),
        isRequired: isRequired,
        example: value,
        sources: [source]
      )
    )
  }
}

extension String {
  /// The text cut behind each `mark`.
  fileprivate func components(behind mark: String) -> [String] {
    var (parts, rest) = ([String](), self[...])
    while let range = rest.firstRange(of: mark) {
      parts.append(String(rest[..<range.upperBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
