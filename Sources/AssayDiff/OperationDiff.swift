import AssayContract
import AssayFindings
import AssayJSON

/// Comparisons of the promises of one operation, and of its answers.
extension ChangeLog {
  mutating func compare(_ old: Operation, _ new: Operation) {
    let (around, holders) = (Places(old.promise, new.promise), (old.promise, new.promise))
    compareLevels(.answer, "", old.promise, new.promise)
    compare(Compared.server, "server", old, new, around)
    let needed = (NeededSecurity(old, in: self.old), NeededSecurity(new, in: self.new))
    compare(Compared.security, "", needed.0, needed.1, around)
    compareRequests(old.request, new.request, places(around, "request"), holders)
    compareResponses(old.responses, new.responses, around, holders)
    compareRules("answer", old.invariants, new.invariants, holders)
    compareLimits("within", "answer", old.within, new.within, holders)
    compare(Compared.interaction, "", old, new, around)
    compare(Compared.redirects, "answer", old, new, around)
    compare(Compared.retry, "answer", old, new, around)
    compare(Compared.callers, "", old, new, around)
    switch (old.interaction, new.interaction) {
    case (.poll(let before), .poll(let now)): compare(before, now, in: holders)
    case (.stream(let before), .stream(let now)): compare(before, now, in: holders)
    // One in place of the other is reported as such.
    default: claim(around, "poll", "stream")
    }
  }

  private mutating func compareResponses(
    _ old: [ResponsePromise],
    _ new: [ResponsePromise],
    _ operation: Places,
    _ holders: (Promise, Promise)
  ) {
    let around = places(operation, "responses")
    var matched: Set<StatusPattern> = []
    for response in old {
      let subject = "answer \(response.status)"
      if let counterpart = new.first(where: { $0.status == response.status }) ?? substitute(for: response, old, new) {
        matched.insert(counterpart.status)
        if response.status != counterpart.status { noteStatus(response, counterpart, subject) }
        comparePromises(response, counterpart, subject, in: holders)
      } else if let cover = new.first(where: { $0.status.covers(response.status) }) {
        let message = "the status has no promise of its own any longer; \(cover.status) covers it"
        note([], subject, message, Places(response.promise, cover.promise))
        comparePromises(response, cover, subject, in: holders)
      } else {
        note(response.status.isSuccess ? [.backend] : [], subject, "the status is gone", around.from(response.promise))
      }
    }
    for response in new where !matched.contains(response.status) {
      let subject = "answer \(response.status)"
      if let cover = old.first(where: { $0.status.covers(response.status) }) {
        let message = "the status has a promise of its own now; \(cover.status) covered it"
        note([], subject, message, Places(cover.promise, response.promise))
        comparePromises(cover, response, subject, in: holders)
      } else {
        note(response.status.isSuccess ? [.clients] : [], subject, "the status is new", around.to(response.promise))
      }
    }
  }

  /// Returns the only successful response in `new`, to be compared with `response`, if that is the only one in `old`:
  /// `2XX` in place of `200`. Otherwise returns `nil`.
  private func substitute(
    for response: ResponsePromise,
    _ old: [ResponsePromise],
    _ new: [ResponsePromise]
  ) -> ResponsePromise? {
    guard response.status.isSuccess, old.count(where: \.status.isSuccess) == 1,
      new.count(where: \.status.isSuccess) == 1
    else { return nil }
    return new.first(where: \.status.isSuccess)
  }

  private mutating func noteStatus(_ old: ResponsePromise, _ new: ResponsePromise, _ subject: String) {
    // A class of statuses takes the place of one of its own, or the other way round.
    var breaks: Parties = []
    if !old.status.covers(new.status) { breaks.insert(.clients) }
    if !new.status.covers(old.status) { breaks.insert(.backend) }
    note(breaks, subject, "the status is \(new.status) now, was \(old.status)", Places(old.promise, new.promise))
  }

