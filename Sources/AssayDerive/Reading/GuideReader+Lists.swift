import AssayDocuments
import AssayText

/// Reading of list items about fields, statuses, events and states.
extension GuideReader {
  /// Reads a list item as a field, a status, an event or a state; returns false for any other item.
  mutating func readItem(_ passage: Passage) -> Bool {
    let text = passage.text
    guard let first = text.runs.first(where: { !$0.text.trimmed.isEmpty }) else { return false }
    let source = Source(document, passage.lines)
    var rawName =
      first.isCode || first.isStrong ? first.text.trimmed : text.plain.prefix { !" :(–—".contains($0) }.trimmed
    if first.isCode == false, first.isStrong, let inner = rawName.split(separator: " ").first,
      rawName.split(separator: " ").count > 1, rawName.contains("(")
    {
      rawName = String(inner)
    }
    let name = rawName.trimmingMarks
    if passage.isValue { return true }
    if Methods.all.contains(name) { return false }
    let rest = String(text.plain.trimmed.dropFirst(rawName.count)).trimmed
    if readStatusItem(name, rest, source) { return true }
    guard name.isFieldName else {
      guard let row = passage.row, walk.role != .headers,
        !row.isAssigned || !row.type.isEmpty || [.query, .form, .request, .parameters].contains(walk.role)
      else { return false }
      return take([statement(of: row, source, text)])
    }
    let lowered = rest.lowercased()
    if (walk.role == .event
      || !streams.isEmpty && walk.role == .unknown
        && (walk.event == nil || walk.eventDepth == passage.depth)),
      first.isCode || first.isStrong, !walk.operations.isEmpty || walk.role == .event, !isTyped(lowered),
      !streams.isEmpty || walk.operations.isEmpty && walk.role == .event,
      name == name.lowercased() || name.contains("_")
    {
      let shape = shape(in: rest, source)
      // "4. **done** – stream complete": counts where the event is taken for a last one.
      let isEnd = lowered.has(WordList.ends + ["complete", "completed", "finished", "over", "done"])
      for name in Self.leadingNames(of: text, name) {
        take(event: name, shape, source, isListed: true, isEndStated: isEnd)
      }
      (walk.event, walk.eventLine, walk.eventDepth) = (name, .max, passage.depth)
      return true
    }
    if first.isCode || first.isStrong, walk.role == .state || Vocabulary.isState(name) && !isTyped(lowered) {
      let isFinal = lowered.has(["terminal", "final"])
      addLoose(states: [name], source)
      change { $0.addState(name, isFinal: isFinal, source) }
      return true
    }
    guard let row = passage.row else { return readUntyped(name, rest, first, text, source) }
    return take([statement(of: row, source, text)])
  }

  /// `404: not found`, `200: { "id": 1 }`.
  private mutating func readStatusItem(_ name: String, _ rest: String, _ source: Source) -> Bool {
    guard let status = StatusText.code(in: name), name.count <= 40, !walk.operations.isEmpty,
      Int(name.prefix(3)) != nil || walk.role == .failure || walk.role == .response
    else { return false }
    let shape = shape(in: rest, source) ?? Shape()
    change { $0.addAnswer(status, shape, source: source) }
    (walk.role, walk.status) = (status >= 400 ? .failure : .response, status)
    if status < 300 { walk.listedSuccess = walk.listedSuccess ?? status }
    return true
  }

  /// The shape of an example in a text.
  func shape(in text: String, _ source: Source) -> Shape? {
    guard text.contains("{") else { return nil }
    return SampleReader.samples(in: [text], firstLine: source.lines.lowerBound).first.map {
      Shape($0, in: source.document)
    }
  }

  /// The names an item begins with, where it tells of several: "`a`, `b` and `c`: …".
  private static func leadingNames(of text: MarkdownText, _ first: String) -> [String] {
    let runs = text.runs.prefix { run in
      run.isCode || run.text.split { $0 == " " || $0 == "," }.allSatisfy { Vocabulary.isLink(String($0)) }
    }
    let names = runs.filter(\.isCode).map { $0.text.trimmingMarks }
    return names.count > 1 && names.allSatisfy(\.isFieldName) ? names : [first]
  }

  /// Reads a list item as a field without a stated type, if the label before the list says where the field belongs,
  /// such as to the request; otherwise returns false.
  private mutating func readUntyped(
    _ name: String,
    _ rest: String,
    _ first: MarkdownText.Run,
    _ text: MarkdownText,
    _ source: Source
  ) -> Bool {
    guard !walk.operations.isEmpty, [.request, .response, .query, .form, .headers, .parameters].contains(walk.role),
      first.isCode || rest.hasPrefix(":") && name.first?.isLowercase == true
    else { return false }
    return take([statement(of: FieldRow(path: name, about: rest), source, text)])
  }

  func statement(of row: FieldRow, _ source: Source, _ text: MarkdownText = MarkdownText()) -> FieldStatement {
    let type = String(row.type.prefix(60))
    let isType = TypeExpression.shape(ofWords: String(type.prefix(40)), source) != nil || type.contains("required")
    var found = statement(
      row.path,
      type: isType ? type : "",
      about: row.about,
      isRequired: nil,
      location: row.type.firstRange(of: "in ").map { String(row.type[$0.upperBound...]) } ?? "",
      standard: "",
      source
    )
    if type.lowercased().contains("optional") { found.isRequired = false }
    if row.values.count > 1, found.shape.types.isEmpty || found.shape.types == ["string"] {
      found.shape.values = row.values
    }
    found.shape.list(Remark.list(inCode: text.runs.dropFirst()))
    return found
  }

  /// Returns true if a text names a type or says whether a field is required.
  func isTyped(_ text: String) -> Bool {
    guard let mark = text.first, "(:-–—[".contains(mark) else { return false }
    // In brackets there may be several words; after a dash the first says what the rest is.
    return FieldRow.isTypeText(String(text.prefix(60)), words: mark == "(" || mark == "[" ? 4 : 1)
  }
}
