import AssayDocuments

/// Items of lists that tell of fields, statuses, events and states.
extension GuideReader {
  /// Reads an item; `false` where it says nothing in particular.
  mutating func readItem(_ passage: Passage) -> Bool {
    let text = passage.text
    guard let first = text.runs.first(where: { !$0.text.trimmed.isEmpty }) else { return false }
    let source = Source(place.document, passage.lines)
    var rawName =
      first.isCode || first.isStrong ? first.text.trimmed : text.plain.prefix { !" :(–—".contains($0) }.trimmed
    if first.isCode == false, first.isStrong, let inner = rawName.split(separator: " ").first,
      rawName.split(separator: " ").count > 1, rawName.contains("(")
    {
      rawName = String(inner)
    }
    let name = rawName.trimmingMarks
    if passage.isValue { return true }
    let rest = String(text.plain.trimmed.dropFirst(rawName.count)).trimmed
    // - 404: not found
    if let status = StatusText.code(in: name), name.count <= 40,
      Int(name.prefix(3)) != nil || place.role == .failure || place.role == .response, !place.operations.isEmpty
    {
      change { $0.addAnswer(status, Shape(), source: source) }
      if rest.contains("{"), let sample = SampleReader.samples(in: [rest], firstLine: passage.lines.lowerBound).first {
        let document = place.document
        change { $0.addAnswer(status, Shape(sample, in: document), source: source) }
      }
      set(role: status >= 400 ? .failure : .response, status: status)
      return true
    }
    guard name.isFieldName else { return false }
    let lowered = rest.lowercased()
    if (place.role == .event || !streams.isEmpty && place.event == nil && place.role == .unknown),
      first.isCode || first.isStrong, !place.operations.isEmpty || place.role == .event, !isTyped(lowered),
      !streams.isEmpty || place.operations.isEmpty && place.role == .event,
      name == name.lowercased() || name.contains("_")
    {
      var shape: Shape?
      if rest.contains("{"), let sample = SampleReader.samples(in: [rest], firstLine: passage.lines.lowerBound).first {
        shape = Shape(sample, in: place.document)
      }
      // "4. **done** – stream complete": counts where the event is taken for a last one.
      let isEnd = Vocabulary.has(Vocabulary.ends + ["complete", "completed", "finished", "over", "done"], in: lowered)
      take(event: name, shape, source, isListed: true, isEndStated: isEnd)
      set(event: name)
      return true
    }
    if place.role == .event || !streams.isEmpty, place.role != .response, first.isStrong, !streams.isEmpty,
      !isTyped(lowered)
    {
      set(event: name)
      return true
    }
    let isStateWord =
      Vocabulary.finalStates.contains(name.lowercased()) || Vocabulary.runningStates.contains(name.lowercased())
    if first.isCode || first.isStrong, place.role == .state || isStateWord && !isTyped(lowered) {
      let isFinal = Vocabulary.has(["terminal", "final"], in: lowered)
      addLoose(states: [name], source)
      change { $0.addState(name, isFinal: isFinal, source) }
      return true
    }
    guard let row = passage.row else { return readUntyped(name, rest, first, source) }
    return take([statement(of: row, source)], header: "")
  }

  /// Takes a field whose type is not stated, where the label before the list says what the list is of.
  private mutating func readUntyped(_ name: String, _ rest: String, _ first: MarkdownText.Run, _ source: Source) -> Bool
  {
    guard !place.operations.isEmpty, [.request, .response, .query, .form, .headers, .parameters].contains(place.role),
      first.isCode || rest.hasPrefix(":") && name.first?.isLowercase == true
    else { return false }
    return take([statement(of: FieldRow(path: name, about: rest), source)], header: "")
  }

  func statement(of row: FieldRow, _ source: Source) -> FieldStatement {
    let type = String(row.type.prefix(60))
    let isType = TypeExpression.shape(ofWords: String(type.prefix(40)), source) != nil || type.contains("required")
    var found = statement(
      row.path,
      type: isType ? type : "",
      about: row.about,
      isRequired: nil,
      location: ["path", "query", "header", "body", "form"].first { row.type.contains("in \($0)") } ?? "",
      standard: "",
      source
    )
    if type.lowercased().contains("optional") { found.isRequired = false }
    if row.values.count > 1, found.shape.types.isEmpty || found.shape.types == ["string"] {
      found.shape.values = row.values
    }
    return found
  }

  /// Returns true if a text names a type or says whether a field is required.
  func isTyped(_ text: String) -> Bool {
    let head = text.prefix(60)
    guard
      head.hasPrefix("(") || head.hasPrefix(":") || head.hasPrefix("-") || head.hasPrefix("–") || head.hasPrefix("—")
        || head.hasPrefix("[")
    else { return false }
    // In brackets there may be several words; after a dash the first says what the rest is.
    let count = head.hasPrefix("(") || head.hasPrefix("[") ? 4 : 1
    let words = head.split { !($0.isLetter || $0.isNumber) }.prefix(count).map { String($0) }
    return words.contains {
      TypeWords.type($0) != nil
        || Vocabulary.has(
          [
            "required", "optional", "pflicht", "obligatoire", "obligatorio", "необязательно", "обязательно", "可选", "必填",
            "必須", "任意", "필수", "선택",
          ],
          in: $0
        )
    }
  }
}
