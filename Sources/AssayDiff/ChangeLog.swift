import AssayContract
import AssayFindings
import AssayJSON
import AssaySchema

/// A collection of changes. A change found on several paths is kept once, with the operations it affects.
struct ChangeLog {
  let old: Contract
  let new: Contract
  let unchanged: UnchangedSchemas
  /// The name of the operation that is being compared; empty while none is.
  var operation = ""
  private(set) var changes: [ContractChange] = []
  /// The changes found so far, with their index in the list of changes and the subjects they affect.
  private var known: [Key: (change: Int, subjects: Set<ContractChange.Subject>)] = [:]
  private var members = (old: MemberIndex(), new: MemberIndex())
  /// The parts of the old and of the new contract that were already compared.
  var claims = (old: Claims(), new: Claims())

  private struct Key: Hashable {
    var breaks: Parties
    var message: String
    var old: JSONPointer
    var new: JSONPointer
  }

  init(old: Contract, new: Contract) {
    self.old = old
    self.new = new
    unchanged = UnchangedSchemas(old.document.root, new.document.root)
  }

  mutating func note(_ breaks: Parties, _ subject: String, _ message: String, _ places: Places) {
    let key = Key(breaks: breaks, message: message, old: places.old, new: places.new)
    let subject = ContractChange.Subject(operation: operation, part: subject)
    if let index = known[key]?.change {
      if known[key]?.subjects.insert(subject).inserted == true { changes[index].subjects.append(subject) }
      return
    }
    known[key] = (changes.count, [subject])
    changes.append(
      ContractChange(
        breaks: breaks,
        subjects: [subject],
        message: message,
        old: old.place(at: places.old, &members.old),
        new: new.place(at: places.new, &members.new)
      )
    )
  }

  /// Records that the values of `keys` at `holder`, in both contracts, were compared. Their differences are then
  /// classified, and not reported again as unknown ones.
  mutating func claim(_ holder: Places, _ keys: String...) {
    claims.old.insert(keys, of: holder.old)
    claims.new.insert(keys, of: holder.new)
  }

  /// Records that everything at `places`, in both contracts, was compared.
  mutating func claimWhole(_ places: Places) {
    claims.old.insertWhole(places.old)
    claims.new.insertWhole(places.new)
  }

  /// Records that two schemas are compared, except the schemas inside them, which are compared separately.
  mutating func claimSchemas(_ old: [SchemaPart], _ new: [SchemaPart]) {
    for part in old where part.view.isInOwnDocument { claims.old.insertSchema(part.pointer) }
    for part in new where part.view.isInOwnDocument { claims.new.insertSchema(part.pointer) }
  }

  /// Records that the schemas, with all schemas inside them, are reported or compared as a whole.
  mutating func claimWhole(_ old: [SchemaPart], _ new: [SchemaPart]) {
    for part in old where part.view.isInOwnDocument { claims.old.insertWhole(part.pointer) }
    for part in new where part.view.isInOwnDocument { claims.new.insertWhole(part.pointer) }
  }

  /// The places of noted changes, in the old contract and in the new one.
  var places: (old: [JSONPointer], new: [JSONPointer]) { (known.keys.map(\.old), known.keys.map(\.new)) }

  /// Returns the places of `key` in the values at `holder`; those of `holder` if it has no such key.
  mutating func places(_ holder: Places, _ key: String) -> Places {
    func place(_ pointer: JSONPointer, _ contract: Contract, _ members: inout MemberIndex) -> JSONPointer {
      guard !key.isEmpty, members.value(at: pointer, in: contract.document.root)?[key] != nil else { return pointer }
      return pointer.appending(key)
    }
    return Places(old: place(holder.old, old, &members.old), new: place(holder.new, new, &members.new))
  }

  /// Compares a part of both contracts property by property, as the table `rows` lists them.
  mutating func compare<Part>(_ rows: [Compared<Part>], _ subject: String, _ old: Part, _ new: Part, _ holder: Places) {
    for row in rows {
      if !row.key.isEmpty { claim(holder, row.key) }
      guard let (breaks, message) = row.told(old, new) else { continue }
      note(breaks, subject, message, places(holder, row.key))
    }
  }

  /// Compares entries by name: calls `both` for entries of the same name, then handles removed and added ones.
  mutating func compareEntries<Entry>(
    _ old: [Entry],
    _ new: [Entry],
    name: (Entry) -> String,
    gone: (inout ChangeLog, Entry) -> Void,
    come: (inout ChangeLog, Entry) -> Void,
    both: (inout ChangeLog, Entry, Entry) -> Void
  ) {
    let places = Dictionary(new.indices.map { (ExactText(name(new[$0])), $0) }) { first, _ in first }
    for entry in old {
      if let place = places[name(entry)] {
        both(&self, entry, new[place])
      } else {
        gone(&self, entry)
      }
    }
    let names = Set(old.map { ExactText(name($0)) })
    for entry in new where !names.contains(ExactText(name(entry))) { come(&self, entry) }
  }

