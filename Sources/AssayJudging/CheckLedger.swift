package import AssayContract
package import AssayFindings
import AssayJSON
package import AssaySchema

/// A record of the fate of each promise in one check (kept, broken, vacuous or blocked), written by the judges. The
/// verdict is read only from here.
///
/// Judges record each fate before findings are merged or shown. ``findings`` presents the broken promises; one that is
/// a consequence of another is counted, but shown with its cause.
package struct CheckLedger: Sendable {
  /// The fields that each schema describes, with their promises, by the byte offset of the schema in the contract.
  let fields: [Int: SchemaFields]
  /// True if the ledger records a fate for every promise; false if it records only broken promises.
  let isComplete: Bool
  private var sites: Set<PromiseSite> = []
  var marks: [Int: [FieldMarks]] = [:]
  private var blocked: [PromiseSite: BlockReason] = [:]
  private var vacuous: [PromiseSite: String] = [:]
  private var breaches = Breaches()
  /// The reason why judging ended early, so that promises remain without a fate; `nil` if the check was completed.
  package private(set) var obstacle: BlockReason?
  /// The required calls that were not made.
  package private(set) var unmade: [UnmadeCall] = []
  /// The event or poll that the current response belongs to; `nil` if the check has only one response.
  package var moment: Place.Moment?

  /// Makes a ledger that records only broken promises.
  package init() {
    fields = [:]
    isComplete = false
  }

  /// Makes a ledger that records the fate of every promise. `fields` are the fields that schemas describe, by the byte
  /// offset of the schema in the contract.
  package init(fields: [Int: SchemaFields]) {
    self.fields = fields
    isComplete = true
    sites.reserveCapacity(Self.usualSites)
  }

  /// The number of promises, besides those about values, for which a ledger has room from the start.
  private static let usualSites = 12

  // MARK: Kept, vacuous, blocked

  /// Records that `promise` was checked; it is kept unless some answer breaks it.
  package mutating func keep(_ promise: Promise, _ aspect: PromiseSite.Aspect = .whole) {
    if isComplete { sites.insert(PromiseSite(promise, aspect)) }
  }

  /// Records a rule that is true in `scope` as kept, or as vacuous if it had nothing to test there.
  mutating func keep(_ rule: Invariant, in scope: Scope) {
    guard isComplete, !sites.contains(PromiseSite(rule.promise)) else { return }
    if rule.expression.isVacuous(in: scope) {
      vacuous[PromiseSite(rule.promise)] = "it applied to empty lists only, or its condition was never true"
    } else {
      sites.insert(PromiseSite(rule.promise))
    }
  }

  /// Records that `promise` could not be judged, for `reason`; only the first reason is kept.
  package mutating func block(
    _ promise: Promise,
    _ aspect: PromiseSite.Aspect = .whole,
    because reason: @autoclosure () -> BlockReason
  ) {
    guard isComplete else { return }
    let site = PromiseSite(promise, aspect)
    if blocked[site] == nil { blocked[site] = reason() }
  }

  /// Records that `promise` does not apply to the answer, for `reason`.
  package mutating func vacate(
    _ promise: Promise,
    _ aspect: PromiseSite.Aspect = .whole,
    because reason: String
  ) {
    if isComplete { vacuous[PromiseSite(promise, aspect)] = reason }
  }

  /// Records that judging ended early, for `reason`: promises without a result count as blocked. Only the first reason
  /// is kept.
  package mutating func stop(because reason: @autoclosure () -> BlockReason) {
    if isComplete, obstacle == nil { obstacle = reason() }
  }

  /// Records that a required call of the step was not made.
  package mutating func leaveOut(_ call: UnmadeCall) { unmade.append(call) }

  /// Returns the fate of the promise at `site`: kept, vacuous or blocked, without regard to responses that break it;
  /// `nil` if it was not tested.
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

  /// The fate of a promise that no response breaks: kept, vacuous (it had nothing to test) or blocked (it could not be
  /// judged).
  package enum Fate: Sendable {
    case kept
    case vacuous(String)
    case blocked(BlockReason)
  }
}

/// The recording of broken promises.
extension CheckLedger {
  /// A reference to a broken promise of the current response, so that a consequence can name it as its cause.
  package struct Breach: Sendable {
    fileprivate var position: Int
  }

  /// Records that the current response breaks the promises of `fate`. `cause` is the earlier breach that explains it,
  /// if any.
  @discardableResult
  package mutating func write(_ fate: BrokenFate, because cause: Breach? = nil) -> Breach {
    Breach(position: breaches.write(moment == nil ? fate : fate.placed(at: moment), because: cause?.position))
  }

  /// Records several breaches in the current response.
  package mutating func write(_ fates: [BrokenFate]) { for fate in fates { write(fate) } }

  /// The findings of the current answer so far.
  package var atHand: [Finding] { breaches.open.map(\.finding) }

  /// Returns the first breach in the current response whose finding satisfies `isCause`; `nil` if none exists.
  package func breach(where isCause: (Finding) -> Bool) -> Breach? {
    breaches.open.firstIndex { isCause($0.finding) }.map { Breach(position: $0) }
  }

