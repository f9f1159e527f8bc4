import AssayContract
import AssayJSON

/// Compares the keywords that two schemas say of one value, leaving those of other values to others.
struct SchemaPlaceDiff {
  let side: PromiseSide
  let subject: String
  let old: SchemaFacts
  let new: SchemaFacts
  /// The schemas as a whole, for what stands in one of them only.
  let around: (ContractNode, ContractNode)

  mutating func compare(_ log: inout ChangeLog) {
    compareLevels(&log)
    compareTypes(&log)
    compareLists(&log)
    for keyword in ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"] {
      compareBound(keyword, isMinimum: true, &log)
    }
    for keyword in ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"] {
      compareBound(keyword, isMinimum: false, &log)
    }
    for keyword in Self.opaque { compareOpaque(keyword, &log) }
  }

  /// Keywords that are only asked whether they are the same.
  private static let opaque = [
    "pattern", "format", "multipleOf", "uniqueItems", "sorted", "uniqueBy", "not", "contains", "propertyNames",
    "patternProperties", "dependentRequired", "dependentSchemas", "if", "then", "else",
  ]

  /// Levels said of the value itself, and of the parts that say the same keyword.
  private func compareLevels(_ log: inout ChangeLog) {
    log.compareLevels(side, subject, around.0, around.1)
    var seen: Set<[JSONPointer]> = [[around.0.pointer, around.1.pointer]]
    for keyword in ["const", "enum", "minimum", "maximum", "minItems", "maxItems", "minLength"] + Self.opaque {
      guard let before = old.parts(saying: keyword).first, let now = new.parts(saying: keyword).first,
        seen.insert([before.pointer, now.pointer]).inserted
      else { continue }
      log.compareLevels(side, subject, before, now)
    }
  }

  private func compareTypes(_ log: inout ChangeLog) {
    let (before, now) = (old.types, new.types)
    guard before != now else { return }
    var breaks: Set<ContractChange.Party> = []
    if !now.isSubset(of: before) { breaks.insert(side.widened) }
    if !before.isSubset(of: now) { breaks.insert(side.narrowed) }
    func text(_ types: JSONTypes) -> String { types == .all ? "not said" : types.description }
    let message = "the type is \(text(now)) now, was \(text(before))"
    log.note(breaks, subject, message, place(of: "type", old, around.0), place(of: "type", new, around.1))
  }

  private func compareLists(_ log: inout ChangeLog) {
    switch (old.list, new.list) {
    case (nil, nil): break
    case (nil, let now?):
      log.note([side.narrowed], subject, "only \(Self.listed(now.values)) is allowed now", around.0, now.place)
    case (let before?, nil):
      log.note(
        [side.widened],
        subject,
        "any value is allowed now, only \(Self.listed(before.values)) was",
        before.place,
        around.1
      )
    case (let before?, let now?):
      for value in now.values where !before.values.contains(value) {
        log.note([side.widened], subject, "the value \(value.brief) is new", before.place, now.place)
      }
      for value in before.values where !now.values.contains(value) {
        log.note([side.narrowed], subject, "the value \(value.brief) is gone", before.place, now.place)
      }
    }
  }

  private static func listed(_ values: [JSONValue]) -> String {
    values.prefix(10).map(\.brief).joined(separator: ", ") + (values.count > 10 ? ", …" : "")
  }

  private func compareBound(_ keyword: String, isMinimum: Bool, _ log: inout ChangeLog) {
    switch (old.bound(keyword, isMinimum: isMinimum), new.bound(keyword, isMinimum: isMinimum)) {
    case (nil, nil): break
    case (nil, let now?):
      log.note([side.narrowed], subject, "`\(keyword)` is \(now.number.text) now, and was not set", around.0, now.place)
    case (let before?, nil):
      log.note(
        [side.widened],
        subject,
        "`\(keyword)`, which was \(before.number.text), is gone",
        before.place,
        around.1
      )
    case (let before?, let now?):
      guard before.number != now.number else { break }
      let isTighter = isMinimum == (now.number > before.number)
      let message = "`\(keyword)` is \(now.number.text) now, was \(before.number.text)"
      log.note([isTighter ? side.narrowed : side.widened], subject, message, before.place, now.place)
    }
  }

  /// Two of one keyword that differ may allow more, less or something else: who knows is who wrote them.
  private func compareOpaque(_ keyword: String, _ log: inout ChangeLog) {
    let (before, now) = (old.texts(keyword), new.texts(keyword))
    let gone = before.filter { item in !now.contains { $0.text == item.text } }
    let come = now.filter { item in !before.contains { $0.text == item.text } }
    for (left, right) in zip(gone, come) {
      log.note(
        [.clients, .backend],
        subject,
        "`\(keyword)` is \(right.text) now, was \(left.text)",
        left.place,
        right.place
      )
    }
    for item in gone.dropFirst(come.count) {
      log.note([side.widened], subject, "`\(keyword)` \(item.text) is gone", item.place, around.1)
    }
    for item in come.dropFirst(gone.count) {
      log.note([side.narrowed], subject, "`\(keyword)` \(item.text) is new", around.0, item.place)
    }
  }

  private func place(of keyword: String, _ facts: SchemaFacts, _ otherwise: ContractNode) -> ContractNode {
    facts.parts(saying: keyword).first?[keyword] ?? otherwise
  }
}
