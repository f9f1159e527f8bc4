import AssayDocuments
import AssayText

/// Header fields that all requests need, stated once, before the operations of a guide or under "Authentication".
extension GuideReader {
  /// The names, in lower case, of header fields that only responses have.
  private static let answered = CommaSeparated.set("set-cookie, www-authenticate, location, retry-after, etag, link")

  /// Words for what may be sent in place of something said before.
  private static let otherWays = WordList(
    "alternatively, alternative, also work, also works, alternativ, sinon, alternativamente, 或者, 또는"
  )

  /// True if a heading around this place is about authentication.
  private var isAboutAuthentication: Bool {
    walk.outer.contains { $0.title.has(.authentication) }
  }

  /// True if one of the enclosing headings is about responses, webhooks or former versions, so that header fields below
  /// it are not those of requests.
  private var isUnderOthers: Bool {
    walk.outer.contains { level, title in
      let title = WordedText(title)
      let isOfAnswers = title.has(.response) || title.has(.failure)
      return level > 1
        && (title.has(.webhooks) || title.has(.formerly)
          || isOfAnswers && !title.has(.request) && !title.has(.authentication))
    }
  }

  /// The statement of the preceding paragraph about the header fields after it: that of its last sentence that makes
  /// one.
  private var introduced: HeaderSentence.Standing {
    walk.introduction.reversed().lazy.map { HeaderSentence.standing(before: $0) }.first { $0 != .untold } ?? .untold
  }

  /// True if the preceding paragraph introduces the table or list after it.
  private var isLed: Bool {
    walk.introduction.last.map { $0.trimmed.ends(":", "：") } ?? false
  }

  private var isOfWebhooks: Bool { walk.introduction.contains { $0.has(.webhooks) } }

  /// True if a table or a fence outside all operations may be about requests.
  private var isOfRequests: Bool {
    walk.role != .response && walk.role != .failure && !isUnderOthers && !isOfWebhooks
      && !(isLed && introduced == .ofOthers)
  }

  /// Adds the header fields in a table's rows as fields that all requests need; returns false if the table, which is
  /// outside all operations, is not about all requests.
  mutating func takeGeneral(_ statements: [OperationDraft.Field], isHeaders: Bool) -> Bool {
    guard isHeaders, isOfRequests,
      isAboutAuthentication || walk.label.has(.every)
        || statements.contains(where: { $0.isRequired == true })
    else { return false }
    for statement in statements {
      let about = WordedText(statement.shape.about.lowercased())
      if about.has(.avoided) || about.has(.webhooks) { continue }
      let example = statement.example ?? Self.scheme(in: statement.shape.about)
      addGeneral(statement.name, example, isRequired: statement.isRequired ?? true, statement.sources[0])
    }
    return true
  }

  /// Adds the header fields of a fence outside all operations as fields that all requests need, if it is about all of them.
  mutating func takeGeneral(_ headers: [CallSighting.Header]) {
    guard isOfRequests, introduced != .ofOthers, isAboutAuthentication || walk.label.has(.every) else { return }
    for header in headers {
      addGeneral(header.name, header.value, isRequired: true, Source(document, header.line))
    }
  }

  /// Reads a statement such as "All requests need the header `X-Api-Key: KEY`." The items of a list are read after the
  /// paragraph before it.
  mutating func readGeneralHeaders(_ passage: Passage, isItem: Bool) {
    guard walk.operations.isEmpty, !isUnderOthers else { return }
    let sentences = Self.sentences(of: passage.text)
    let told = sentences.map { $0.plain.lowercased() }
    defer { if !isItem { walk.introduction = told.suffix(4).map { String($0.suffix(500)) } } }
    // An item says less than a sentence: what it is of, the paragraph does.
    let front = isItem ? walk.introduction.joined(separator: " ") : ""
    let isListed = isItem && introduced == .ofRequests
    for (index, text) in sentences.enumerated() {
      let lowered = WordedText(told[index])
      let isNamed = lowered.has(.headers) || front.has(.headers)
      let isOfAll = lowered.has(.every) || front.has(.every)
      guard isAboutAuthentication || isNamed && isOfAll else { continue }
      let isOptional = lowered.has(.mayBe) || front.has(.mayBe) && !lowered.has(.required)
      var others = lowered.has(Self.otherWays)
      for (position, run) in text.runs.enumerated() where run.isCode || isItem && run.isStrong {
        let named = isNamed || isListed ? Self.name(run.text.trimmingMarks) : nil
        guard let field = WireFence.header(run.text.trimmed) ?? named.map({ ($0, Self.scheme(in: text.plain) ?? "") })
        else { continue }
        switch HeaderSentence.standing(of: position, in: text) {
        case .ofOthers: continue
        case .untold where isUntold(told[..<index], isItem: isItem): continue
        case .untold, .ofRequests: break
        }
        let line = min(max(passage.lines.lowerBound, run.line), passage.lines.upperBound)
        addGeneral(field.0, field.1.isEmpty ? nil : field.1, isRequired: !isOptional && !others, Source(document, line))
        // "`X-Key: K` or `Authorization: Bearer T`": the first is sent.
        others = others || Self.isBeforeAlternative(position, text)
      }
    }
  }

