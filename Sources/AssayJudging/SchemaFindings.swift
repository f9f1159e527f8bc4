package import AssayContract
package import AssayFindings
package import AssayJSON
import AssaySchema

/// Returns the findings about violations of a contract's schema in `json`. The same fault at many items of an array is
/// one finding.
///
/// `moment` is the event or poll that contains the value, `subject` the value's name in messages. Allocates nothing if
/// the value matches. All faults count: after the first hundred of one kind, further ones are only counted.
package func dataFindings(
  of json: JSONValue,
  schema: SchemaPromise,
  contract: Contract,
  at moment: Place.Moment? = nil,
  subject: String? = nil
) -> [Finding] {
  schemaFates(of: json, schema, contract, at: moment, subject: subject, in: CheckLedger()).map(\.finding)
}

/// Returns the same findings as ``dataFindings(of:schema:contract:at:subject:)``, each with the promises it breaks;
/// `ledger` has the fields of the schema.
func schemaFates(
  of json: JSONValue,
  _ schema: SchemaPromise,
  _ contract: Contract,
  at moment: Place.Moment? = nil,
  subject: String? = nil,
  in ledger: CheckLedger
) -> [BrokenFate] {
  let violations = schema.schema.violations(of: json, limit: .max)
  guard !violations.isEmpty else { return [] }
  let root = json.document.root
  var fates: [BrokenFate] = []
  var positions: [Fingerprint: Int] = [:]
  for violation in violations {
    var reason = violation.reason
    if violation.instanceLocation.tokens.isEmpty { reason.subject = subject ?? moment?.subject ?? "the body" }
    var finding = Finding(
      violation,
      under: schema,
      of: contract,
      place: Place(ValuePath(violation.faultLocation, in: root), at: moment),
      reason: reason
    )
    let fingerprint = Fingerprint(finding, in: .answer)
    if let position = positions[fingerprint] {
      // The severest speaks for all of them, and keeps the excerpt of its own place.
      if finding.level > fates[position].finding.level { finding.excerpt = excerpt(of: violation, in: root) }
      if !fates[position].promises.contains(where: { $0.level == finding.level }) {
        fates[position].promises.formUnion(ledger.fate(of: finding, violation, schema.promise).promises)
      }
      fates[position].finding.absorb(finding)
      continue
    }
    finding.excerpt = excerpt(of: violation, in: root)
    positions[fingerprint] = fates.count
    fates.append(ledger.fate(of: finding, violation, schema.promise))
  }
  return fates
}

extension CheckLedger {
  /// Returns `finding` with the promises of `schema` that `violation` breaks.
  fileprivate func fate(of finding: Finding, _ violation: SchemaViolation, _ schema: Promise) -> BrokenFate {
    let path = finding.place.value ?? ValuePath()
    return BrokenFate(finding, breaking: sites(of: schema, at: path, keyword: violation.keywordLocation))
  }
}

/// Returns the finding about keys that appear twice in one object of `json`; `nil` if none exists. Its level is at most
/// `should`.
///
/// Repeated keys break the promises of `schema` about the object; without a schema, the promise that `site` returns.
func duplicateKeyFate(
  in json: JSONValue,
  under schema: SchemaPromise?,
  or site: @autoclosure () -> (promise: Promise, site: PromiseSite),
  _ contract: Contract,
  at moment: Place.Moment? = nil,
  in ledger: CheckLedger
) -> BrokenFate? {
  guard let (first, others) = json.document.firstDuplicateKey else { return nil }
  let other = site()
  let promise = schema?.promise ?? other.promise
  let place = first.object.appending(first.key)
  let line = JSONLocation(ofByte: first.offset, in: json.document.bytes).line
  let path = ValuePath(place, in: json)
  let finding = Finding(
    breaking: promise,
    of: contract,
    level: min(promise.level, .should),
    rule: .duplicateKey,
    place: Place(path, at: moment),
    reason: .answer(.duplicateKey(first.key, line: line, others: others)),
    excerpt: Excerpt.of(json, at: place)
  )
  let sites = schema.map { ledger.sites(of: $0.promise, at: path) } ?? []
  return BrokenFate(finding, breaking: sites.isEmpty ? [other.site] : sites)
}

