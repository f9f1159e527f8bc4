package import AssayContract
package import AssayFindings
import AssayJSON
package import AssaySchema

/// The fates of one check's promises, as its judges write them: the one place a verdict is read from.
///
/// Judges write what an answer keeps, breaks, does not concern or leaves unjudged, before anything is merged or shown.
/// ``findings`` present the broken fates; one that follows from another counts, and is shown with its cause.
package struct CheckLedger: Sendable {
  /// The promises of schemas, field by field, by the byte offset of the place they are made at.
  let fields: [Int: SchemaFields]
  /// True if the fates of single promises are of interest; broken ones always are.
  let isComplete: Bool
  private var sites: Set<PromiseSite> = []
  var marks: [Int: [FieldMarks]] = [:]
  private var blocked: [PromiseSite: BlockReason] = [:]
  private var vacuous: [PromiseSite: String] = [:]
  private var breaches = Breaches()
  /// The reason why promises without a fate have none, where they should have one; `nil` where the check was completed.
  package private(set) var obstacle: BlockReason?
  /// The calls that were owed and not made.
  package private(set) var unmade: [UnmadeCall] = []
  /// The moment of the answer at hand, where a check has several.
  package var moment: Place.Moment?

  /// Makes a ledger of broken fates only.
  package init() {
    fields = [:]
    isComplete = false
  }

  /// Makes a ledger for promises whose schemas say `fields`, by the byte offset of the place they are promised at.
  package init(fields: [Int: SchemaFields]) {
    self.fields = fields
    isComplete = true
  }

  // MARK: Kept, vacuous, blocked

  /// Writes that `promise` was checked; it is kept unless some answer breaks it.
  package mutating func keep(_ promise: Promise, _ aspect: PromiseSite.Aspect = .whole) {
    if isComplete { sites.insert(PromiseSite(promise, aspect)) }
  }

  /// Writes that a rule is true over `scope`, or says nothing there.
  mutating func keep(_ rule: Invariant, in scope: Scope) {
    guard isComplete, !sites.contains(PromiseSite(rule.promise)) else { return }
    if rule.expression.isVacuous(in: scope) {
      vacuous[PromiseSite(rule.promise)] = "it applied to empty lists only, or its condition was never true"
    } else {
      sites.insert(PromiseSite(rule.promise))
    }
  }

  /// Writes that `promise` could not be judged; the first reason counts.
  package mutating func block(
    _ promise: Promise,
    _ aspect: PromiseSite.Aspect = .whole,
    because reason: @autoclosure () -> BlockReason
  ) {
    guard isComplete else { return }
    let site = PromiseSite(promise, aspect)
    if blocked[site] == nil { blocked[site] = reason() }
  }

  /// Writes that `promise` says nothing of the answer, for `reason`.
  package mutating func vacate(
    _ promise: Promise,
    _ aspect: PromiseSite.Aspect = .whole,
    because reason: String
  ) {
    if isComplete { vacuous[PromiseSite(promise, aspect)] = reason }
  }

  /// Writes that judging ended early, which blocks what has no fate by then; the first reason counts.
  package mutating func stop(because reason: @autoclosure () -> BlockReason) {
    if isComplete, obstacle == nil { obstacle = reason() }
  }

  /// Writes that a call the step owes was not made.
  package mutating func leaveOut(_ call: UnmadeCall) { unmade.append(call) }

  /// The fate of what a judge tells apart about a promise, its breaches left aside; `nil` where it has none.
  package func fate(of site: PromiseSite) -> Fate? {
    if let reason = blocked[site] { return .blocked(reason) }
    switch site.aspect {
    case .field(let field): return has(.reached, field, site.offset) ? .kept : nil
    case .member(let field):
      guard let parent = fields[site.offset]?.fields[field].parent else {
        return has(.reached, field, site.offset) ? .kept : nil
      }
      return has(.opened, parent, site.offset) ? .kept : nil
    default: return sites.contains(site) ? .kept : vacuous[site].map { .vacuous($0) }
    }
  }

  /// A fate that is not broken, with its reason.
  package enum Fate: Sendable {
    case kept
    case vacuous(String)
    case blocked(BlockReason)
  }
}

