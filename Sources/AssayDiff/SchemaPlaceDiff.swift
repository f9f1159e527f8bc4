import AssayContract
import AssayFindings
import AssayJSON
import AssaySchema

/// The comparison of two schemas' keywords about one value, without the schemas of values inside it.
struct SchemaPlaceDiff {
  let side: PromiseSide
  let subject: String
  let old: SchemaFacts
  let new: SchemaFacts
  /// The old and the new schema, whose places are reported for a keyword that only one of them has.
  let around: (SchemaPart, SchemaPart)

  private var whole: Places { Places(old: around.0.pointer, new: around.1.pointer) }

  func compare(_ log: inout ChangeLog) {
    guard !old.allowsNothing, !new.allowsNothing else {
      guard old.allowsNothing != new.allowsNothing else { return }
      let message = new.allowsNothing ? "no value is allowed now" : "values are allowed now, none was"
      // Clients may rely on what was there, as on a member that is gone.
      log.note(new.allowsNothing ? [.clients, side.narrowed] : [side.widened], subject, message, whole)
      return
    }
    let isTold = compareLevels(&log)
    // A weaker promise may follow a stronger one on the same keyword, or the other way round.
    let levels: [Level] = isTold || around.0.level != around.1.level ? [.may] : [.may, .should, .must]
    var pending = levels.map { (old: old.said(at: $0), new: new.said(at: $0)) }[...]
    var told: Set<String> = []
    while let facts = pending.popFirst() { compare(facts.old, facts.new, &told, &log) }
  }

  /// Compares the schemas keyword by keyword. Skips keywords in `told`, and adds those in which a difference was found.
  private func compare(_ old: SchemaFacts, _ new: SchemaFacts, _ told: inout Set<String>, _ log: inout ChangeLog) {
    func compare(_ keyword: String, _ isDifferent: (inout ChangeLog) -> Bool) {
      if !told.contains(keyword), isDifferent(&log) { told.insert(keyword) }
    }
    compare("type") { compareTypes(old, new, &$0) }
    compare("enum") { compareLists(old, new, &$0) }
    for keyword in Self.minima { compare(keyword) { compareBound(keyword, isMinimum: true, old, new, &$0) } }
    for keyword in Self.maxima { compare(keyword) { compareBound(keyword, isMinimum: false, old, new, &$0) } }
    let understood = Self.structural.union(Self.minima + Self.maxima)
    for keyword in old.keywords.union(new.keywords).subtracting(understood).sorted() {
      compare(keyword) { compareOpaque(keyword, old, new, &$0) }
    }
  }

  private static let minima = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"]
  private static let maxima = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"]
  /// The keywords whose meaning is compared; all others are only checked for equality.
  private static let structural: Set<String> = [
    "type", "const", "enum", "properties", "required", "items", "prefixItems", "additionalProperties", "anyOf", "oneOf",
  ]

  /// Compares the levels of the value itself, and of each part that has the same keyword.
  private func compareLevels(_ log: inout ChangeLog) -> Bool {
    var isTold = compareLevels(around.0, around.1, &log)
    var seen: Set<[JSONPointer]> = [[around.0.pointer, around.1.pointer]]
    for keyword in old.keywords.intersection(new.keywords).sorted() {
      guard let before = old.parts(saying: keyword).first, let now = new.parts(saying: keyword).first,
        seen.insert([before.pointer, now.pointer]).inserted
      else { continue }
      if compareLevels(before, now, &log) { isTold = true }
    }
    return isTold
  }

  /// Compares the levels written at this place; inherited ones are noted where they are written.
  private func compareLevels(_ old: SchemaPart, _ new: SchemaPart, _ log: inout ChangeLog) -> Bool {
    guard old.level != new.level, old.ownLevel != nil || new.ownLevel != nil else { return false }
    let message = "the level is \(new.level.rawValue) now, was \(old.level.rawValue)"
    let party = new.level > old.level ? side.narrowed : side.widened
    log.note([party], subject, message, Places(old: old.pointer, new: new.pointer))
    return true
  }

  private func compareTypes(_ old: SchemaFacts, _ new: SchemaFacts, _ log: inout ChangeLog) -> Bool {
    let (before, now) = (old.types, new.types)
    guard before != now else { return false }
    var breaks: Set<ContractChange.Party> = []
    if !now.isSubset(of: before) { breaks.insert(side.widened) }
    if !before.isSubset(of: now) { breaks.insert(side.narrowed) }
    func text(_ types: JSONTypes) -> String { types == .all ? "not said" : types.description }
    let message = "the type is \(text(now)) now, was \(text(before))"
    log.note(
      breaks,
      subject,
      message,
      Places(old: place(of: "type", old, around.0), new: place(of: "type", new, around.1))
    )
    return true
  }

