import AssayContract
import AssayFindings
import AssayJSON
import AssayText

/// Comparisons of the promises about a polled job.
extension ChangeLog {
  mutating func compare(_ old: PollPromise, _ new: PollPromise, in outer: (Promise, Promise)) {
    let (around, holders) = (Places(old.promise, new.promise), (old.promise, new.promise))
    compareLevels(.answer, "poll", old.promise, new.promise, in: outer)
    compare(Compared.state, "poll", old, new, around)
    compareStates(old.states, new.states, places(around, "states"), holders)
    compareInitial(old.initial, new.initial, places(around, "initial"))
    compareValues("constant value at", "poll", old.constant, new.constant, holders)
    compareValues("never falling value at", "poll", old.nondecreasing, new.nondecreasing, holders)
    compareRules("poll", old.invariants, new.invariants, holders)
    compareLimits("within", "poll", old.within, new.within, holders)
    compare(Compared.every, "poll", old, new, around)
    claim(around, "initial", "stable", "progress")
    compareSwitches("`stable` is promised", "poll", old.stable, new.stable, around, level: "the level of `stable`")
    compareSwitches(
      "`progress` is promised",
      "poll",
      old.progress,
      new.progress,
      around,
      level: "the level of `progress`"
    )
  }

  private mutating func compareStates(
    _ old: [StatePromise],
    _ new: [StatePromise],
    _ around: Places,
    _ holders: (Promise, Promise)
  ) {
    compareEntries(
      old,
      new,
      name: \.name,
      gone: { $0.note([.backend], "state \($1.name)", "the state is gone", around.from($1.promise)) },
      come: { $0.note([.clients], "state \($1.name)", "the state is new", around.to($1.promise)) },
      both: { log, before, now in
        let (subject, places) = ("state \(before.name)", Places(before.promise, now.promise))
        log.compareLevels(.answer, subject, before.promise, now.promise, in: holders)
        log.compare(Compared.state, subject, before, now, places)
        log.claim(places, "final", "next")
        log.compareNames("state may be followed by", subject, before.next, now.next, log.places(places, "next"))
        log.compareSchemas(.answer, before.body, now.body, subject, places)
        log.compareRules(subject, before.invariants, now.invariants, (before.promise, now.promise))
      }
    )
  }

  /// Compares the initial states; if none is listed, a job may first be in any state.
  private mutating func compareInitial(_ old: [String], _ new: [String], _ places: Places) {
    guard old.isEmpty == new.isEmpty else {
      let message =
        new.isEmpty
        ? "a job may be seen first in any state now"
        : "a job may be seen first as \(new.joined(separator: ", ")) only now"
      return note([new.isEmpty ? .clients : .backend], "poll", message, places)
    }
    compareNames("job may be seen first as", "poll", old, new, places)
  }

  /// Compares a list of possible states: clients do not expect an added one, and the backend can no longer use a
  /// removed one.
  private mutating func compareNames(
    _ words: String,
    _ subject: String,
    _ old: [String],
    _ new: [String],
    _ places: Places
  ) {
    let (before, now) = (Set(old.map { ExactText($0) }), Set(new.map { ExactText($0) }))
    for name in new where !before.contains(ExactText(name)) {
      note([.clients], subject, "the \(words) \(name) now", places)
    }
    for name in old where !now.contains(ExactText(name)) {
      note([.backend], subject, "the \(words) \(name) no longer", places)
    }
  }
}

/// Comparisons of the promises of a stream of events.
extension ChangeLog {
  mutating func compare(_ old: StreamPromise, _ new: StreamPromise, in outer: (Promise, Promise)) {
    let (around, holders) = (Places(old.promise, new.promise), (old.promise, new.promise))
    let order = OrderChange(old, new)
    compareLevels(.answer, "stream", old.promise, new.promise, in: outer)
    compare(Compared.format, "stream", old, new, around)
    compareEvents(old.events, new.events, order.isByEvents ? order.breaks : [], places(around, "events"), holders)
    compareOrders(old.order, new.order, order, around, holders)
    compareValues("constant value at", "stream", old.constant, new.constant, holders)
    compareValues("never falling value at", "stream", old.nondecreasing, new.nondecreasing, holders)
    compareRules("stream", old.invariants, new.invariants, holders)
    compareLimits("first", "stream", old.first, new.first, holders)
    compareLimits("silence", "stream", old.silence, new.silence, holders)
    compareLimits("within", "stream", old.within, new.within, holders)
    compareResumptions(old.resume, new.resume, around, holders)
  }