private func excerpt(of violation: SchemaViolation, in root: JSONValue) -> String {
  Excerpt.of(root, at: violation.culprit ?? violation.faultLocation, telling: violation.comparedKeys)
}

/// Returns the findings about `text`, the written form of a value such as a header field, that does not match a schema:
/// the most severe first. `name` is its name in messages.
func textFates(
  of text: String,
  _ schema: SchemaPromise,
  _ contract: Contract,
  rule: Rule,
  place: Place,
  name: String,
  in ledger: CheckLedger = CheckLedger()
) -> [BrokenFate] {
  let violations = ScalarText.violations(of: text, schema.schema)
  if violations.isEmpty { return [] }
  let fates = violations.map { violation in
    var reason = violation.reason
    reason.subject = name
    let finding = Finding(violation, under: schema, of: contract, rule: rule, place: place, reason: reason)
    return ledger.fate(of: finding, violation, schema.promise)
  }
  return Level.allCases.sorted(by: >).flatMap { level in fates.filter { $0.finding.level == level } }
}

/// Judges `json` by a schema of the contract and records the results in `ledger`.
func judgeData(
  _ json: JSONValue,
  _ schema: SchemaPromise,
  contract: Contract,
  at moment: Place.Moment? = nil,
  writing ledger: inout CheckLedger
) {
  let found = schemaFates(of: json, schema, contract, at: moment, in: ledger)
  ledger.keep(json, against: schema, found: found.map(\.finding))
  ledger.write(found)
}

extension Finding {
  /// Makes the finding about a violation of `schema`.
  init(
    _ violation: SchemaViolation,
    under schema: SchemaPromise,
    of contract: Contract,
    rule: Rule? = nil,
    place: Place,
    reason: SchemaReason
  ) {
    self.init(
      level: violation.level.flatMap(Level.init(rawValue:)) ?? schema.promise.level,
      rule: rule ?? .schema(violation.keyword),
      place: place,
      reason: .schema(reason),
      sources: violation.sources.isEmpty ? schema.promise.sources : violation.sources.compactMap { Citation($0) },
      promise: contract.place(pointer: violation.keywordLocation, offset: violation.keywordOffset),
      alternatives: violation.alternatives,
      occurrences: 1 + violation.further
    )
    if sources.isEmpty { sources = schema.promise.sources }
  }

  /// Makes a finding of a broken promise of `contract`; the caller sets the check and the operation.
  package init(
    breaking promise: Promise,
    of contract: Contract,
    level: Level? = nil,
    rule: Rule,
    place: Place = .answer,
    reason: Reason,
    excerpt: String = "",
    alternatives: [String] = []
  ) {
    self.init(
      level: level ?? promise.level,
      rule: rule,
      place: place,
      reason: reason,
      sources: promise.sources,
      promise: contract.place(of: promise),
      excerpt: excerpt,
      alternatives: alternatives
    )
  }
}

extension Place {
  /// Makes the place of the value at `path`; an empty path means the whole response or event.
  package init(_ path: ValuePath, at moment: Moment?) {
    self.init(moment, path.steps.isEmpty ? .whole : .value(path))
  }
}

extension Place.Moment {
  /// The name of the data in messages if it is that of an event; otherwise `nil`.
  fileprivate var subject: String? { if case .event = self { "the event's data" } else { nil } }
}

extension SchemaViolation {
  /// The violation as the reason of a finding.
  fileprivate var reason: SchemaReason {
    SchemaReason(fact, Words(message, expected: expected, actual: actual))
  }

  private var fact: SchemaReason.Fact {
    switch detail {
    case .missing(let member, _): .missing(member)
    case .malformed(let format): .format(format)
    case .unsorted(_, let second, let keys, let position, let isDescending):
      .unsorted(item: second, key: ValuePath(keys[position], in: nil), isDescending: isDescending)
    default: .other
    }
  }
}
