package import AssayContract
package import AssayFindings
package import AssayJSON
import AssaySchema

/// The findings of `json` under a schema of the contract, the same fault at many items of an array as one.
///
/// `moment` says which event or answer it belongs to, `subject` what sentences call all of it. Allocates nothing where the
/// schema holds. However much is wrong, all of it counts: of faults of one kind those after the first hundred are only
/// counted.
package func dataFindings(
  of json: JSONValue,
  schema: SchemaPromise,
  contract: Contract,
  at moment: Place.Moment? = nil,
  subject: String? = nil
) -> [Finding] {
  let violations = schema.schema.violations(of: json, limit: .max)
  guard !violations.isEmpty else { return [] }
  let root = json.document.root
  var findings: [Finding] = []
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
      if finding.level > findings[position].level { finding.excerpt = excerpt(of: violation, in: root) }
      findings[position].absorb(finding)
      continue
    }
    finding.excerpt = excerpt(of: violation, in: root)
    positions[fingerprint] = findings.count
    findings.append(finding)
  }
  return findings
}

/// The finding of keys that stand twice in one object of `json`, which no more than ought not to be.
func duplicateKeyFindings(
  in json: JSONValue,
  of promise: @autoclosure () -> Promise,
  _ contract: Contract,
  at moment: Place.Moment? = nil
) -> [Finding] {
  guard json.document.hasDuplicateKeys else { return [] }
  let promise = promise()
  let all = json.document.duplicateKeys()
  guard let first = all.first else { return [] }
  let place = first.object.appending(first.key)
  let line = JSONLocation(ofByte: first.offset, in: json.document.bytes).line
  return [
    Finding(
      breaking: promise,
      of: contract,
      level: min(promise.level, .should),
      rule: .duplicateKey,
      place: Place(ValuePath(place, in: json), at: moment),
      reason: .answer(.duplicateKey(first.key, line: line, others: all.count - 1)),
      excerpt: Excerpt.of(json, at: place)
    )
  ]
}

private func excerpt(of violation: SchemaViolation, in root: JSONValue) -> String {
  Excerpt.of(root, at: violation.culprit ?? violation.faultLocation, telling: violation.comparedKeys)
}

/// The findings of text that stands for a value, called `name`, under a schema: the gravest first.
func textFindings(
  of text: String,
  _ schema: SchemaPromise,
  _ contract: Contract,
  rule: Rule,
  place: Place,
  name: String
) -> [Finding] {
  let violations = ScalarText.violations(of: text, schema.schema)
  if violations.isEmpty { return [] }
  let findings = violations.map { violation in
    var reason = violation.reason
    reason.subject = name
    return Finding(violation, under: schema, of: contract, rule: rule, place: place, reason: reason)
  }
  return Level.allCases.sorted(by: >).flatMap { level in findings.filter { $0.level == level } }
}

/// Writes the fates of `json` under a schema of the contract.
func judgeData(
  _ json: JSONValue,
  _ schema: SchemaPromise,
  contract: Contract,
  at moment: Place.Moment? = nil,
  writing ledger: inout CheckLedger
) {
  let found = dataFindings(of: json, schema: schema, contract: contract, at: moment)
  ledger.keep(json, against: schema, found: found)
  ledger.write(found)
}

extension Finding {
  /// Makes the finding of a value that breaks a schema.
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

  /// Makes a finding of a broken promise of `contract`; the check and the operation are for the caller to say.
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
  /// The place of a value; the root is all of the answer or event.
  package init(_ path: ValuePath, at moment: Moment?) {
    self.init(moment, path.steps.isEmpty ? .whole : .value(path))
  }
}

extension Place.Moment {
  /// What sentences call the data that came then.
  fileprivate var subject: String? { if case .event = self { "the event's data" } else { nil } }
}

extension SchemaViolation {
  /// The violation as a finding's reason.
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