  /// Compares the promises of two kinds of answers, regardless of their statuses.
  mutating func comparePromises(
    _ old: ResponsePromise,
    _ new: ResponsePromise,
    _ subject: String,
    in outer: (Promise, Promise)
  ) {
    let (around, holders) = (Places(old.promise, new.promise), (old.promise, new.promise))
    compareLevels(.answer, subject, old.promise, new.promise, in: outer)
    compare(Compared.content, subject, old, new, around)
    if let before = old.content, let now = new.content, before.mediaRange.lowercased() == now.mediaRange.lowercased() {
      compareLevels(.answer, "\(subject) content type", before.promise, now.promise, in: holders)
    }
    compareSchemas(.answer, old.body, new.body, subject, around)
    compareEntries(
      old.alternatives,
      new.alternatives,
      name: { $0.content?.mediaRange.lowercased() ?? "" },
      gone: { log, other in
        let message = "it can be asked for as \(other.content?.mediaRange ?? "") no longer"
        log.note([.clients], subject, message, around.from(other.promise))
      },
      come: { log, other in
        let message = "it can be asked for as \(other.content?.mediaRange ?? ""), too, now"
        log.note([.backend], subject, message, around.to(other.promise))
      },
      both: { $0.comparePromises($1, $2, "\(subject) as \($2.content?.mediaRange ?? "")", in: holders) }
    )
    let (text, texts) = (old.text, new.text)
    claim(around.inside("text"), "nonEmpty", "json", "level")
    for (name, promise) in [("nonEmpty", \TextPromise.nonEmpty), ("json", \TextPromise.notJSON)] {
      let (before, now) = (text?[keyPath: promise], texts?[keyPath: promise])
      compareSwitches("`\(name)` is promised of its text", subject, before, now, around)
      if let before, let now { compareLevels(.answer, subject, before, now, in: holders) }
    }
    comparePromises(
      "pattern",
      subject,
      text?.patterns ?? [],
      texts?.patterns ?? [],
      in: holders,
      promise: \.promise,
      text: \.pattern,
      meaning: \.pattern,
      key: \.promise.position
    )
    compareEntries(
      old.headers,
      new.headers,
      name: { $0.name.lowercased() },
      gone: { log, header in
        let message = "the header `\(header.name)` is promised no longer"
        log.note([.clients], subject, message, around.from(header.schema.promise))
      },
      come: { log, header in
        let message = "the header `\(header.name)` is promised now"
        log.note([.backend], subject, message, around.to(header.schema.promise))
      },
      both: { $0.compareSchemas(.answer, $1.schema, $2.schema, "\(subject) header \($1.name)", around) }
    )
  }

  /// Compares the schemas of a body, of an event's data, of a header, or of a sent value.
  mutating func compareSchemas(
    _ side: PromiseSide,
    _ old: SchemaPromise?,
    _ new: SchemaPromise?,
    _ subject: String,
    _ around: Places
  ) {
    switch (old, new) {
    case (nil, nil): break
    case (nil, let now?):
      let message = side == .answer ? "a schema is promised now" : "it has a schema now"
      note([side.narrowed], subject, message, around.to(now.promise))
    case (let before?, nil):
      let message = side == .answer ? "no schema is promised any longer" : "its schema is gone"
      note([side.widened], subject, message, around.from(before.promise))
    case (let before?, let now?):
      guard let oldPart = SchemaPart(before, of: self.old), let newPart = SchemaPart(now, of: self.new) else { return }
      var diff = SchemaDiff(side: side, subject: subject)
      diff.compare(oldPart, newPart, &self)
    }
  }
}

extension StatusPattern {
  /// Returns true if this is the class of statuses that includes the single status `narrow`.
  func covers(_ narrow: StatusPattern) -> Bool {
    guard case .exact(let code) = narrow, self != .default else { return false }
    return matches(code)
  }
}
