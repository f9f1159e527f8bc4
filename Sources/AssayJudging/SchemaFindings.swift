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
        at: violation.culprit ?? place,
        telling: violation.compared(by: contract)
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

extension SchemaViolation {
  /// The item an order or a repetition breaks at, which the violation names last.
  fileprivate var culprit: JSONPointer? {
    guard keyword == "sorted" || keyword == "uniqueBy" else { return nil }
    let digits = actual.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()
    return digits.isEmpty ? nil : instanceLocation.appending(String(digits))
  }

  /// What an order or a repetition compares in the items of an array.
  fileprivate func compared(by contract: Contract) -> [JSONPointer] {
    guard culprit != nil, let promise = contract.document.root[keywordLocation] else { return [] }
    let keys = promise.kind == .array ? Array(promise.items) : [promise]
    return keys.compactMap { ($0.string ?? $0["by"]?.string).flatMap { JSONPointer($0) } }
  }

  /// Where the fault is: of a missing member, the place it should have.
  fileprivate var faultLocation: JSONPointer {
    guard keyword == "required", let name = expected.droppingPrefix("a member ") else { return instanceLocation }
    return instanceLocation.appending(name)
  }
}

extension String {
  fileprivate func droppingPrefix(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
