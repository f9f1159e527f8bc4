import AssayContract
import AssayFindings
import AssayJSON
import AssaySchema

/// The comparison of the values that two schemas allow, place by place.
///
/// A schema that allows less is narrower. In an answer, that breaks backends that keep the old one; in a request,
/// clients that do. A schema that allows more breaks the other party.
struct SchemaDiff {
  let side: PromiseSide
  let subject: String
  /// The pairs of schemas already compared or in progress, so that the comparison of recursive schemas ends.
  private var seen: Set<[[JSONPointer]]> = []
  /// The stack of pairs to compare, the next one last. It replaces recursion, because references may nest schemas as
  /// deep as a contract is long.
  private var pending: [Pair] = []

  private struct Pair {
    let old: [SchemaPart]
    let new: [SchemaPart]
    let pointer: JSONPointer
  }

  init(side: PromiseSide, subject: String) {
    self.side = side
    self.subject = subject
  }

  /// Compares `old` with `new` and all schemas inside them, outer ones first.
  mutating func compare(_ old: SchemaPart, _ new: SchemaPart, _ log: inout ChangeLog) {
    pending = [Pair(old: [old], new: [new], pointer: JSONPointer())]
    while let pair = pending.popLast() {
      let others = pending.count
      compare(pair.old, pair.new, at: pair.pointer, &log)
      pending[others...].reverse()
    }
  }

  /// Adds a pair of inner schemas to the pending comparisons.
  private mutating func descend(_ old: [SchemaPart], _ new: [SchemaPart], at pointer: JSONPointer) {
    pending.append(Pair(old: old, new: new, pointer: pointer))
  }

  private mutating func compare(
    _ old: [SchemaPart],
    _ new: [SchemaPart],
    at pointer: JSONPointer,
    _ log: inout ChangeLog
  ) {
    guard let oldFirst = old.first, let newFirst = new.first else { return }
    if old.count == new.count, zip(old, new).allSatisfy(log.unchanged.hold) { return }
    guard seen.count < Self.mostPairs else {
      log.note([.clients, .backend], subject, "the schemas are too large to be compared whole", oldFirst, newFirst)
      log.claimWhole(old, new)
      return
    }
    guard seen.insert([old.map(\.pointer), new.map(\.pointer)]).inserted else { return }
    let before = SchemaFacts(old)
    let now = SchemaFacts(new)
    log.claimSchemas(old + before.parts, new + now.parts)
    let place = SchemaPlaceDiff(
      side: side,
      subject: subject(at: pointer),
      old: before,
      new: now,
      around: (oldFirst, newFirst)
    )
    place.compare(&log)
    guard !before.allowsNothing, !now.allowsNothing else { return log.claimWhole(old + before.parts, new + now.parts) }
    compareMembers(before, now, (oldFirst, newFirst), at: pointer, &log)
    compareFurther(before, now, (oldFirst, newFirst), at: pointer, &log)
    comparePositions(before, now, (oldFirst, newFirst), at: pointer, &log)
    compareBranches(before, now, (oldFirst, newFirst), at: pointer, &log)
  }

  private mutating func compareMembers(
    _ old: SchemaFacts,
    _ new: SchemaFacts,
    _ around: (SchemaPart, SchemaPart),
    at pointer: JSONPointer,
    _ log: inout ChangeLog
  ) {
    let (before, now) = (old.properties, new.properties)
    let (needed, needs) = (old.required, new.required)
    let places = (old.memberPlace(around.0), new.memberPlace(around.1))
    func subject(_ name: String) -> String { "\(self.subject) \(pointer.appending(name))" }
    let (was, becomes) = (Self.byName(before), Self.byName(now))
    for (name, schemas) in before {
      if let counterpart = becomes[name] {
        compareNeed(name, subject(name), needed[name], needs[name], (schemas[0], counterpart[0]), &log)
      } else if SchemaFacts(schemas).allowsNothing {
        log.claimWhole(schemas, [])
        guard !new.forbidsFurther else { continue }
        log.note([side.widened], subject(name), "`\(name)` is allowed now, was forbidden", schemas[0], places.1)
      } else {
        let (breaks, message) = gone(name, from: new, wasNeeded: needed[name] != nil, isNeeded: needs[name] != nil)
        log.note(breaks, subject(name), message, schemas[0], places.1)
      }
    }
    for (name, schemas) in now where was[name] == nil {
      if SchemaFacts(schemas).allowsNothing {
        log.claimWhole([], schemas)
        guard !old.forbidsFurther else { continue }
        log.note([side.narrowed], subject(name), "`\(name)` is forbidden now", places.0, schemas[0])
      } else {
        let (breaks, message) = added(name, to: old, wasNeeded: needed[name] != nil, isNeeded: needs[name] != nil)
        log.note(breaks, subject(name), message, places.0, schemas[0])
      }
    }
    // What is required need not be described.
    for name in Set(needed.keys).union(needs.keys).sorted() {
      guard was[name] == nil, becomes[name] == nil else { continue }
      compareNeed(name, subject(name), needed[name], needs[name], around, &log)
    }
    // What is inside comes after what is here, so that a definition that holds itself is noted where it is first met.
    for (name, schemas) in before {
      guard let counterpart = becomes[name] else { continue }
      descend(schemas, counterpart, at: pointer.appending(name))
    }
  }