  private mutating func compareResumptions(
    _ old: ResumePromise?,
    _ new: ResumePromise?,
    _ around: Places,
    _ holders: (Promise, Promise)
  ) {
    switch (old, new) {
    case (let old?, let new?):
      claim(Places(old.promise, new.promise), "operation", "wait", "atMost")
      compareLevels(.answer, "stream", old.promise, new.promise, in: holders)
      if old.operation != new.operation {
        let words = { (resume: ResumePromise) in resume.operation.map { "by \($0)" } ?? "by the same operation" }
        let message = "the rest of a stream that was cut is asked for \(words(new)) now, was \(words(old))"
        note([.clients, .backend], "stream", message, around)
      }
      guard old.wait != new.wait || old.atMost != new.atMost else { return }
      let words = { (resume: ResumePromise) in
        "\(resume.wait.spoken), at most \(resume.atMost.counted("time")) in a row"
      }
      note([], "stream", "a client that is cut off asks again after \(words(new)), did after \(words(old))", around)
    case (let old?, nil):
      note([.clients], "stream", "a client that is cut off no longer gets the rest", around.from(old.promise))
    case (nil, let new?):
      note([.backend], "stream", "a client that is cut off gets the rest", around.to(new.promise))
    case (nil, nil): break
    }
  }

  /// Compares the events one by one. An added or removed event also breaks the `further` parties, those that the
  /// changed order breaks.
  private mutating func compareEvents(
    _ old: [EventPromise],
    _ new: [EventPromise],
    _ further: Parties,
    _ around: Places,
    _ holders: (Promise, Promise)
  ) {
    compareEntries(
      old,
      new,
      name: \.name,
      gone: {
        $0.note(further.union([.backend]), "event \($1.name)", "the event is gone", around.from($1.promise))
      },
      come: { $0.note(further.union([.clients]), "event \($1.name)", "the event is new", around.to($1.promise)) },
      both: { log, before, now in
        let (subject, places) = ("event \(before.name)", Places(before.promise, now.promise))
        log.compareLevels(.answer, subject, before.promise, now.promise, in: holders)
        log.compare(Compared.event, subject, before, now, places)
        log.claim(places, "final", "finalWhen")
        if let was = before.text, let text = now.text {
          log.compareLevels(.answer, "\(subject) text", was.promise, text.promise, in: (before.promise, now.promise))
        }
        log.compareSchemas(.answer, before.data, now.data, subject, places)
        log.compareRules(subject, before.invariants, now.invariants, (before.promise, now.promise))
      }
    )
  }

  private mutating func compareOrders(
    _ old: OrderPromise?,
    _ new: OrderPromise?,
    _ change: OrderChange,
    _ around: Places,
    _ holders: (Promise, Promise)
  ) {
    let subject = "stream order"
    switch (old, new) {
    case (nil, nil): break
    case (let was?, nil):
      note([.clients], subject, "the order `\(was.order.text)` is promised no longer", around.from(was.promise))
    case (nil, let now?):
      note([.backend], subject, "the order `\(now.order.text)` is promised now", around.to(now.promise))
    case (let was?, let now?):
      compareLevels(.answer, subject, was.promise, now.promise, in: holders)
      claim(Places(was.promise, now.promise), "expression")
      guard !change.breaks.isEmpty, !change.isByEvents else { break }
      let message = "the order is `\(now.order.text)` now, was `\(was.order.text)`"
      note(change.breaks, subject, message, Places(was.promise, now.promise))
    }
  }
}

/// A change of the allowed sequences of events: sequences that are newly allowed, or no longer.
private struct OrderChange {
  var breaks: Parties = []
  /// True if the order of all other events is unchanged. The difference is then reported with the added or removed
  /// events.
  var isByEvents = false

  init(_ old: StreamPromise, _ new: StreamPromise) {
    guard let before = old.order?.order, let now = new.order?.order else { return }
    if !before.allowsAll(of: now) { breaks.insert(.clients) }
    if !now.allowsAll(of: before) { breaks.insert(.backend) }
    let events = Set(old.events.map(\.name)).symmetricDifference(new.events.map(\.name))
    guard !breaks.isEmpty, !events.isEmpty else { return }
    isByEvents = [EventOrder.Omission.forbidden, .overlooked].contains { omission in
      before.allowsAll(of: now, omitting: events, omission) && now.allowsAll(of: before, omitting: events, omission)
    }
  }
}