/// Broken fates.
extension CheckLedger {
  /// The number of a broken fate of the answer at hand, by which others name it as their cause.
  package struct Breach: Sendable {
    fileprivate var position: Int
  }

  /// Writes that the answer at hand breaks a promise; `cause` is the fate it follows from.
  @discardableResult
  package mutating func write(_ fate: BrokenFate, because cause: Breach? = nil) -> Breach {
    Breach(position: breaches.write(moment == nil ? fate : fate.placed(at: moment), because: cause?.position))
  }

  /// Writes several broken fates of the answer at hand.
  package mutating func write(_ fates: [BrokenFate]) { for fate in fates { write(fate) } }

  /// The findings of the answer at hand so far.
  package var atHand: [Finding] { breaches.open.map(\.finding) }

  /// The first broken fate of the answer at hand that `isCause` holds for.
  package func breach(where isCause: (Finding) -> Bool) -> Breach? {
    breaches.open.firstIndex { isCause($0.finding) }.map { Breach(position: $0) }
  }

  /// The finding of a broken fate of the answer at hand.
  func finding(of breach: Breach) -> Finding { breaches.open[breach.position].finding }

  /// Adds to the findings of the answer at hand what was the case.
  package mutating func retell(_ change: (Finding) -> Finding) {
    for index in breaches.open.indices { breaches.open[index].finding = change(breaches.open[index].finding) }
  }

  /// Adds to all findings what was the case.
  mutating func retellAll(_ change: (Finding) -> Finding) {
    breaches.rebuild { fate in BrokenFate(change(fate.finding), breaking: fate.promises) }
  }

  /// Ends the answer at hand: its broken fates are joined with those of the answers before.
  package mutating func close() { if !breaches.open.isEmpty { breaches.close() } }

  /// Ends the answer at hand, whose findings come before those there are.
  package mutating func closeFirst() { if !breaches.open.isEmpty { breaches.closeFirst() } }

  /// Ends the answer at hand, whose fate `breach` is in truth `fate`: it ends no judging, which was done before it.
  mutating func close(_ breach: Breach, as fate: BrokenFate, keeping obstacle: BlockReason?) {
    breaches.rewrite(breach.position, as: fate)
    self.obstacle = obstacle
    close()
  }

  /// Ends the answer at hand, all of whose broken fates follow from `fate`.
  mutating func close(because fate: BrokenFate) {
    let open = breaches.takeOpen()
    let cause = post(fate)
    for consequence in open { post(consequence, because: cause) }
  }

  /// Writes a broken fate that is of no single answer; returns the place of its finding.
  @discardableResult
  package mutating func post(_ fate: BrokenFate, because cause: Int? = nil) -> Int {
    breaches.post(fate, because: cause)
  }

  /// The place of the finding of a fault that was closed or posted; `nil` if it has no finding.
  func place(of finding: Finding) -> Int? {
    breaches.shown.place(of: moment == nil ? finding : finding.placed(at: moment))
  }

  /// Rewrites the fate whose finding is at `place`, when later events show what the fault is.
  mutating func amend(_ place: Int, to fate: BrokenFate) { breaches.amend(place, to: fate) }

  /// Takes back the broken fates that are excused: what they break is blocked, for `reason`.
  package mutating func excuse(because reason: BlockReason, _ isExcused: (Finding) -> Bool) {
    var excused: Set<BrokenPromise> = []
    breaches.rebuild { fate in
      guard isExcused(fate.finding) else { return fate }
      excused.formUnion(fate.promises)
      return nil
    }
    guard isComplete else { return }
    for promise in excused where blocked[promise.site] == nil { blocked[promise.site] = reason }
    if obstacle != nil { obstacle = reason }
  }

  /// The findings: one for each cause, in the order they were written.
  package var findings: [Finding] { breaches.shown.findings }

