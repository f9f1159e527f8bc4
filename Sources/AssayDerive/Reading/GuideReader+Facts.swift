import AssayDocuments

/// Facts in running text: orders, states, intervals, ends.
extension GuideReader {
  mutating func readFacts(_ passage: Passage) {
    var number = passage.lines.lowerBound
    for line in passage.text.lines {
      readFact(line.plain, Source(walk.document, min(number, passage.lines.upperBound)), line)
      number += 1
    }
  }

  mutating func readFact(_ text: String, _ source: Source, _ line: MarkdownText?) {
    let lowered = text.lowercased()
    let isDescending = Vocabulary.descending.stand(in: lowered)
    let isAscending = !isDescending && Vocabulary.ascending.stand(in: lowered)
    if isDescending || isAscending {
      let words = lowered.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { String($0) }
      let fact = (
        words: words + (line?.runs.filter(\.isCode).map { $0.text.lowercased() } ?? []),
        isDescending: isDescending || !isAscending, source: source
      )
      if walk.operations.isEmpty { looseOrders.append(fact) }
      for index in walk.operations { table.change(index) { $0.orders.append(fact) } }
    }
    if let line { readNamedStates(line, source) }
    // pending → processing → done
    for arrow in ["→", "->", "=>", "➜", "⟶"] where text.contains(arrow) {
      let groups = text.split(separator: arrow).map { part -> [String] in
        part.split(whereSeparator: { $0 == "|" || $0 == "/" || $0 == "," }).map { $0.trimmed.trimmingMarks }.map {
          piece in piece.split(separator: " ").count > 1 ? "" : piece
        }
      }
      guard groups.count >= 2, let firstGroup = groups.first, let lastGroup = groups.last else { continue }
      // The chain may begin behind a label: "Status: pending → done".
      var chain = groups
      if firstGroup == [""],
        let word = text.split(separator: arrow).first?.trimmed.split(whereSeparator: { " :：`(（".contains($0) }).last
      {
        chain[0] = [String(word).trimmingMarks]
      }
      if lastGroup.contains(""),
        let word = text.split(separator: arrow).last?.trimmed.split(whereSeparator: { " .,;。，`)）".contains($0) }).first
      {
        chain[chain.count - 1] = [String(word).trimmingMarks]
      }
      let names = chain.flatMap { $0 }
      let known = names.count {
        Vocabulary.finalStates.contains($0.lowercased()) || Vocabulary.runningStates.contains($0.lowercased())
      }
      guard
        names.allSatisfy({
          Remark.isValueWord($0) && $0 == $0.lowercased() || $0 == $0.uppercased() && Remark.isValueWord($0)
        }), known >= 1 || walk.role == .state, names.count >= 2, !names.contains(where: { $0.isEmpty })
      else { continue }
      looseStates.append((names, true, source))
      addStates(chain, source)
    }
    // every 2 seconds
    if lowered.contains("poll") || lowered.contains("every") || lowered.contains("alle ")
      || lowered.contains("toutes les") || lowered.contains("cada") || lowered.contains("每"),
      let seconds = DurationText.seconds(in: text), seconds >= 0.1, seconds <= 120,
      lowered.contains("poll") || lowered.contains("abfrag") || lowered.contains("interrog") || lowered.contains("轮询")
        || lowered.contains("every") && (lowered.contains("check") || lowered.contains("status"))
    {
      if walk.operations.isEmpty, looseInterval == nil { looseInterval = (DurationText.text(seconds: seconds), source) }
      for index in walk.operations {
        table.change(index) { if $0.interval == nil { $0.interval = (DurationText.text(seconds: seconds), source) } }
      }
    }
    // The stream ends with `done` or `error`.
    if isStreaming,
      Vocabulary.has(
        [
          "ends", "end", "closes", "closed", "terminates", "terminal", "final", "last", "finishes", "endet", "termine",
          "termina", "завершается", "结束", "終了",
        ],
        in: lowered
      ), let line
    {
      let names = line.runs.filter { $0.isCode || $0.isStrong }.map { $0.text.trimmingMarks } + Remark.quotedWords(text)
      for index in walk.operations { table.change(index) { $0.lastEvents.formUnion(names) } }
    }
  }

  /// States: `pending`, `running`, `done`.
  mutating func readNamedStates(_ line: MarkdownText, _ source: Source) {
    let names = line.runs.filter(\.isCode).map { $0.text.trimmingMarks }.filter { Remark.isValueWord($0) }
    let known = names.count {
      Vocabulary.finalStates.contains($0.lowercased()) || Vocabulary.runningStates.contains($0.lowercased())
    }
    guard names.count >= 2, known * 2 >= names.count, known >= 2, !isStreaming else { return }
    looseStates.append((names, false, source))
    for index in walk.operations {
      table.change(index) { operation in for name in names { operation.addState(name, source) } }
    }
  }

  /// "Same response as register": whose answer it is, is found when all are known.
  mutating func readLikeness(_ lowered: String, _ source: Source) {
    let phrases = [
      "same response", "same shape", "same format", "same body", "same structure", "identical to", "same as",
      "gleiche antwort", "wie bei",
    ]
    guard lowered.utf8.count < 160, let phrase = phrases.first(where: { lowered.contains($0) }),
      let range = lowered.firstRange(of: phrase)
    else { return }
    let words = Array(lowered[range.upperBound...]).split { !($0.isLetter || $0.isNumber || $0 == "_") }.map {
      String($0)
    }
    for index in walk.operations { table.change(index) { $0.likeness = (words, source) } }
  }

  mutating func addStates(_ chain: [[String]], _ source: Source) {
    for index in walk.operations {
      table.change(index) { operation in
        for (position, group) in chain.enumerated() {
          for name in group { operation.addState(name, isFinal: position == chain.count - 1, source) }
          guard position + 1 < chain.count else { continue }
          for name in group {
            if let state = operation.states.firstIndex(where: { $0.name == name }) {
              for next in chain[position + 1] where !operation.states[state].next.contains(next) {
                operation.states[state].next.append(next)
              }
            }
          }
        }
      }
    }
  }
}