  /// Returns the finding that reports `breach`.
  func finding(of breach: Breach) -> Finding { breaches.open[breach.position].finding }

  /// Applies `change` to the findings of the current response, to add the circumstances in which they occurred.
  mutating func retell(_ change: (Finding) -> Finding) {
    for index in breaches.open.indices { breaches.open[index].finding = change(breaches.open[index].finding) }
  }

  /// Assigns the findings of the current response to the operation named `operation`.
  package mutating func assign(to operation: String) {
    retell { finding in
      var finding = finding
      finding.operation = operation
      return finding
    }
  }

  /// Applies `change` to the findings of all completed responses, to add the circumstances in which they occurred.
  mutating func retellAll(_ change: (Finding) -> Finding) {
    breaches.rebuild { fate in BrokenFate(change(fate.finding), breaking: fate.promises) }
  }

  /// Completes the current response: its breaches are merged with those of earlier responses.
  package mutating func close() { if !breaches.open.isEmpty { breaches.close() } }

  /// Completes the current response, after which its call was made again. Sets ``obstacle`` back to `obstacle`, its
  /// value before this response: what it left without a result is judged on the next one.
  mutating func close(keeping obstacle: BlockReason?) {
    self.obstacle = obstacle
    close()
  }

  /// Completes the current response, and lists its findings before the existing ones.
  package mutating func closeFirst() { if !breaches.open.isEmpty { breaches.closeFirst() } }

  /// Completes the current response after replacing its `breach` by `fate`. Also sets ``obstacle`` back to `obstacle`,
  /// its value before this response.
  mutating func close(_ breach: Breach, as fate: BrokenFate, keeping obstacle: BlockReason?) {
    breaches.rewrite(breach.position, as: fate)
    close(keeping: obstacle)
  }

  /// Completes the current response; all of its breaches are recorded as consequences of `fate`.
  mutating func close(because fate: BrokenFate) {
    let open = breaches.takeOpen()
    let cause = post(fate)
    for consequence in open { post(consequence, because: cause) }
  }

  /// Records a breach that does not belong to a single response. Returns the index of its finding in ``findings``;
  /// `cause` is the index of the finding that explains it, if any.
  @discardableResult
  package mutating func post(_ fate: BrokenFate, because cause: Int? = nil) -> Int {
    breaches.post(fate, because: cause)
  }

  /// Returns the index in ``findings`` of the finding that reports the same fault as `finding`; `nil` if none exists.
  func place(of finding: Finding) -> Int? {
    breaches.shown.place(of: moment == nil ? finding : finding.placed(at: moment))
  }

  /// Replaces the finding at index `place` by `fate`, when later events show the true nature of the fault.
  mutating func amend(_ place: Int, to fate: BrokenFate) { breaches.amend(place, to: fate) }

  /// Removes the findings that `isExcused` selects. The promises they break count as blocked instead, for `reason`.
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

  /// The findings of all completed responses in the order they were recorded; consequences are part of the finding
  /// about their cause.
  package var findings: [Finding] { breaches.shown.findings }

  /// The broken promises.
  package var broken: Set<BrokenPromise> {
    breaches.promises.reduce(into: Set(breaches.open.flatMap(\.promises))) { $0.formUnion($1) }
  }

  /// True if any promise is broken.
  package var isBroken: Bool {
    breaches.open.contains { !$0.promises.isEmpty } || breaches.promises.contains { !$0.isEmpty }
  }

  /// The most severe level of any breach; `nil` if none exists. Findings about an unreachable server do not count.
  package var gravest: Level? {
    // An unreachable server breaks none of the promises of its operations.
    let counted = (breaches.shown.findings.lazy + breaches.open.lazy.map(\.finding)).filter { !$0.isAboutServer }
    return counted.map(\.level).max()
  }

  /// The finding of the first broken `must`.
  package var firstMust: Finding? { findings.first { $0.level == .must } }
}

/// A required call that a step did not make.
package struct UnmadeCall: Hashable, Sendable {
  /// The name the call would have had: `item 2`, `page 3`.
  package var name: String
  /// The reason why the call was not made, as a clause.
  package var reason: String

  package init(_ name: String, because reason: String) {
    self.name = name
    self.reason = reason
  }
}

/// The breaches of a check: those of the current response as recorded, all others merged into findings.
private struct Breaches: Sendable {
  /// The breaches in the current response.
  var open: [BrokenFate] = []
  /// For each breach in ``open``, the position in ``open`` of the breach that is its cause, if any.
  private var causes: [Int?] = []
  /// The findings of completed responses, without consequences of other findings.
  var shown = FindingCollector()
  /// For each finding in ``shown``, the promises broken by it and by its consequences.
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

  /// Replaces a breach in the current response. The levels of its consequences are lowered to at most the level of
  /// `fate`.
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

  /// Applies `change` to each finding in ``shown`` with its promises, and removes those for which it returns `nil`.
  mutating func rebuild(_ change: (BrokenFate) -> BrokenFate?) {
    let before = self
    (shown, promises) = (FindingCollector(), [])
    for (finding, promises) in zip(before.shown.findings, before.promises) {
      if let fate = change(BrokenFate(finding, breaking: promises)) { _ = show(fate) }
    }
  }
}
