/// Statements and examples of one thing that differ: found in shapes, in which both are put together.
extension Refinement {
  mutating func noteContradictions(_ index: Int) {
    let operation = operations[index]
    let call = operation.call
    if let told = operation.said.status,
      let success = operation.answers.first(where: { $0.isSuccess && $0.status != "\(told.code)" }),
      operation.answers.allSatisfy({ $0.status != "\(told.code)" || $0.sources == [told.source] && $0.shape.isEmpty })
    {
      let text = "A sentence says \(told.code), the example shows \(success.status)."
      note("Status of \(call)", text, [told.source] + success.sources)
    }
    for field in operation.request.path + operation.request.query + operation.request.form {
      noteTypes(of: field.name, field.shape)
    }
    let bodies = operation.bodies
    for (position, shape) in bodies.enumerated() {
      let isEvent = position >= bodies.count - operation.stream.events.count
      shape.walk { place, _ in noteMembers(of: place, call, isEvent: isEvent) }
    }
    // The states of a poll say which values there are.
    let polled = operation.poll.states.isEmpty ? [] : operation.poll.member
    for list in operation.said.lists {
      operations[index].changeShapes { $0.list(list.values, for: list.member, at: list.source, except: polled) }
    }
    for shape in operations[index].bodies {
      shape.walk { place, path in if let name = path.last(where: { $0 != "*" }) { noteTypes(of: name, place) } }
    }
  }

  /// Notes an example of a type that is not the stated one, or that is not one of the listed values.
  private mutating func noteTypes(of name: String, _ shape: Shape) {
    guard shape.evidence == .stated, let example = shape.example.source, let stated = shape.stated else { return }
    let (said, shown) = (Set(SchemaWriter.types(shape)), shape.example.types)
    if !said.isEmpty, !shown.isSubset(of: said.contains("number") ? said.union(["integer"]) : said) {
      note(
        "Type of \(name)",
        "The guide says \(shape.types.sorted().joined(separator: " or ")), the example shows \(shown.sorted().joined(separator: " or ")).",
        [stated, example]
      )
    }
    if shape.values.count > 1, let other = shape.shown.first(where: { !shape.values.contains($0.value) }) {
      note(
        "Value of \(name)",
        "The example shows `\(other.value)`, which is not among the values listed.",
        [shape.listing ?? stated, other.source]
      )
    }
  }

  /// Notes members that an example has and a table does not, or the other way round.
  private mutating func noteMembers(of shape: Shape, _ call: String, isEvent: Bool) {
    guard shape.examples > 0 else { return }
    for member in shape.members where member.isRequired == true && member.seen < shape.examples {
      note(
        "\(member.name) of \(call)",
        "`\(member.name)` is required; \(shape.examples - member.seen) of \(shape.examples) examples do not have it.",
        [member.shape.statedSource ?? member.shape.sources.first, shape.example.source].compactMap { $0 }
      )
    }
    let stated = shape.members.filter { $0.shape.evidence == .stated }
    // What tells events apart is described elsewhere.
    let shown = shape.members.filter { !$0.shape.hasStatement && !(isEvent && Discriminator.names.contains($0.name)) }
    guard let listed = stated.first, let first = shown.first, stated.count > shown.count else { return }
    note(
      "\(first.name) of \(call)",
      "The example has \(shown.map { "`\($0.name)`" }.joined(separator: ", ")); the list of members does not.",
      [first.shape.sources.first, listed.shape.statedSource ?? listed.shape.sources.first].compactMap { $0 }
    )
  }

  /// Notes examples that make a call other than the one their section is about, and that no other place tells of.
  mutating func noteOtherCalls() {
    for (own, other, source) in reader.loose.otherCalls where operations[other].sources.count == 1 {
      let (told, made) = (operations[own], operations[other])
      let (one, two) = (told.target.segments, made.target.segments)
      let isAlike = one.count == two.count && zip(one, two).count { $0 != $1 } <= (told.method == made.method ? 1 : 0)
      guard isAlike else { continue }
      note(
        "Call of \(told.call)",
        "The section is about this call; its example makes \(made.call).",
        told.sources.prefix(1) + [source]
      )
    }
  }