  /// Compares levels. A changed level that is inherited is noted where it is written.
  mutating func compareLevels(
    _ side: PromiseSide,
    _ subject: String,
    _ old: Promise,
    _ new: Promise,
    in holders: (Promise, Promise)? = nil
  ) {
    claim(Places(old, new), "level")
    guard old.level != new.level else { return }
    if let holders, holders.0.level == old.level, holders.1.level == new.level { return }
    let party = new.level > old.level ? side.narrowed : side.widened
    let message = "the level is \(new.level.rawValue) now, was \(old.level.rawValue)"
    note([party], subject, message, Places(old, new))
  }

  /// Compares a promise that has no value, only a level: reports that it was added, removed, or has a different level.
  /// `words` describe the promise.
  mutating func compareSwitches(
    _ words: String,
    _ subject: String,
    _ old: Promise?,
    _ new: Promise?,
    _ holder: Places,
    level: String? = nil
  ) {
    switch (old, new) {
    case (nil, nil): break
    case (let old?, nil): note([.clients], subject, "\(words) no longer", holder.from(old))
    case (nil, let new?): note([.backend], subject, "\(words) now", holder.to(new))
    case (let old?, let new?):
      claim(Places(old, new), "level")
      guard let level, old.level != new.level else { return }
      let message = "\(level) is \(new.level.rawValue) now, was \(old.level.rawValue)"
      note([new.level > old.level ? .backend : .clients], subject, message, Places(old, new))
    }
  }

  /// Compares a time limit: a shorter one demands more of the backend, a longer one more patience of clients.
  mutating func compareLimits(
    _ key: String,
    _ subject: String,
    _ old: TimeLimit?,
    _ new: TimeLimit?,
    _ holders: (Promise, Promise)
  ) {
    let around = Places(holders.0, holders.1)
    switch (old, new) {
    case (nil, nil): break
    case (let was?, nil):
      note([.clients], subject, "`\(key)`, which was \(was.text), is gone", around.from(was.promise))
    case (nil, let now?):
      note([.backend], subject, "`\(key)` is \(now.text) now, and was not limited", around.to(now.promise))
    case (let was?, let now?):
      compareLevels(.answer, "\(subject) \(key)", was.promise, now.promise, in: holders)
      claim(Places(was.promise, now.promise), "limit")
      guard was.duration != now.duration else { break }
      let party: ContractChange.Party = now.duration < was.duration ? .backend : .clients
      note([party], subject, "`\(key)` is \(now.text) now, was \(was.text)", Places(was.promise, now.promise))
    }
  }

  /// Compares lists of promises that all apply, such as rules, pointers and patterns; they are distinguished by their
  /// `meaning` and shown by their `text`.
  ///
  /// A removed promise and an added one with the same `key` are one reworded promise.
  mutating func comparePromises<Listed>(
    _ what: String,
    _ subject: String,
    _ old: [Listed],
    _ new: [Listed],
    in holders: (Promise, Promise),
    promise: (Listed) -> Promise,
    text: (Listed) -> String,
    meaning: (Listed) -> String,
    key: (Listed) -> String
  ) {
    let around = Places(holders.0, holders.1)
    for item in old { claims.old.insert(["rule", "pattern", "pointer", "equals"], of: promise(item).pointer) }
    for item in new { claims.new.insert(["rule", "pattern", "pointer", "equals"], of: promise(item).pointer) }
    let meanings = Set(old.map(meaning))
    let counterparts = Dictionary(new.map { (meaning($0), $0) }) { first, _ in first }
    var come = new.filter { !meanings.contains(meaning($0)) }
    for item in old {
      if let counterpart = counterparts[meaning(item)] {
        compareLevels(.answer, subject, promise(item), promise(counterpart), in: holders)
      } else if let place = come.firstIndex(where: { key($0) == key(item) }) {
        let counterpart = come.remove(at: place)
        let message = "the \(what) is reworded: \(text(counterpart)) now, was \(text(item))"
        note([.clients, .backend], subject, message, Places(promise(item), promise(counterpart)))
        compareLevels(.answer, subject, promise(item), promise(counterpart), in: holders)
      } else {
        note([.clients], subject, "the \(what) \(text(item)) is gone", around.from(promise(item)))
      }
    }
    for item in come { note([.backend], subject, "the \(what) \(text(item)) is new", around.to(promise(item))) }
  }

  mutating func compareRules(_ subject: String, _ old: [Invariant], _ new: [Invariant], _ holders: (Promise, Promise)) {
    comparePromises(
      "rule",
      subject,
      old,
      new,
      in: holders,
      promise: \.promise,
      text: \.expression.text,
      meaning: \.expression.normalForm,
      key: \.promise.position
    )
  }

  /// Compares the promises about values that are constant, or never fall, over several answers or events.
  mutating func compareValues(
    _ what: String,
    _ subject: String,
    _ old: [PointerPromise],
    _ new: [PointerPromise],
    _ holders: (Promise, Promise)
  ) {
    comparePromises(
      what,
      subject,
      old,
      new,
      in: holders,
      promise: \.promise,
      text: { item in item.equals.map { "\(item.pointer), equal to \($0.text)," } ?? item.pointer.description },
      meaning: { item in item.equals.map { "\(item.pointer) \($0.normalForm)" } ?? item.pointer.description },
      key: \.pointer.description
    )
  }
}

extension Promise {
  /// The position in the enclosing list, as a pointer token.
  var position: String { pointer.tokens.last ?? "" }
}