  /// The broken promises.
  package var broken: Set<BrokenPromise> {
    breaches.promises.reduce(into: Set(breaches.open.flatMap(\.promises))) { $0.formUnion($1) }
  }

  /// The level of the gravest broken fate; `nil` where none is broken. None weighs more than the one it is shown with.
  package var gravest: Level? {
    // An unreachable server breaks none of the promises of its operations.
    let counted = (breaches.shown.findings.lazy + breaches.open.lazy.map(\.finding)).filter { !$0.isAboutServer }
    return counted.map(\.level).max()
  }

  /// The finding of the first broken `must`.
  package var firstMust: Finding? { findings.first { $0.level == .must } }
}

/// A call that a step owes and did not make.
package struct UnmadeCall: Hashable, Sendable {
  /// The name the call would have had: `item 2`, `page 3`.
  package var name: String
  /// The reason, a clause.
  package var reason: String

  package init(_ name: String, because reason: String) {
    self.name = name
    self.reason = reason
  }
}

/// The broken fates of a check: those of the answer at hand as they were written, all others as they are shown.
private struct Breaches: Sendable {
  /// Those of the answer at hand.
  var open: [BrokenFate] = []
  /// The position among those of the one that each follows from.
  private var causes: [Int?] = []
  /// Those that follow from no other.
  var shown = FindingCollector()
  /// The promises broken by each of them, and by all that follows from it.
  private(set) var promises: [Set<BrokenPromise>] = []

  mutating func write(_ fate: BrokenFate, because cause: Int?) -> Int {
    // A finding more severe than its cause is reported by itself.
    let cause = cause.map { causes[$0] ?? $0 }.flatMap { open[$0].finding.level >= fate.finding.level ? $0 : nil }
    open.append(fate)
    causes.append(cause)
    return open.count - 1
  }

  mutating func post(_ fate: BrokenFate, because cause: Int?) -> Int {
    guard let cause, shown.findings.indices.contains(cause), shown.findings[cause].level >= fate.finding.level else {
      return show(fate)
    }
    return fold(fate, into: cause)
  }

  mutating func close() {
    let causes = causes
    var places: [Int] = []
    for (fate, cause) in zip(takeOpen(), causes) {
      places.append(cause.map { fold(fate, into: places[$0]) } ?? show(fate))
    }
  }

  /// Rewrites a fate of the answer at hand; what follows from it weighs no more than it.
  mutating func rewrite(_ position: Int, as fate: BrokenFate) {
    open[position] = fate
    for index in open.indices where causes[index] == position {
      open[index].finding.level = min(open[index].finding.level, fate.finding.level)
    }
  }

  private mutating func show(_ fate: BrokenFate) -> Int {
    let place = shown.add(fate.finding)
    if place == promises.count { promises.append([]) }
    promises[place].formUnion(fate.promises)
    return place
  }

  private mutating func fold(_ fate: BrokenFate, into place: Int) -> Int {
    shown.amend(place) { $0.explain(fate.finding) }
    promises[place].formUnion(fate.promises)
    return place
  }

  mutating func takeOpen() -> [BrokenFate] {
    defer { (open, causes) = ([], []) }
    return open
  }

  mutating func amend(_ place: Int, to fate: BrokenFate) {
    shown.amend(place) { $0 = fate.finding }
    promises[place].formUnion(fate.promises)
  }

  mutating func closeFirst() {
    let later = self
    (shown, promises) = (FindingCollector(), [])
    close()
    for (finding, promises) in zip(later.shown.findings, later.promises) {
      _ = show(BrokenFate(finding, breaking: promises))
    }
  }

  /// Puts each fate that is shown through `change`, and leaves out those it has nothing for.
  mutating func rebuild(_ change: (BrokenFate) -> BrokenFate?) {
    let before = self
    (shown, promises) = (FindingCollector(), [])
    for (finding, promises) in zip(before.shown.findings, before.promises) {
      if let fate = change(BrokenFate(finding, breaking: promises)) { _ = show(fate) }
    }
  }
}
