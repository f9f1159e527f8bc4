import AssayContract
import AssayFindings
import AssayJSON
import AssayText

/// Comparisons of the promises of a step besides its operation's: rules, the ends of jobs and streams, pages, second
/// calls, the end of its repetition, and the answer to an invalid call.
extension ChangeLog {
  mutating func compareSteps(
    _ subject: String,
    _ old: Step?,
    _ new: Step?,
    _ holders: (Promise, Promise),
    isWhole: Bool
  ) {
    let inner = (old?.promise ?? holders.0, new?.promise ?? holders.1)
    let places = Places(inner.0, inner.1)
    claim(places, "stepId", "finalState", "finalEvent", "contentCoding")
    if let old, let new {
      compare(Compared.step, subject, old, new, places)
      compareCodings(old, new, subject, places)
    } else if isWhole, self.old.operation(named: operation) != nil, self.new.operation(named: operation) != nil {
      // With the operation goes the step that calls it.
      note([], subject, "the step is \(new == nil ? "gone" : "new")", places)
    }
    // What a step that comes or goes says comes and goes with it.
    if let old, new == nil { claims.old.insertWhole(old.promise.pointer) }
    if let new, old == nil { claims.new.insertWhole(new.promise.pointer) }
    compareRules(subject, old?.expects.invariants ?? [], new?.expects.invariants ?? [], inner)
    let (states, events) = (self.places(places, "finalState"), self.places(places, "finalEvent"))
    compareEnds("job ends", "as", old?.expects.finalStates ?? [], new?.expects.finalStates ?? [], subject, states)
    compareEnds("stream ends", "with", old?.expects.finalEvents ?? [], new?.expects.finalEvents ?? [], subject, events)
    comparePages(old?.loop.pagination, new?.loop.pagination, subject, places, inner)
    compareSecondCalls(old?.loop.again, new?.loop.again, subject, places, inner)
    compareRepetitions(old?.loop.repetition, new?.loop.repetition, subject, places, inner)
    for response in new?.expects.responses ?? [] { claims.new.insert([], of: response.promise.pointer) }
    for response in old?.expects.responses ?? [] {
      claims.old.insert([], of: response.promise.pointer)
      guard let counterpart = new?.expects.responses?.first(where: { $0.status == response.status }) else { continue }
      comparePromises(response, counterpart, "\(subject) answer \(response.status)", in: inner)
    }
    compareProbes(old?.expects.responses ?? [], new?.expects.responses ?? [], subject, places)
  }

  /// Compares the final states or events that a scenario needs: fewer demand more of the backend; none means that any
  /// is accepted.
  private mutating func compareEnds(
    _ what: String,
    _ preposition: String,
    _ old: [String],
    _ new: [String],
    _ subject: String,
    _ places: Places
  ) {
    guard Set(old) != Set(new) else { return }
    var breaks: Parties = []
    if !old.isEmpty, new.isEmpty || !Set(new).isSubset(of: old) { breaks.insert(.clients) }
    if !new.isEmpty, old.isEmpty || !Set(old).isSubset(of: new) { breaks.insert(.backend) }
    func text(_ ends: [String]) -> String {
      ends.isEmpty ? "anyhow" : "\(preposition) \(ends.joined(separator: " or "))"
    }
    note(breaks, subject, "the \(what) \(text(new)) now, ended \(text(old))", places)
  }

  /// Compares a promise of a step under `key`: reports that it was added, removed, or has a different level.
  private mutating func comparePromised(
    _ key: String,
    _ subject: String,
    _ old: (words: String, promise: Promise)?,
    _ new: (words: String, promise: Promise)?,
    _ places: Places,
    _ holders: (Promise, Promise)
  ) {
    switch (old, new) {
    case (nil, nil): break
    case (let old?, nil): note([.clients], subject, "promised no longer: \(old.words)", places.from(old.promise))
    case (nil, let new?): note([.backend], subject, "promised now: \(new.words)", places.to(new.promise))
    case (let old?, let new?): compareLevels(.answer, "\(subject) \(key)", old.promise, new.promise, in: holders)
    }
  }

  /// Compares the links between the pages of a list; the number of pages requested is the scenario's own choice.
  private mutating func comparePages(
    _ old: Pagination?,
    _ new: Pagination?,
    _ subject: String,
    _ places: Places,
    _ holders: (Promise, Promise)
  ) {
    func words(_ pages: Pagination) -> String { pages.text + (pages.until.map { " until \($0.text)" } ?? "") }
    func promised(_ pages: Pagination) -> (String, Promise) {
      ("each page leads to one that was not there yet, by \(words(pages))", pages.promise)
    }
    comparePromised("paginate", subject, old.map(promised), new.map(promised), places, holders)
    guard let old, let new else { return }
    let both = Places(old.promise, new.promise)
    claim(both, "next", "link", "query", "body", "from", "until", "atMost")
    if old.normalForm != new.normalForm {
      note([.clients, .backend], subject, "pages lead on by \(words(new)) now, did by \(words(old))", both)
    }
    guard old.atMost != new.atMost else { return }
    note([], subject, "\(new.atMost.counted("page")) are asked for at most now, \(old.atMost) were", both)
  }