  private func compareLists(_ old: SchemaFacts, _ new: SchemaFacts, _ log: inout ChangeLog) -> Bool {
    switch (old.list, new.list) {
    case (nil, nil): return false
    case (nil, let now?):
      log.note(
        [side.narrowed],
        subject,
        "only \(Self.listed(now.values)) is allowed now",
        Places(old: whole.old, new: now.place)
      )
    case (let before?, nil):
      log.note(
        [side.widened],
        subject,
        "any value is allowed now, only \(Self.listed(before.values)) was",
        Places(old: before.place, new: whole.new)
      )
    case (let before?, let now?):
      let (known, left) = (Set(before.values), Set(now.values))
      for value in now.values where !known.contains(value) {
        log.note([side.widened], subject, "the value \(value.brief) is new", Places(old: before.place, new: now.place))
      }
      for value in before.values where !left.contains(value) {
        log.note(
          [side.narrowed],
          subject,
          "the value \(value.brief) is gone",
          Places(old: before.place, new: now.place)
        )
      }
      return known != left
    }
    return true
  }

  private static func listed(_ values: [JSONValue]) -> String {
    values.prefix(10).map(\.brief).joined(separator: ", ") + (values.count > 10 ? ", …" : "")
  }

  private func compareBound(
    _ keyword: String,
    isMinimum: Bool,
    _ old: SchemaFacts,
    _ new: SchemaFacts,
    _ log: inout ChangeLog
  ) -> Bool {
    func asks(_ facts: SchemaFacts) -> Bool {
      facts.parts(saying: keyword).contains { part in
        part.view.keyword(keyword).map { part.view.constrains(by: $0) } ?? false
      }
    }
    guard asks(old) || asks(new) else { return false }
    // One item has to fit where `minContains` is not said (JSON Schema validation section 6.4.5).
    func tightens(_ number: JSONNumber) -> Bool { keyword != "minContains" || number > JSONNumber(1) }
    switch (old.bound(keyword, isMinimum: isMinimum), new.bound(keyword, isMinimum: isMinimum)) {
    case (nil, nil): return false
    case (nil, let now?):
      let party = tightens(now.number) ? side.narrowed : side.widened
      log.note(
        [party],
        subject,
        "`\(keyword)` is \(now.number.text) now, and was not set",
        Places(old: whole.old, new: now.place)
      )
    case (let before?, nil):
      let party = tightens(before.number) ? side.widened : side.narrowed
      log.note(
        [party],
        subject,
        "`\(keyword)`, which was \(before.number.text), is gone",
        Places(old: before.place, new: whole.new)
      )
    case (let before?, let now?):
      guard before.number != now.number else { return false }
      let isTighter = isMinimum == (now.number > before.number)
      let message = "`\(keyword)` is \(now.number.text) now, was \(before.number.text)"
      log.note([isTighter ? side.narrowed : side.widened], subject, message, Places(old: before.place, new: now.place))
    }
    return true
  }

  /// Notes a keyword with different values that cannot be compared: the new one may allow more, less or different
  /// values.
  private func compareOpaque(_ keyword: String, _ old: SchemaFacts, _ new: SchemaFacts, _ log: inout ChangeLog) -> Bool
  {
    let (before, now) = (old.statements(keyword), new.statements(keyword))
    for target in before.flatMap(\.followed) { log.claims.old.insertWhole(target) }
    for target in now.flatMap(\.followed) { log.claims.new.insertWhole(target) }
    let (known, left) = (Set(before.map(\.resolved)), Set(now.map(\.resolved)))
    let gone = before.filter { !left.contains($0.resolved) }
    let come = now.filter { !known.contains($0.resolved) }
    /// Returns the parties that break if the keyword's value `gone` is removed and `come` is added.
    func parties(_ gone: SchemaFacts.Statement?, _ come: SchemaFacts.Statement?) -> Parties {
      var breaks: Parties = []
      if gone?.isAnnotation == false { breaks.insert(side.widened) }
      if come?.isAnnotation == false { breaks.insert(side.narrowed) }
      return breaks
    }
    for (left, right) in zip(gone, come) {
      let isRewritten = left.text != right.text
      let message =
        isRewritten
        ? "`\(keyword)` is \(right.text) now, was \(left.text)"
        : "what `\(keyword)` refers to says something else now"
      log.note(parties(left, right), subject, message, Places(old: left.place, new: right.place))
    }
    for item in gone.dropFirst(come.count) {
      log.note(
        parties(item, nil),
        subject,
        "`\(keyword)` \(item.text) is gone",
        Places(old: item.place, new: whole.new)
      )
    }
    for item in come.dropFirst(gone.count) {
      log.note(
        parties(nil, item),
        subject,
        "`\(keyword)` \(item.text) is new",
        Places(old: whole.old, new: item.place)
      )
    }
    return !gone.isEmpty || !come.isEmpty
  }

  private func place(of keyword: String, _ facts: SchemaFacts, _ otherwise: SchemaPart) -> JSONPointer {
    facts.parts(saying: keyword).first?.view.keyword(keyword)?.pointer ?? otherwise.pointer
  }
}
