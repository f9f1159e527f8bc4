package import AssayContract
package import AssayFindings
package import AssayJSON
import AssaySchema

/// The findings of `json` under a schema of the contract, the same fault at many items of an array told once.
///
/// `locationPrefix` stands in front of pointers: `event 4 `, `poll 3 `. Allocates nothing where the schema holds.
package func dataFindings(
  of json: JSONValue,
  schema: SchemaPromise,
  contract: Contract,
  locationPrefix: String = ""
) -> [Finding] {
  guard !schema.schema.isValid(json) else { return [] }
  var merged = MergedViolations()
  for violation in schema.schema.violations(of: json, limit: 500) { merged.add(violation) }
  return merged.groups.map { group in
    let violation = group.first
    let place = violation.faultLocation
    var finding = Finding(
      level: violation.level.flatMap(Level.init(rawValue:)) ?? schema.promise.level,
      rule: "schema.\(violation.keyword)",
      location: FindingLocation.text(prefix: locationPrefix, pointer: place),
      message: violation.instanceLocation.tokens.isEmpty
        ? violation.message.replacingSubject(with: locationPrefix.hasPrefix("event") ? "the event's data" : "the body")
        : violation.message,
      expected: violation.expected,
      actual: violation.actual,
      sources: violation.sources.compactMap { Citation($0) },
      promise: contract.place(pointer: violation.keywordLocation, offset: violation.keywordOffset),
      excerpt: Excerpt.of(
        json.document.root,
        at: violation.comparedKeys.isEmpty ? place : violation.culprit ?? place,
        telling: violation.comparedKeys
      ),
      alternatives: violation.alternatives,
      occurrences: group.count
    )
    if finding.sources.isEmpty { finding.sources = schema.promise.sources }
    return finding
  }
}

/// Violations by what they say, in the order they were found.
private struct MergedViolations {
  private struct Key: Hashable {
    var keyword: JSONPointer
    /// The place, with every item's position left open.
    var place: [String]
  }

  private(set) var groups: [(first: SchemaViolation, count: Int)] = []
  private var positions: [Key: Int] = [:]

  mutating func add(_ violation: SchemaViolation) {
    let key = Key(
      keyword: violation.keywordLocation,
      place: violation.faultLocation.tokens.map { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? "*" : $0 }
    )
    if let position = positions[key] {
      groups[position].count += 1
    } else {
      positions[key] = groups.count
      groups.append((violation, 1))
    }
  }
}