  /// Compares the promises of a second call of the same kind, and the parts of the body that may differ.
  private mutating func compareSecondCalls(
    _ old: Again?,
    _ new: Again?,
    _ subject: String,
    _ places: Places,
    _ holders: (Promise, Promise)
  ) {
    func promised(_ again: Again) -> (String, Promise) {
      let apart = again.except.isEmpty ? "" : ", apart from \(again.except.map { "`\($0)`" }.joined(separator: ", "))"
      return ("the call, made again, is answered as it was the first time\(apart)", again.promise)
    }
    comparePromised("again", subject, old.map(promised), new.map(promised), places, holders)
    guard let old, let new else { return }
    claim(Places(old.promise, new.promise), "except")
    let both = self.places(Places(old.promise, new.promise), "except")
    for place in new.except where !old.except.contains(place) {
      note([.clients], subject, "`\(place)` may differ in the answer to a second call now", both)
    }
    for place in old.except where !new.except.contains(place) {
      note([.backend], subject, "`\(place)` may differ in the answer to a second call no longer", both)
    }
  }

  /// Compares the condition that ends a step's repetition, and the number of calls it may take; the pause between them
  /// is the scenario's own choice.
  private mutating func compareRepetitions(
    _ old: Repetition?,
    _ new: Repetition?,
    _ subject: String,
    _ places: Places,
    _ holders: (Promise, Promise)
  ) {
    func promised(_ repetition: Repetition) -> (String, Promise) {
      ("`\(repetition.until.text)` holds within \(repetition.atMost.counted("call"))", repetition.promise)
    }
    comparePromised("repeat", subject, old.map(promised), new.map(promised), places, holders)
    guard let old, let new else { return }
    let both = Places(old.promise, new.promise)
    claim(both, "until", "atMost", "every")
    if old.until.normalForm != new.until.normalForm {
      let message = "it is repeated until \(new.until.text) now, was until \(old.until.text)"
      note([.clients, .backend], subject, message, self.places(both, "until"))
    }
    if old.atMost != new.atMost {
      let message = "it now ends within \(new.atMost.counted("call")), was \(old.atMost)"
      note([new.atMost < old.atMost ? .backend : .clients], subject, message, self.places(both, "atMost"))
    }
    guard old.every != new.every else { return }
    note([], subject, "`every` is \(new.every.spoken) now, was \(old.every.spoken)", self.places(both, "every"))
  }

  /// Compares the content coding of the body if the step sets it: the backend must support a new coding, and clients
  /// can no longer use a removed one.
  private mutating func compareCodings(_ old: Step, _ new: Step, _ subject: String, _ places: Places) {
    guard old.call.contentCoding != new.call.contentCoding else { return }
    func sent(_ step: Step, _ contract: Contract) -> ContentCoding {
      step.call.contentCoding ?? contract.operation(named: step.operation)?.request.contentCoding ?? .identity
    }
    let (before, now) = (sent(old, self.old), sent(new, self.new))
    var breaks: Parties = []
    if now != before, now != .identity { breaks.insert(.backend) }
    if now != before, before != .identity { breaks.insert(.clients) }
    let (was, said) = (old.call.contentCoding?.rawValue ?? "not said", new.call.contentCoding?.rawValue ?? "not said")
    note(breaks, subject, "`contentCoding` is \(said) now, was \(was)", self.places(places, "contentCoding"))
  }

  private mutating func compareProbes(
    _ old: [ResponsePromise],
    _ new: [ResponsePromise],
    _ subject: String,
    _ places: Places
  ) {
    let (before, now) = (old.map(\.status.description).sorted(), new.map(\.status.description).sorted())
    guard before != now else { return }
    let (were, are) = (before.joined(separator: " or "), now.joined(separator: " or "))
    if before.isEmpty {
      note([.backend], subject, "a broken call is promised \(are)", places)
    } else if now.isEmpty {
      note([.clients], subject, "a broken call is promised \(were) no longer", places)
    } else {
      var breaks: Parties = []
      if now.contains(where: { !before.contains($0) }) { breaks.insert(.clients) }
      if before.contains(where: { !now.contains($0) }) { breaks.insert(.backend) }
      note(breaks, subject, "a broken call gets \(are) now, got \(were)", places)
    }
  }
}