  /// Returns the parties that break because the schema now, `new`, no longer describes the member `name`, with the
  /// message about it.
  private func gone(_ name: String, from new: SchemaFacts, wasNeeded: Bool, isNeeded: Bool)
    -> (breaks: Set<ContractChange.Party>, message: String)
  {
    // Members that are left over are held to something, and this is one of them now.
    var breaks: Set<ContractChange.Party> = new.isClosed ? [.clients, side.narrowed] : [.clients]
    guard isNeeded else { return (breaks, "`\(name)`, which was \(wasNeeded ? "required" : "optional"), is gone") }
    if !wasNeeded { breaks.insert(side.narrowed) }
    return (breaks, "`\(name)` is described no longer, and \(wasNeeded ? "still required" : "required now")")
  }

  /// Returns the parties that break because a schema describes the member `name`, which the one before, `old`, did not,
  /// with the message about it.
  private func added(_ name: String, to old: SchemaFacts, wasNeeded: Bool, isNeeded: Bool)
    -> (breaks: Set<ContractChange.Party>, message: String)
  {
    var breaks: Set<ContractChange.Party> = old.isClosed ? [side.widened] : []
    if isNeeded { breaks.insert(side.narrowed) }
    guard wasNeeded else { return (breaks, "`\(name)` is new, and \(isNeeded ? "required" : "optional")") }
    let message = "`\(name)`, which was required, is described now\(isNeeded ? "" : ", and optional")"
    return (breaks.union([isNeeded ? side.narrowed : side.widened]), message)
  }

  private static func byName(_ properties: [(name: String, schemas: [SchemaPart])]) -> [ExactText: [SchemaPart]] {
    Dictionary(properties.map { (ExactText($0.name), $0.schemas) }) { first, _ in first }
  }

  private func subject(at pointer: JSONPointer) -> String {
    pointer.tokens.isEmpty ? subject : "\(subject) \(pointer)"
  }

  private static let mostPairs = 20_000

  private func compareNeed(
    _ name: String,
    _ subject: String,
    _ old: SchemaPart?,
    _ new: SchemaPart?,
    _ places: (SchemaPart, SchemaPart),
    _ log: inout ChangeLog
  ) {
    if let old, let new {
      guard old.level != new.level, places.0.level == places.1.level else { return }
      let message = "that `\(name)` is required is a \(new.level.rawValue) now, was a \(old.level.rawValue)"
      log.note([new.level > old.level ? side.narrowed : side.widened], subject, message, old, new)
      return
    }
    guard (old == nil) != (new == nil) else { return }
    if new == nil {
      log.note([side.widened], subject, "`\(name)` is optional now, was required", places.0, places.1)
    } else {
      log.note([side.narrowed], subject, "`\(name)` is required now, was optional", places.0, places.1)
    }
  }