  /// Returns true if only "or" stands between a piece of code and the next.
  private static func isBeforeAlternative(_ position: Int, _ text: MarkdownText) -> Bool {
    guard let link = text.runs[(position + 1)...].first, !link.isCode else { return false }
    let words = link.text.lowercased().wordParts()
    return words.count == 1 && Vocabulary.alternatives.contains(words[0])
  }

  /// Returns true if the header fields of a sentence are not those of requests according to the text before it: earlier
  /// `sentences`, or the paragraph that introduces the list.
  private func isUntold(_ sentences: ArraySlice<String>, isItem: Bool) -> Bool {
    if sentences.contains(where: { $0.has(.webhooks) }) { return true }
    return (isItem || isLed) && sentences.isEmpty && introduced == .ofOthers
  }

  /// Returns the name of a header field that is written without a value.
  private static func name(_ text: String) -> String? {
    guard text.contains("-") || text == "Authorization", text.isFieldName,
      text.first?.isUppercase == true || text.lowercased().hasPrefix("x-")
    else { return nil }
    return text
  }

  /// The sentences of a passage, in order, without line breaks.
  static func sentences(of text: MarkdownText) -> [MarkdownText] {
    var sentences = [MarkdownText()]
    var isEnded = false
    func add(_ run: MarkdownText.Run, _ text: String) {
      if isEnded { sentences.append(MarkdownText()) }
      isEnded = false
      var own = run
      own.text = text
      sentences[sentences.count - 1].runs.append(own)
    }
    for run in text.runs {
      if run.isCode {
        add(run, run.text)
        continue
      }
      var wasDot = sentences[sentences.count - 1].runs.last.map { !$0.isCode && $0.text.hasSuffix(".") } ?? false
      for (index, line) in run.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if index > 0 {
          add(run, " ")
          isEnded = wasDot
        }
        for piece in String(line).components(behind: ". ") where !piece.isEmpty {
          add(run, piece)
          isEnded = piece.hasSuffix(". ")
        }
        wasDot = line.hasSuffix(".")
      }
    }
    return sentences
  }

  /// Returns `Bearer <token>` if a text describes it.
  private static func scheme(in text: String) -> String? {
    text.lowercased().contains("bearer") ? "Bearer token" : nil
  }

  private mutating func addGeneral(_ name: String, _ value: String?, isRequired: Bool, _ source: Source) {
    let lowered = name.lowercased()
    guard name.isFieldName, !OperationTable.plainHeaders.contains(lowered), !Self.answered.contains(lowered),
      !lowered.contains("ratelimit"), !lowered.contains("rate-limit")
    else { return }
    if let index = generalHeaders.firstIndex(where: { $0.name.lowercased() == lowered }) {
      generalHeaders[index].isRequired = generalHeaders[index].isRequired == true || isRequired
      generalHeaders[index].example = generalHeaders[index].example ?? value
      generalHeaders[index].sources.add(source)
      return
    }
    var field = OperationDraft.Field(name: name, value, source)
    field.isRequired = isRequired
    generalHeaders.append(field)
  }
}

extension String {
  /// Returns the text cut into pieces after each `mark`; every piece except the last ends with it.
  fileprivate func components(behind mark: String) -> [String] {
    var (parts, rest) = ([String](), self[...])
    while let range = rest.firstRange(of: mark) {
      parts.append(String(rest[..<range.upperBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