  /// Notes a call that one place names with another method, or another number of a word in its path, than the section
  /// of the same title.
  mutating func noteTwins() {
    let titled = Dictionary(grouping: operations.indices) { operations[$0].summary.folded }
    for (title, twins) in titled.sorted(by: { $0.key < $1.key }) where !title.isEmpty && twins.count > 1 {
      for own in twins {
        guard let source = operations[own].sources.first,
          let section = reader.first.outlines.first(where: { $0.name == source.document })?.sections.last(where: {
            $0.lines.contains(source.lines.lowerBound)
          }), SightingReader.summary(of: section).folded == title,
          operations[own].sources.allSatisfy({ section.lines.contains($0.lines.lowerBound) })
        else { continue }
        for other in twins where other != own && operations[other].isTwin(of: operations[own]) {
          let places = operations[other].sources
          guard !places.contains(where: { section.lines.contains($0.lines.lowerBound) }) else { continue }
          note(
            "Call of \(operations[own].call)",
            "Under the same title, another place names \(operations[other].call).",
            places.prefix(1) + [source]
          )
        }
      }
    }
  }

  /// Notes names of more than one word that examples and tables spell in two ways, in one call or in several.
  mutating func noteSpellings() {
    var known: [String: (name: String, source: Source)] = [:]
    var noted: Set<String> = []
    for operation in operations {
      for shape in operation.bodies {
        shape.walk { place, _ in
          for member in place.members where member.name.isFieldName && !member.name.contains("-") {
            guard member.name.nameWords.count > 1 || known[member.name] != nil, let source = member.shape.sources.first
            else { continue }
            let key = member.name.folded
            guard let first = known[key] else { known[key] = (member.name, source); continue }
            guard first.name != member.name, noted.insert(key).inserted else { continue }
            note("Spelling of \(member.name)", "Another place spells it `\(first.name)`.", [first.source, source])
          }
        }
      }
    }
  }

  /// Makes one member of two that differ in case and separators alone, as examples spell it.
  mutating func joinSpellings(_ index: Int) {
    var found: [(told: Shape.Member, shown: Shape.Member)] = []
    operations[index].changeShapes { shape in shape.transform { place, _ in found += place.joinSpellings() } }
    for (told, shown) in found {
      note(
        "Spelling of \(shown.name)",
        "The guide says `\(told.name)`, the example shows `\(shown.name)`. The draft follows the example.",
        [told, shown].compactMap { $0.shape.sources.first }
      )
    }
  }
}

extension OperationDraft {
  /// The shapes of the request's body, of the answers to valid calls, and of the events.
  fileprivate var bodies: [Shape] {
    [request.body].compactMap { $0 } + answers.filter(\.isSuccess).map(\.shape) + stream.events.map(\.shape)
  }

  /// True if two calls differ in the method, or in the number of one word of the path.
  fileprivate func isTwin(of other: OperationDraft) -> Bool {
    let (own, others) = (target.segments, other.target.segments)
    guard own.count == others.count else { return false }
    let unlike = zip(own, others).filter { $0 != $1 }
    guard method == other.method else { return unlike.isEmpty }
    return unlike.count == 1 && OperationTable.singular(unlike[0].0) == OperationTable.singular(unlike[0].1)
  }
}

extension Shape {
  /// True if something is stated of the value, or of one inside it.
  fileprivate var hasStatement: Bool {
    evidence == .stated || members.contains { $0.shape.hasStatement } || items.contains { $0.hasStatement }
  }

  /// Puts what is stated of members that no example shows to those that an example spells otherwise; returns both.
  fileprivate mutating func joinSpellings() -> [(told: Member, shown: Member)] {
    let only = members.filter { $0.seen == 0 && $0.shape.evidence == .stated }
    let shown = members.filter { $0.seen > 0 && $0.shape.evidence == .shown }
    guard !only.isEmpty, !shown.isEmpty else { return [] }
    let names = Dictionary(shown.map { ($0.name.folded, $0.name) }) { first, _ in first }
    var found: [(Member, Member)] = []
    for told in only {
      guard let name = names[told.name.folded], let place = members.firstIndex(where: { $0.name == name }) else {
        continue
      }
      found.append((told, members[place]))
      members[place].shape.merge(told.shape)
      members[place].isRequired = told.isRequired
      members.removeAll { $0.name == told.name }
    }
    return found
  }
}