  /// Compares the schemas of items and members that no other keyword describes.
  private mutating func compareFurther(
    _ old: SchemaFacts,
    _ new: SchemaFacts,
    _ around: (SchemaPart, SchemaPart),
    at pointer: JSONPointer,
    _ log: inout ChangeLog
  ) {
    for keyword in ["items", "additionalProperties"] {
      let (before, now) = (old.further(keyword), new.further(keyword))
      // The way to it is as long as schemas are deep, and seldom told.
      var subject: String { self.subject(at: pointer) }
      switch (before.first, now.first) {
      case (nil, nil): descend(old.annotated(keyword), new.annotated(keyword), at: pointer.appending("*"))
      case (let gone?, nil):
        log.claimWhole(before, new.annotated(keyword))
        let message = "`\(keyword)` \(gone.view.value.canonicalText) is gone"
        log.note([side.widened], subject, message, gone, around.1)
      case (nil, let come?):
        log.claimWhole(old.annotated(keyword), now)
        let message = "`\(keyword)` \(come.view.value.canonicalText) is new"
        log.note([side.narrowed], subject, message, around.0, come)
      default: descend(before, now, at: pointer.appending("*"))
      }
    }
  }

  private mutating func comparePositions(
    _ old: SchemaFacts,
    _ new: SchemaFacts,
    _ around: (SchemaPart, SchemaPart),
    at pointer: JSONPointer,
    _ log: inout ChangeLog
  ) {
    let (before, now) = (old.positions, new.positions)
    for (position, pair) in zip(before, now).enumerated() {
      descend([pair.0], [pair.1], at: pointer.appending(position))
    }
    // A place that is not described is one of the items, if anything is said about those.
    for (position, gone) in before.enumerated().dropFirst(now.count) {
      let (items, place) = (new.further("items"), pointer.appending(position))
      if items.isEmpty {
        log.claimWhole([gone], [])
        guard !gone.allowsAnything else { continue }
        let message = "the item is described by `prefixItems` no longer"
        log.note([side.widened], "\(self.subject) \(place)", message, gone, around.1)
      } else {
        descend([gone], items, at: place)
      }
    }
    for (position, come) in now.enumerated().dropFirst(before.count) {
      let (items, place) = (old.further("items"), pointer.appending(position))
      if items.isEmpty {
        log.claimWhole([], [come])
        guard !come.allowsAnything else { continue }
        let message = "the item is described by `prefixItems` now"
        log.note([side.narrowed], "\(self.subject) \(place)", message, around.0, come)
      } else {
        descend(items, [come], at: place)
      }
    }
  }

  /// Compares alternatives: an added one widens, a removed one narrows; a changed one is compared with that at the same
  /// position.
  private mutating func compareBranches(
    _ old: SchemaFacts,
    _ new: SchemaFacts,
    _ around: (SchemaPart, SchemaPart),
    at pointer: JSONPointer,
    _ log: inout ChangeLog
  ) {
    for keyword in ["anyOf", "oneOf"] {
      let before = old.parts.flatMap { $0.children(of: keyword) }
      let now = new.parts.flatMap { $0.children(of: keyword) }
      var subject: String { self.subject(at: pointer) }
      guard !before.isEmpty || !now.isEmpty else { continue }
      if before.isEmpty != now.isEmpty {
        let isNew = before.isEmpty
        let places = (before.first ?? around.0, now.first ?? around.1)
        let message = isNew ? "`\(keyword)` was added" : "`\(keyword)` was removed"
        log.note([isNew ? side.narrowed : side.widened], subject, message, places.0, places.1)
        continue
      }
      let (was, texts) = (before.map(\.view.value.normalText), now.map(\.view.value.normalText))
      let (olds, counterparts) = (Set(was), Dictionary(zip(texts, now)) { first, _ in first })
      let gone = zip(before, was).filter { counterparts[$1] == nil }.map(\.0)
      let come = zip(now, texts).filter { !olds.contains($1) }.map(\.0)
      for (left, right) in zip(gone, come) { descend([left], [right], at: pointer) }
      for node in gone.dropFirst(come.count) {
        log.note([side.narrowed], subject, "an alternative of `\(keyword)` is gone", node, around.1)
      }
      for node in come.dropFirst(gone.count) {
        log.note([side.widened], subject, "an alternative of `\(keyword)` is new", around.0, node)
      }
      if gone.isEmpty, come.isEmpty, before.count != now.count {
        let message = "`\(keyword)` has \(now.count) alternatives now, had \(before.count)"
        log.note([.clients, .backend], subject, message, before[0], now[0])
      }
      // References are written alike and may lead to what is not.
      for (node, text) in zip(before, was) {
        if let counterpart = counterparts[text] { descend([node], [counterpart], at: pointer) }
      }
    }
  }
}
